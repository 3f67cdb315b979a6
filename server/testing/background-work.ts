import { type Background, type BackgroundDeps, startBackground } from '../app/background.ts';
import { createLog } from '../platform/log.ts';
import type { TestApp } from './app.ts';
import { TEST_INTERVALS } from './intervals.ts';

/** Starts the background work of a test's server, without a model; the server nudges it as in production. */
export function startWork(
  { pool, parts, works }: Pick<TestApp, 'pool' | 'parts' | 'works'>,
  changed: Partial<BackgroundDeps> = {},
): Background {
  const background = startBackground({
    pool,
    log: createLog('silent'),
    twin: parts.twin,
    ready: Promise.resolve(),
    shared: false,
    model: null,
    memory: null,
    notices: parts.notices,
    mail: parts.mail,
    reminders: parts.reminders,
    speechUse: parts.speechUse,
    shows: parts.shows,
    sources: parts.sources,
    erasing: parts,
    understand: parts.understand,
    settings: parts.settings,
    jobWatch: parts.monitoring.jobWatch,
    intervals: TEST_INTERVALS,
    ...changed,
  });
  works.add(background);
  return background;
}
