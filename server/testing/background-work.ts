import { type Background, type BackgroundParts, startBackground } from '../app/background.ts';
import { createLog } from '../platform/log.ts';
import type { TestApp } from './app.ts';

/** Starts the background work of a test's server, by itself and without a model. */
export function startWork(
  { pool, context }: Pick<TestApp, 'pool' | 'context'>,
  parts: Partial<BackgroundParts> = {},
): Background {
  return startBackground({
    pool,
    log: createLog('silent'),
    twin: context.twin,
    ready: Promise.resolve(),
    shared: false,
    model: null,
    memory: null,
    webhook: context.webhook,
    speechUse: context.speechUse,
    understand: context.understand,
    settings: context.settings,
    ...parts,
  });
}
