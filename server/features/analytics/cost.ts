import type { Cost, CostRow } from '@understudy/contract/analytics';
import type { PriceRow, PriceSettings } from '@understudy/contract/settings';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import type { TokenUsage } from '../../providers/language-model/port.ts';
import type { DateRange } from '../dashboard/index.ts';
import { FIGURES } from './figures.ts';
import { type Figure, readFigures } from './totals.ts';

const KINDS = ['chat', 'voice', 'transcription'] as const;
const MILLION = 1_000_000;
const HOUR_MS = 3_600_000;

/** What the finished conversations of a span used, and what that cost by the owner's prices. */
export async function readCost(pool: Pool, span: DateRange, prices: PriceSettings): Promise<Cost> {
  const names = [
    FIGURES.sessions,
    FIGURES.chat,
    FIGURES.cached,
    FIGURES.estimated,
    FIGURES.voice,
    FIGURES.transcription,
  ];
  // Usage is summed when a conversation ends; including running ones would count sessions without their cost.
  const figures = await readFigures(pool, names, { from: span.start, to: span.end }, 'counted');
  const sessions = figures.filter(({ name }) => name === FIGURES.sessions).reduce((sum, { count }) => sum + count, 0);
  const estimated = new Set(figures.filter(({ name }) => name === FIGURES.estimated).map(({ key }) => key));
  const cached = new Map(figures.filter(({ name }) => name === FIGURES.cached).map(({ key, count }) => [key, count]));
  const rows = figures
    .flatMap((figure) => {
      const kind = KINDS.find((one) => FIGURES[one] === figure.name);
      if (!kind) return [];
      const own = kind === 'chat' ? figure.key : '';
      return [rowOf(kind, figure, { estimated: estimated.has(own), cached: cached.get(own) ?? 0 }, prices.rows)];
    })
    .sort((one, other) => (other.cost ?? -1) - (one.cost ?? -1) || (nameOf(one) < nameOf(other) ? -1 : 1));
  const total = rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  return { currency: prices.currency, total, sessions, per_session: sessions > 0 ? total / sessions : null, rows };
}

/** For sorting. */
const nameOf = ({ kind, provider, model }: CostRow) => `${kind} ${provider} ${model}`;

/** One line of the table, from a figure of the span. */
function rowOf(
  kind: CostRow['kind'],
  { key, count, sum }: Figure,
  { estimated, cached }: { estimated: boolean; cached: number },
  prices: readonly PriceRow[],
): CostRow {
  const [provider = '', model = ''] = key.split('\t');
  const price = prices.find((row) => row.kind === kind && row.provider === provider && row.model === model);
  return {
    provider,
    model,
    kind,
    prompt_tokens: kind === 'chat' ? count : 0,
    completion_tokens: kind === 'chat' ? sum : 0,
    cached_tokens: cached,
    characters: kind === 'voice' ? count : 0,
    seconds: kind === 'transcription' ? count / 1_000 : 0,
    estimated,
    // The embedded providers cost nothing.
    cost: price ? costOf(price, count, sum) : provider === EMBEDDED_ID ? 0 : null,
  };
}

/** What a call of a language model costs by the owner's prices; null without a price. */
export function costOfTokens(
  { currency, rows }: PriceSettings,
  { provider, model, promptTokens, completionTokens }: TokenUsage,
): { amount: number; currency: string } | null {
  const price = rows.find((row) => row.kind === 'chat' && row.provider === provider && row.model === model);
  return price ? { amount: costOf(price, promptTokens, completionTokens), currency } : null;
}

/**
 * The cost at a price, in its currency.
 * @param count tokens read, characters spoken or milliseconds heard
 * @param sum tokens written
 */
function costOf(price: PriceRow, count: number, sum: number): number {
  if (price.kind === 'chat') return (count * price.per_million_prompt + sum * price.per_million_completion) / MILLION;
  if (price.kind === 'voice') return (count * price.per_million_characters) / MILLION;
  return (count * price.per_hour) / HOUR_MS;
}
