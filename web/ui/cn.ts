import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names. It settles no conflicts: a component's variants do not overlap, and callers only add placement.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
