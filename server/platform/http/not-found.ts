import { uuid } from '@understudy/contract/calls';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/**
 * The id in a URL.
 *
 * @throws AppError `not_found` with the given sentence; a malformed id names nothing either
 */
export function idOf(request: FastifyRequest, name: string, sentence: string): string {
  const parsed = uuid.safeParse((request.params as Record<string, unknown>)[name]);
  if (parsed.success) return parsed.data;
  throw new AppError('not_found', sentence);
}

/** @throws AppError `not_found` */
export function orNotFound<Value>(value: Value | null, sentence: string): Value {
  if (value !== null) return value;
  throw new AppError('not_found', sentence);
}
