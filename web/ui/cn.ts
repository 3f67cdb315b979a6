import { type ClassValue, clsx } from 'clsx';

/**
 * Joins class names without resolving conflicts: a component's variants do not overlap, and callers only add placement.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
