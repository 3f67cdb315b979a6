import type { Extract } from '@understudy/contract/leads';
import type { SuggestionAnswer } from '@understudy/contract/takeover';
import { AppError } from '../../platform/http/app-error.ts';
import type { Line } from '../../providers/language-model/port.ts';
import { detachedTurn } from '../conversation/index.ts';
import { NOTHING_KNOWN, type PreviewDeps, recall, type Speaker, writeDetached } from '../twin/index.ts';
import { firstLineFor } from './takeover-hub.ts';
import { readLiveLines, type TakeoverRow } from './takeover-store.ts';
import type { NoteDeps } from './turn-notes.ts';

/** What a suggestion needs. */
export interface SuggestDeps extends NoteDeps, Omit<PreviewDeps, 'understand'> {
  speaker(): Speaker;
  /** What is stored of a conversation; null before its first analysis. */
  storedExtract(sessionId: string): Promise<Extract | null>;
}

/**
 * What the person who has taken over could say next, written by the twin in their place. The visitor sees nothing of
 * it; of a conversation that is not kept, it is made of the lines that the person may read.
 *
 * @throws AppError `reply_failed`, `not_found` while nothing was said
 */
export async function suggestLine(
  deps: SuggestDeps,
  { sessionId, mode, row }: { sessionId: string; mode: string; row: TakeoverRow },
  signal: AbortSignal,
): Promise<SuggestionAnswer> {
  const from = firstLineFor(row) ?? Number.POSITIVE_INFINITY;
  const said = Number.isFinite(from) ? await readLiveLines(deps.pool, sessionId, { after: -1, from, only: null }) : [];
  const lines = said.map(
    ({ speaker, author, text }): Line => ({ speaker, text, ...(author === null ? {} : { author }) }),
  );
  const lastOther = lines.findLastIndex(({ speaker }) => speaker !== 'visitor');
  const open = lines.slice(lastOther + 1);
  if (lines.length === 0) throw new AppError('not_found', 'Nothing was said yet that a reply could be drafted to.');
  const words = open.map(({ text }) => text).join('\n');
  const turn = {
    ...detachedTurn({ words, modeId: mode, model: deps.models.defaultModel(), consent: row.consent }),
    kind: words ? ('message' as const) : ('followup' as const),
  };
  const understood = row.consent ? await deps.storedExtract(sessionId) : null;
  const known = { ...NOTHING_KNOWN, understood, before: understood };
  const recalled = await recall(deps.speaker(), deps.understand, turn, lines.slice(0, lastOther + 1), known);
  recalled.request.systemPrompt += `\n\n${draftingFor(row.person_name ?? 'a person')}`;
  const { text, model } = await writeDetached(deps, turn, recalled, signal);
  return { text, model };
}

const draftingFor = (name: string): string =>
  `${JSON.stringify(name)} is a person of the consultant’s team, has joined this chat, and sends the next line as ` +
  'their own. Draft that line for them: in the first person, as a person writes, short, without pause markers, and ' +
  'without saying that you are an AI. Promise nothing that was not said.';
