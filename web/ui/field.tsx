import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const control =
  'w-full rounded-md border border-input bg-card text-foreground placeholder:text-muted-foreground ' +
  'disabled:opacity-60 aria-invalid:border-destructive-text';

/** A single-line text field. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(control, 'min-h-11 px-3.5 py-2', className)} {...props} />;
}

/** A multi-line text field; grows with its text if the browser supports it. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={cn(control, 'field-sizing-content block min-h-11 resize-none px-3.5 py-2', className)}
      {...props}
    />
  );
}

/** The native select, familiar to every phone and screen reader. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={cn(control, 'select min-h-11 py-2 pr-9 pl-3', className)} {...props} />;
}

/** The label of the control whose id is `htmlFor`. */
export function Label({ className, htmlFor, children, ...props }: ComponentProps<'label'> & { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={cn('block font-medium text-sm', className)} {...props}>
      {children}
    </label>
  );
}

/** A checkbox, large enough for touch together with its label. */
export function Checkbox({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={cn('checkbox', className)} {...props} />;
}
