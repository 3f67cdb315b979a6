import { useEffect, useState } from 'react';
import type { ToasterProps } from './toaster.tsx';

type ToasterModule = typeof import('./toaster.tsx');

const load = () => import('./toaster.tsx');

/**
 * The toaster, loaded once the page has rendered: there is nothing to announce before. Messages of {@link showToast}
 * wait until it is loaded; if it cannot be loaded, the page works without messages.
 */
export function LazyToaster(props: ToasterProps) {
  const [module, setModule] = useState<ToasterModule | null>(null);
  useEffect(() => void load().then(setModule, () => {}), []);
  return module ? <module.Toaster {...props} /> : null;
}

/** Shows a message. */
export function showToast(kind: 'success' | 'error', words: string): void {
  void load().then(
    ({ toast }) => toast[kind](words),
    () => {},
  );
}
