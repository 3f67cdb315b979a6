import { createHash } from 'node:crypto';
import { DEFAULT_MODE_ID, EMBEDDED_ID, type ModeId, type Twin } from '@understudy/contract/twin';
import type { twinPreviewBody, twinStageBody } from '@understudy/contract/twin-calls';
import type { StageDemo, StageReply, StageTrial } from '@understudy/contract/twin-stage';
import type { TwinPreview, TwinTextProblem } from '@understudy/contract/twin-texts';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { AppError } from '../../platform/http/app-error.ts';
import { inTurn } from '../../platform/in-turn.ts';
import type { SwitchableModels } from '../../providers/language-model/create-language-model.ts';
import { type ShowDeps, type TriedLine, tryLine } from '../show/index.ts';
import {
  DEFAULT_RETENTION,
  isAddableFile,
  type LiveTwin,
  newestEditId,
  type PreviewDeps,
  type PreviewedLine,
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
/** Twins to keep for another question; each that has answered one holds the search index of all knowledge. */
const MAX_KEPT = 3;
/** The folder may be edited meanwhile, which nothing announces. */
const KEPT_FOR_MS = 5 * 60_000;

/** Dependencies of trials. */
export interface TrialDeps extends Omit<PreviewDeps, 'understand' | 'models'> {
  models: PreviewDeps['models'] & Pick<SwitchableModels, 'complete'>;
  shows: Omit<ShowDeps, 'twin' | 'log'>;
  pool: Pool;
  live: LiveTwin;
  /** The current twin, ready to answer. */
  speaker(): Speaker;
  speakerOf(twin: Twin): Promise<Speaker>;
  understandOf(twin: Twin): PreviewDeps['understand'];
}

type Tried = z.infer<typeof twinPreviewBody>;
/** A text to try; null where the file would be removed. */
type TriedText = { file: string; text: string | null };

/** A twin that was built, and the same ready to answer once it was asked. */
interface Built {
  twin: Twin;
  speaker: Speaker | null;
}

/** Twins with texts that are not saved. */
export interface TwinTrials {
  /** Whether texts make a twin, and what it would reply. @throws AppError `not_found`, `reply_failed` */
  preview(tried: Tried, signal: AbortSignal): Promise<TwinPreview>;
  /** Whether these texts make a twin. @throws TwinFileError when they do not */
  check(texts: readonly TriedText[], signal: AbortSignal): Promise<void>;
  /** The twin with these texts, ready to answer. @throws TwinFileError */
  speakerWith(texts: readonly TriedText[], signal: AbortSignal): Promise<Speaker>;
  /**
   * What it replies to a first message.
   *
   * @param asked with `quick`, without a language model
   * @throws AppError `reply_failed`
   */
  replyOf(
    speaker: Speaker,
    asked: { message: string; mode: ModeId; quick?: boolean },
    signal: AbortSignal,
  ): Promise<string>;
  /** What becomes of a line that is said on stage. @throws AppError `not_found`, `reply_failed` */
  stage(tried: z.infer<typeof twinStageBody>, signal: AbortSignal): Promise<StageTrial>;
}

/** Creates the trials of texts. */
export function createTwinTrials({
  pool,
  live,
  shows,
  speaker,
  speakerOf,
  understandOf,
  ...deps
}: TrialDeps): TwinTrials {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT_BUILDS });
  const kept = new LRUCache<string, Built>({ max: MAX_KEPT, ttl: KEPT_FOR_MS });
  /** The running twin that those kept belong to: settings and saved texts show in all of them. */
  let keptBeside: Twin | null = null;

  const build = async (texts: readonly TriedText[]): Promise<Twin> =>
    live.withSettings(await twinWith(pool, live.folder, texts, live.statedRetention ?? DEFAULT_RETENTION));

  const keptOrBuilt = async (texts: readonly TriedText[]): Promise<Built> => {
    const running = live.twin();
    if (keptBeside !== running) kept.clear();
    keptBeside = running;
    const key = keyOf(await newestEditId(pool), texts);
    const known = kept.get(key);
    if (known) return known;
    const made = { twin: await build(texts), speaker: null };
    if (keptBeside === running) kept.set(key, made);
    return made;
  };
  const check: TwinTrials['check'] = async (texts, signal) => {
    await inTurn(queue, signal, () => keptOrBuilt(texts));
  };
  const speakerWith: TwinTrials['speakerWith'] = async (texts, signal) => {
    if (texts.length === 0) return speaker();
    return inTurn(queue, signal, async () => {
      const built = await keptOrBuilt(texts);
      built.speaker ??= await speakerOf(built.twin);
      return built.speaker;
    });
  };
  const answerOf = (
    tried: Speaker,
    { quick = false, ...asked }: { quick?: boolean } & Omit<PreviewedLine, 'model'>,
    signal: AbortSignal,
  ) =>
    previewReply(
      { ...deps, understand: understandOf(tried.twin) },
      tried,
      { ...asked, model: quick ? EMBEDDED_ID : deps.models.defaultModel() },
      signal,
    );
  const replyOf: TwinTrials['replyOf'] = async (...asked) => (await answerOf(...asked)).text;
  const checkFiles = async (texts: readonly TriedText[]): Promise<void> => {
    for (const { file } of texts)
      if (!isAddableFile(file) && !(await readText(pool, live.folder, file))) throw new AppError('not_found', NO_TEXT);
  };

  return {
    check,
    speakerWith,
    replyOf,
    async preview({ texts, message, mode }, signal) {
      await checkFiles(texts);
      try {
        if (message === undefined) {
          if (texts.length > 0) await check(texts, signal);
          return { problem: null, reply: null };
        }
        const reply = await replyOf(await speakerWith(texts, signal), { message, mode }, signal);
        return { problem: null, reply };
      } catch (error) {
        if (!(error instanceof TwinFileError)) throw error;
        return { problem: problemIn(error), reply: null };
      }
    },
    async stage({ texts, message, mode }, signal) {
      await checkFiles(texts);
      try {
        const tried = await speakerWith(texts, signal);
        const line = await understandOf(tried.twin)(message, { before: null });
        const { direct, ranked, usable } = await tryLine(shows, tried.twin, line, mode);
        const spoken = new Set<string>();
        const asked = { message, mode: DEFAULT_MODE_ID };
        const performed = answerOf(
          tried,
          { ...asked, quick: true, direct: (recalled) => void direct(recalled).demos.map((id) => spoken.add(id)) },
          signal,
        );
        const written =
          deps.models.complete === null
            ? null
            : answerOf(tried, { ...asked, direct: (recalled) => void direct(recalled) }, signal);
        const [performer, model] = await Promise.all([performed, written]);
        return {
          problem: null,
          performer: presentReply(performer),
          model: model && presentReply(model),
          demos: ranked.map((demo) => presentDemo(demo, spoken, usable)),
        };
      } catch (error) {
        if (!(error instanceof TwinFileError)) throw error;
        return { problem: problemIn(error), performer: null, model: null, demos: [] };
      }
    },
  };
}

const presentReply = ({ segments, provider }: AgentReplyAnswer): StageReply => ({ segments, provider });

/** A score with two decimals. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

function presentDemo(
  { script: { id, file, metadata }, ...demo }: TriedLine['ranked'][number],
  spoken: ReadonlySet<string>,
  usable: ReadonlySet<string>,
): StageDemo {
  return {
    ...{ id, file, title: metadata.title },
    score: hundredths(demo.score),
    semantic: hundredths(demo.semantic),
    context: hundredths(demo.context),
    performance: hundredths(demo.performance),
    freshness: hundredths(demo.freshness),
    mode: demo.mode,
    use: spoken.has(id) ? 'spoken' : usable.has(id) ? 'example' : null,
  };
}

function keyOf(newestEdit: number, texts: readonly TriedText[]): string {
  const sorted = texts.map(({ file, text }) => [file, text]).sort();
  return createHash('sha256')
    .update(JSON.stringify([newestEdit, sorted]))
    .digest('base64');
}

export function problemIn({ message, file, line, path }: TwinFileError): TwinTextProblem {
  const parts = path?.map((part) => (typeof part === 'number' ? part : String(part))) ?? null;
  return { message, file, line, path: parts };
}
