import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A button within a line of text. */
export function TextButton({ className, ...props }: Omit<ComponentProps<'button'>, 'type'>) {
  return <button type="button" className={cn('min-h-6 underline underline-offset-4', className)} {...props} />;
}
