import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A surface with a hairline border. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('rounded-lg border bg-card text-card-foreground', className)} {...props} />;
}
