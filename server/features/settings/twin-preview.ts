import { createHash } from 'node:crypto';
import type { TwinPreview, TwinTextProblem } from '@understudy/contract/settings';
import type { Twin } from '@understudy/contract/twin';
import type { twinPreviewBody } from '@understudy/contract/twin-calls';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { AppError } from '../../platform/http/app-error.ts';
import { inTurn } from '../../platform/in-turn.ts';
import {
  DEFAULT_RETENTION,
  isAddableFile,
  type LiveTwin,
  newestEditId,
  type PreviewDeps,
  previewReply,
  readText,
  type Speaker,
  TwinFileError,
  twinWith,
} from '../twin/index.ts';

/** For the name of a text that does not exist. */
export const NO_TEXT = 'The twin has no text of this name.';

/** Twins built at a time for previews: each build takes the CPU from visitors' turns for a while. */
const MAX_CONCURRENT_BUILDS = 1;
/** Twins to keep for another question; each holds the search index of all knowledge. */
const MAX_KEPT = 3;
/** The folder may be edited meanwhile, which nothing announces. */
const KEPT_FOR_MS = 5 * 60_000;

/** Dependencies of a preview. */
export interface TextPreviewDeps extends PreviewDeps {
  pool: Pool;
  live: LiveTwin;
  /** The current twin, ready to answer. */
  speaker(): Speaker;
  speakerOf(twin: Twin): Promise<Speaker>;
}

type Tried = z.infer<typeof twinPreviewBody>;

/** Creates the preview of texts: whether they make a twin, and what it would reply. */
export function createPreview({ pool, live, speaker, speakerOf, ...deps }: TextPreviewDeps) {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_BUILDS });
  const kept = new LRUCache<string, Speaker>({ max: MAX_KEPT, ttl: KEPT_FOR_MS });
  /** The running twin that those kept belong to: settings and saved texts show in all of them. */
  let keptBeside: Twin | null = null;

  const build = async (texts: Tried['texts']): Promise<Twin> =>
    live.withSettings(await twinWith(pool, live.folder, texts, live.statedRetention ?? DEFAULT_RETENTION));

  const speakerWith = async (texts: Tried['texts']): Promise<Speaker> => {
    const running = live.twin();
    if (keptBeside !== running) kept.clear();
    keptBeside = running;
    const key = keyOf(await newestEditId(pool), texts);
    const known = kept.get(key);
    if (known) return known;
    const made = await speakerOf(await build(texts));
    if (keptBeside === running) kept.set(key, made);
    return made;
  };

  return async ({ texts, message, mode }: Tried, signal: AbortSignal): Promise<TwinPreview> => {
    for (const { file } of texts)
      if (!isAddableFile(file) && !(await readText(pool, live.folder, file))) throw new AppError('not_found', NO_TEXT);
    try {
      if (message === undefined) {
        if (texts.length > 0) await inTurn(queue, signal, () => build(texts));
        return { problem: null, reply: null };
      }
      const tried = texts.length === 0 ? speaker() : await inTurn(queue, signal, () => speakerWith(texts));
      return { problem: null, reply: await previewReply(deps, tried, { message, mode }, signal) };
    } catch (error) {
      if (!(error instanceof TwinFileError)) throw error;
      return { problem: problemIn(error), reply: null };
    }
  };
}

function keyOf(newestEdit: number, texts: Tried['texts']): string {
  const sorted = texts.map(({ file, text }) => [file, text]).sort();
  return createHash('sha256')
    .update(JSON.stringify([newestEdit, sorted]))
    .digest('base64');
}

function problemIn({ message, file, line, path }: TwinFileError): TwinTextProblem {
  const parts = path?.map((part) => (typeof part === 'number' ? part : String(part))) ?? null;
  return { message, file, line, path: parts };
}
