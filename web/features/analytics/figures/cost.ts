import type { Cost, CostRow } from '@understudy/contract/analytics';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { durationWords, moneyWords } from '../words.ts';
import { columns, type FigureTable, NOTHING } from './table.ts';

const KIND_WORDS: Record<CostRow['kind'], string> = {
  chat: 'Words',
  voice: 'Speech',
  transcription: 'Hearing',
};

export const rowName = ({ provider, model }: CostRow) => (model === '' ? provider : `${model} at ${provider}`);

/** The part of the prompts served from the provider's cache. */
const cachedWords = ({ cached_tokens: cached }: CostRow) =>
  cached > 0 ? ` (${numberWords(cached)} of them cached)` : '';

/** Usage: '1,204 tokens read, 96 written', '12,000 characters spoken', '41 min 3 s heard'. */
export function usedWords(row: CostRow): string {
  const used = {
    chat: `${numberWords(row.prompt_tokens)} tokens read${cachedWords(row)}, ${numberWords(row.completion_tokens)} written`,
    voice: `${counted(row.characters, 'character')} spoken`,
    transcription: `${durationWords(row.seconds * 1000)} heard`,
  }[row.kind];
  return row.estimated ? `${used} (partly estimated)` : used;
}

/** Most expensive first; rows without a price last. */
export const orderedCosts = (rows: readonly CostRow[]): CostRow[] =>
  rows.toSorted((one, other) => (other.cost ?? -1) - (one.cost ?? -1));

export const unpriced = (rows: readonly CostRow[]) => rows.filter(({ cost }) => cost === null);

export function costWords({ currency, total, sessions, per_session: each, rows }: Cost): string {
  if (total === 0 && unpriced(rows).length > 0) return 'What a conversation costs is not known yet.';
  if (each === null) return `${moneyWords(total, currency)} in total.`;
  return (
    `${moneyWords(each, currency)} a conversation: ${moneyWords(total, currency)} for ` +
    `${counted(sessions, 'conversation')}.`
  );
}

/** 'There is no price for a, b and c, so the sum is without them.'; empty if every row has one. */
export function unpricedWords(rows: readonly CostRow[]): string {
  const names = unpriced(rows).map(rowName);
  if (names.length === 0) return '';
  const listed = new Intl.ListFormat('en-GB').format(names);
  return `There is no price for ${listed}, so the sum is without ${names.length === 1 ? 'it' : 'them'}.`;
}

export const costTable = ({ currency, rows }: Cost): FigureTable => ({
  columns: columns('Model and provider', 'For', 'Used', 'Cost'),
  rows: orderedCosts(rows).map((row) => [
    rowName(row),
    KIND_WORDS[row.kind],
    usedWords(row),
    row.cost === null ? NOTHING : moneyWords(row.cost, currency),
  ]),
});
