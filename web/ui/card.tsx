import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A sheet with a hairline round it. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('rounded-lg border bg-card text-card-foreground', className)} {...props} />;
}
