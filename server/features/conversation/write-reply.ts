import { EMBEDDED_ID } from '@understudy/contract/twin';
import { AppError } from '../../platform/http/app-error.ts';
import type { LanguageModel } from '../../providers/language-model/port.ts';
import { OutputFilter, WITHHELD_SENTENCE } from './output-filter.ts';
import { plainText, SegmentStream, splitReply } from './segments.ts';
import type { Draft, ReplyInput } from './turn.ts';
import type { RunningTurn, TurnEvent } from './turn-queue.ts';

/**
 * The reply stage: writes the reply and sends it as it is written, through the output filter and in segments.
 *
 * @throws AppError `reply_failed` if no word came
 */
export async function writeReply(
  languageModel: LanguageModel,
  recalled: ReplyInput,
  running: Pick<RunningTurn, 'signal' | 'streams' | 'cutBy' | 'sinceBegin' | 'emit'>,
): Promise<Draft> {
  const { request } = recalled;
  const filter = new OutputFilter(recalled.privateText, recalled.canary, request.written?.text);
  const segments = new SegmentStream();
  const draft: Draft = {
    raw: request.continueAfter,
    // A turn cut before the writer identified itself names nobody.
    model: '',
    provider: '',
    knowledge: [],
    notes: [],
    cutBy: null,
    complete: false,
    stopped: null,
    offers: [],
    firstWordMs: null,
  };
  const say = (raw: string) => {
    if (raw) draft.firstWordMs ??= running.sinceBegin();
    for (const event of segments.push(raw)) emit(running, event);
  };
  // Words of an earlier attempt are not this attempt's first word.
  if (request.continueAfter) for (const event of segments.push(request.continueAfter)) emit(running, event);
  const abort = new AbortController();
  const signal = AbortSignal.any([running.signal, abort.signal]);
  request.buffered = !running.streams;
  for await (const chunk of languageModel.reply(request, signal)) {
    if (running.cutBy) break;
    if (chunk.kind === 'end') {
      Object.assign(draft, { ...chunk, raw: draft.raw });
      break;
    }
    const shown = filter.push(chunk.text);
    draft.raw += shown;
    say(shown);
    if (!filter.stopped) continue;
    draft.stopped = filter.stopped;
    draft.complete = true;
    if (filter.stopped === 'withheld') {
      const instead = ` ${WITHHELD_SENTENCE}`;
      draft.raw += instead;
      say(instead);
    }
    abort.abort();
    break;
  }
  draft.cutBy = running.cutBy;
  // A model's reply may have named other topics; a request gets its button either way.
  const isOwn = draft.provider === EMBEDDED_ID;
  if (draft.complete && !draft.stopped) draft.offers = recalled.offers.filter(({ kind }) => isOwn || kind !== 'topic');
  if (draft.cutBy && !running.streams) draft.raw = request.continueAfter;
  if (!draft.cutBy) for (const event of segments.end()) emit(running, event);
  if (!draft.cutBy && !plainText(splitReply(draft.raw))) {
    throw new AppError('reply_failed', 'The twin could not answer just now. Please try again.');
  }
  return draft;
}

/** Sends a piece of the reply to the turn's listeners. */
function emit(running: Pick<RunningTurn, 'emit'>, event: ReturnType<SegmentStream['push']>[number]): void {
  const said: TurnEvent =
    event.kind === 'delta'
      ? { event: 'delta', data: { text: event.text } }
      : { event: 'segment', data: { index: event.index, total: null, ...event.segment } };
  running.emit(said);
}
