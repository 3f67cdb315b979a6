import { useEffect, useState } from 'react';
import type { ToasterProps } from './toaster.tsx';

type ToasterModule = typeof import('./toaster.tsx');

const load = () => import('./toaster.tsx');

/**
 * The toaster, fetched once the page stands: nobody is told anything before. What {@link toastSuccess} says meanwhile
 * it shows when it comes, and without it the page does all that it does, in silence.
 */
export function LazyToaster(props: ToasterProps) {
  const [module, setModule] = useState<ToasterModule | null>(null);
  useEffect(() => void load().then(setModule, () => {}), []);
  return module ? <module.Toaster {...props} /> : null;
}

/** Tells of something that went well. */
export function toastSuccess(words: string): void {
  void load().then(
    ({ toast }) => toast.success(words),
    () => {},
  );
}
