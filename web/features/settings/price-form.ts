import type { PriceRow, PriceSettings, ProviderState } from '@understudy/contract/settings';
import { t } from '../../platform/texts.ts';
import { listed } from '../../ui/listed.ts';
import { fromTo, type GroupForm, type Problem, readingOf } from './group-forms.ts';

export const PRICE_KINDS = ['chat', 'voice', 'transcription'] as const;
type PriceKind = (typeof PRICE_KINDS)[number];
/** Label of each kind, and what its one or two figures mean. */
export const priceWords = (): Record<PriceKind, { name: string; figures: readonly string[] }> => ({
  chat: {
    name: t('settings.chat'),
    figures: [t('settings.perMillionInputTokens'), t('settings.perMillionOutputTokens')],
  },
  voice: { name: t('settings.voice'), figures: [t('settings.perMillionCharacters')] },
  transcription: { name: t('settings.transcription'), figures: [t('settings.perHourOfAudio')] },
});

/** A price as typed. */
export interface PriceLine {
  kind: PriceKind;
  provider: string;
  model: string;
  figures: string[];
}
export interface PricesForm {
  currency: string;
  rows: PriceLine[];
}

const MAX_PRICE = 1_000_000;
/** Parses an amount with a decimal point or comma. */
function amount(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  const number = /^\d+(\.\d*)?$|^\.\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return number <= MAX_PRICE ? number : null;
}

function figuresOf(row: PriceRow): string[] {
  switch (row.kind) {
    case 'chat':
      return [String(row.per_million_prompt), String(row.per_million_completion)];
    case 'voice':
      return [String(row.per_million_characters)];
    case 'transcription':
      return [String(row.per_hour)];
  }
}

function rowOf({ kind, provider, model, figures }: PriceLine): PriceRow {
  const [first = 0, second = 0] = figures.map((figure) => amount(figure) ?? 0);
  const named = { provider: provider.trim(), model: model.trim() };
  switch (kind) {
    case 'chat':
      return { kind, ...named, per_million_prompt: first, per_million_completion: second };
    case 'voice':
      return { kind, ...named, per_million_characters: first };
    case 'transcription':
      return { kind, ...named, per_hour: first };
  }
}

const nameOf = ({ kind, provider, model }: Pick<PriceLine, 'kind' | 'provider' | 'model'>) =>
  `${kind} ${provider.trim()} ${model.trim()}`;

/** An empty row. */
export const newLine = (kind: PriceKind, provider = '', model = ''): PriceLine => ({
  kind,
  provider,
  model,
  figures: priceWords()[kind].figures.map(() => ''),
});

function rowProblems(row: PriceLine, index: number, rows: readonly PriceLine[]): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, message: string) => problems.push({ field: `rows.${index}.${field}`, message });
  if (row.provider.trim() === '') add('provider', t('settings.enterTheProvider'));
  if (row.model.trim() === '') add('model', t('settings.enterTheModel'));
  else if (rows.findIndex((other) => nameOf(other) === nameOf(row)) < index)
    add('model', t('settings.thisModelIsAlreadyListed'));
  for (const [at, figure] of row.figures.entries()) {
    if (amount(figure) === null) add(`figures.${at}`, t('settings.enterAnAmount0Or'));
  }
  return problems;
}

export const pricesForm: GroupForm<PriceSettings, PricesForm> = {
  toForm: ({ currency, rows }) => ({
    currency,
    rows: rows.map((row) => ({ kind: row.kind, provider: row.provider, model: row.model, figures: figuresOf(row) })),
  }),
  read({ currency, rows }) {
    const problems: Problem[] = [
      ...(/^[A-Z]{3}$/.test(currency) ? [] : [{ field: 'currency', message: t('settings.enterThreeLettersLikeEur') }]),
      ...rows.flatMap(rowProblems),
    ];
    return readingOf(problems, () => ({ currency, rows: rows.map(rowOf) }));
  },
  changes(before, after) {
    const changes =
      before.currency === after.currency
        ? []
        : [fromTo(t('settings.currency'), before.currency, after.currency || '?')];
    const old = new Map(before.rows.map((row) => [nameOf(row), row]));
    for (const row of after.rows) {
      const was = old.get(nameOf(row));
      const words = [row.provider, row.model].filter(Boolean).join(' ') || t('settings.aRow');
      if (!was) changes.push(t('settings.rowAdded', { row: words }));
      else if (was.figures.join() !== row.figures.join()) {
        changes.push(fromTo(words, listed(was.figures), listed(row.figures.map((one) => one || '?'))));
      }
      old.delete(nameOf(row));
    }
    return [
      ...changes,
      ...[...old.values()].map((row) => t('settings.rowRemoved', { row: `${row.provider} ${row.model}` })),
    ];
  },
};

/** Models in use without a price. The embedded ones are free. */
export function unpriced(providers: readonly ProviderState[], rows: readonly PriceLine[]): PriceLine[] {
  const known = new Set(rows.map(nameOf));
  const missing: PriceLine[] = [];
  for (const { kind, provider, host, models } of providers) {
    if (host === null || kind === 'embedding') continue;
    for (const model of models) {
      const line = newLine(kind, provider, model);
      if (!known.has(nameOf(line))) missing.push(line);
      known.add(nameOf(line));
    }
  }
  return missing;
}
