import type { TwinPreview } from '@understudy/contract/settings';
import type { Twin } from '@understudy/contract/twin';
import type { twinPreviewBody } from '@understudy/contract/twin-calls';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { AppError } from '../../platform/http/app-error.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import {
  type LiveTwin,
  mayBeAdded,
  type PreviewDeps,
  previewReply,
  readText,
  type Speaker,
  TwinFileError,
  twinWith,
  USUAL_DAYS,
} from '../twin/index.ts';
import { NO_TEXT } from './twin-changes.ts';

/** Twins built concurrently for a preview: each takes the CPU for a while, and visitors are waiting too. */
const MADE_AT_ONCE = 1;

/** What a preview of a text needs. */
export interface TextPreviewDeps extends PreviewDeps {
  pool: Pool;
  live: LiveTwin;
  /** The current twin, ready to answer. */
  speaker(): Speaker;
  speakerOf(twin: Twin): Promise<Speaker>;
}

/** Previews a text: whether it is valid, and what the twin would answer with it. */
export function createPreview({ pool, live, speaker, speakerOf, ...deps }: TextPreviewDeps) {
  const semaphore = new Semaphore(MADE_AT_ONCE);

  const speakerWith = async (file: string, text: string, signal: AbortSignal): Promise<Speaker> => {
    const release = await semaphore.acquire(signal);
    try {
      return await speakerOf(
        live.withSettings(await twinWith(pool, live.folder, [{ file, text }], live.days ?? USUAL_DAYS)),
      );
    } finally {
      release();
    }
  };

  return async (
    { file, text, message, mode }: z.infer<typeof twinPreviewBody>,
    signal: AbortSignal,
  ): Promise<TwinPreview> => {
    if (!mayBeAdded(file) && !(await readText(pool, live.folder, file))) throw new AppError('not_found', NO_TEXT);
    try {
      const tried = text === null ? speaker() : await speakerWith(file, text, signal);
      const reply = message === undefined ? null : await previewReply(deps, tried, { message, mode }, signal);
      return { problem: null, reply };
    } catch (error) {
      if (!(error instanceof TwinFileError)) throw error;
      // Another file's line number would be misread as one of this file.
      return { problem: { message: error.message, line: error.file === file ? error.line : null }, reply: null };
    }
  };
}
