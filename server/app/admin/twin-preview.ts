import type { TwinPreview } from '@understudy/contract/settings';
import type { twinPreviewBody } from '@understudy/contract/twin-calls';
import PQueue from 'p-queue';
import type { z } from 'zod';
import { twinWith } from '../../features/twin/change-text.ts';
import { mayBeAdded } from '../../features/twin/editable-files.ts';
import { USUAL_DAYS } from '../../features/twin/placeholders.ts';
import { readText } from '../../features/twin/present-texts.ts';
import type { Speaker } from '../../features/twin/reply/prepare.ts';
import { TwinFileError } from '../../features/twin/twin-file-error.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { inTurn } from '../../platform/in-turn.ts';
import type { AppContext } from '../context.ts';
import { previewReply } from '../preview-reply.ts';
import { NO_TEXT } from './twin-changes.ts';

/** Twins built concurrently for a preview: each takes the CPU for a while, and visitors are waiting too. */
const MADE_AT_ONCE = 1;

/** Previews a text: whether it is valid, and what the twin would answer with it. */
export function createPreview({ pool, live, models, budgets, understand, speaker, speakerOf }: AppContext) {
  const queue = new PQueue({ concurrency: MADE_AT_ONCE });

  const speakerWith = (file: string, text: string, signal: AbortSignal): Promise<Speaker> =>
    inTurn(queue, signal, async () =>
      speakerOf(live.withSettings(await twinWith(pool, live.folder, [{ file, text }], live.days ?? USUAL_DAYS))),
    );

  return async (
    { file, text, message, mode }: z.infer<typeof twinPreviewBody>,
    signal: AbortSignal,
  ): Promise<TwinPreview> => {
    if (!mayBeAdded(file) && !(await readText(pool, live.folder, file))) throw new AppError('not_found', NO_TEXT);
    try {
      const tried = text === null ? speaker() : await speakerWith(file, text, signal);
      const reply =
        message === undefined
          ? null
          : await previewReply({ models, budgets, understand }, tried, { message, mode }, signal);
      return { problem: null, reply };
    } catch (error) {
      if (!(error instanceof TwinFileError)) throw error;
      // Another file's line number would be misread as one of this file.
      return { problem: { message: error.message, line: error.file === file ? error.line : null }, reply: null };
    }
  };
}
