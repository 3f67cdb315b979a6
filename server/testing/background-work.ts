import { type Background, type BackgroundParts, startBackground } from '../app/background.ts';
import { createLog } from '../platform/log.ts';
import type { TestApp } from './app.ts';
import { TEST_INTERVALS } from './intervals.ts';

/** Starts the background work of a test's server, without a model; the server nudges it as in production. */
export function startWork(
  { pool, context, works }: Pick<TestApp, 'pool' | 'context' | 'works'>,
  parts: Partial<BackgroundParts> = {},
): Background {
  const background = startBackground({
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
    intervals: TEST_INTERVALS,
    ...parts,
  });
  works.add(background);
  return background;
}
