import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const button = cva(
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md font-medium ' +
    'text-center transition-colors disabled:pointer-events-none disabled:opacity-60 [&_svg]:size-4 ' +
    '[&_svg]:shrink-0',
  {
    variants: {
      variant: {
        /** The main action; at most one per screen. */
        primary: 'bg-primary text-primary-foreground hover:bg-primary-strong',
        outline: 'border border-input text-foreground hover:bg-muted',
        ghost: 'text-foreground hover:bg-muted',
        destructive: 'bg-destructive text-destructive-foreground hover:brightness-110',
      },
      /** At least 44 px for touch; `sm` is for dense rows and is 36 px. */
      size: {
        sm: 'min-h-9 px-3 py-1.5 text-sm',
        md: 'min-h-11 px-5 py-2 text-base',
        lg: 'min-h-13 px-7 py-3 text-lg',
        icon: 'size-11',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

export type ButtonProps = ComponentProps<'button'> & VariantProps<typeof button> & { asChild?: boolean };

/** A button, or with `asChild` its only child (a link) styled as one. */
export function Button({ variant, size, asChild = false, className, type, ...props }: ButtonProps) {
  const classes = cn(button({ variant, size }), className);
  if (asChild) return <Slot.Root className={classes} {...props} />;
  return <button type={type ?? 'button'} className={classes} {...props} />;
}
