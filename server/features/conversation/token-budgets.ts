import type { BudgetState } from '@understudy/contract/settings';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { KeptUsage } from '../../platform/database/schema.ts';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { type DailyTotals, utcDay } from '../../platform/limits/daily-totals.ts';
import type { LimitConfig } from '../../platform/limits/limits.ts';
import { createQuotas, type QuotaRequest } from '../../platform/limits/quotas.ts';
import type { Complete } from '../../providers/language-model/completions.ts';
import type { LanguageModels } from '../../providers/language-model/create-language-model.ts';
import type { ReplyRequest, TokenUsage } from '../../providers/language-model/port.ts';
import { saveEvent } from './store.ts';

const DAY_S = 86_400;
/** Number of sessions whose address is remembered for background readings. */
const MAX_ADDRESSES = 20_000;

/** On whose behalf a model is asked; nulls if on nobody's. */
interface Spender {
  sessionId: string | null;
  address: string | null;
}

/** The most that a piece of work may use. */
interface Spending {
  tokens: number;
  /** Whether it answers a message. */
  message: boolean;
}

/** The reservation for one piece of work. */
interface Reservation {
  /** Replaces the reserved amount by the actual usage; a message that no model worked on does not count. */
  settle(usage: readonly TokenUsage[]): void;
}

/** An installation's budgets. */
export interface TokenBudgets {
  /** Null if one of the budgets has no room: then the embedded twin does the work. */
  reserve(who: Spender, spending: Spending): Promise<Reservation | null>;
  /** A session's address; null if unknown, as after a restart. */
  addressOf(sessionId: string): string | null;
  /** The state of today's budgets. */
  states(): BudgetState[];
  /** Resolves when all usage is counted. */
  settled(): Promise<void>;
}

type Budget = BudgetState['budget'];
type QuotaName = 'session_tokens' | 'address_tokens' | 'address_messages';

/**
 * Daily budgets of language models: tokens per session, address and site, messages per address and site. A call
 * reserves the most it may use and settles its actual usage, so that concurrent calls cannot overdraw a budget
 * together; what retries cost beyond the reservation still counts. Beyond a budget nobody is refused: the embedded twin
 * answers, and the owner is notified once a day.
 *
 * @param shared whether instances share the database, and with it the counts of sessions and addresses
 * @param onUsage told of the usage of each piece of work
 */
export function createTokenBudgets(
  database: SealedDatabase,
  config: Pick<
    LimitConfig,
    'sessionTokensPerDay' | 'addressTokensPerDay' | 'siteTokensPerDay' | 'addressMessagesPerDay' | 'siteMessagesPerDay'
  >,
  totals: Pick<DailyTotals, 'add' | 'today' | 'loaded'>,
  {
    shared,
    now = () => new Date(),
    onUsage = () => undefined,
  }: { shared: boolean; now?: () => Date; onUsage?: (usage: readonly TokenUsage[]) => void },
): TokenBudgets {
  const rule = (points: number) => ({ points, durationS: DAY_S });
  const quotas = createQuotas<QuotaName>(
    {
      session_tokens: rule(config.sessionTokensPerDay),
      address_tokens: rule(config.addressTokensPerDay),
      address_messages: rule(config.addressMessagesPerDay),
    },
    shared ? database : null,
    now,
  );
  const addresses = new LRUCache<string, string>({ max: MAX_ADDRESSES });
  /** Reserved from the site's day and not yet settled. */
  const reserved = { tokens: 0, messages: 0 };
  /** Budgets that the owner was notified of today. */
  let told = new Set<string>();
  let toldOn = '';
  const underWay = new Set<Promise<void>>();

  /** Does work that nobody waits for. */
  const behind = (work: Promise<unknown>): void => {
    // What the database cannot count now still counts for the site.
    const done: Promise<void> = work
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  /** Notifies the owner of a reached budget, once a day. Returns null, the answer to its reservation. */
  const reached = (budget: Budget, sessionId: string | null, key = ''): null => {
    const day = utcDay(now());
    if (toldOn !== day) [told, toldOn] = [new Set(), day];
    const isSite = budget === 'site_tokens' || budget === 'site_messages';
    // The site's budget is reported once a day, also across restarts.
    if (told.has(`${budget} ${key}`) || (isSite && totals.today(countName(budget)) > 0)) return null;
    told.add(`${budget} ${key}`);
    totals.add(countName(budget));
    const payload = JSON.stringify({ budget });
    if (sessionId !== null) behind(saveEvent(database.pool, { sessionId, kind: 'budget_reached', payload }));
    return null;
  };

  /** The site's budget that has no room for the work; null if both have. */
  const siteFull = ({ tokens, message }: Spending): Budget | null => {
    const messages = totals.today('messages') + reserved.messages;
    if (message && messages >= config.siteMessagesPerDay) return 'site_messages';
    return totals.today('llm_tokens') + reserved.tokens + tokens > config.siteTokensPerDay ? 'site_tokens' : null;
  };

  return {
    async reserve({ sessionId, address }, spending) {
      if (sessionId !== null && address !== null) addresses.set(sessionId, address);
      // A restart does not reset the day.
      await totals.loaded();
      const full = siteFull(spending);
      if (full) return reached(full, sessionId);
      const hold = await quotas.reserve(quotasOf({ sessionId, address }, spending));
      if ('full' in hold) return reached(hold.full.name, sessionId, hold.full.key);
      // Others may have used up the site's day meanwhile.
      const sinceFull = siteFull(spending);
      if (sinceFull) {
        behind(hold.settle({}));
        return reached(sinceFull, sessionId);
      }
      const { tokens } = spending;
      const messages = spending.message ? 1 : 0;
      reserved.tokens += tokens;
      reserved.messages += messages;
      let open = true;
      return {
        settle(usage) {
          if (!open) return;
          open = false;
          onUsage(usage);
          const used = usage.reduce(
            (sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens,
            0,
          );
          const answered = usage.length > 0 ? messages : 0;
          reserved.tokens -= tokens;
          reserved.messages -= messages;
          if (used > 0) totals.add('llm_tokens', used);
          if (answered > 0) totals.add('messages', answered);
          behind(hold.settle({ session_tokens: used, address_tokens: used, address_messages: answered }));
        },
      };
    },
    addressOf: (sessionId) => addresses.get(sessionId) ?? null,
    states: () =>
      [
        { budget: 'site_tokens', limit: config.siteTokensPerDay, used: totals.today('llm_tokens') },
        { budget: 'site_messages', limit: config.siteMessagesPerDay, used: totals.today('messages') },
        { budget: 'address_tokens', limit: config.addressTokensPerDay, used: null },
        { budget: 'address_messages', limit: config.addressMessagesPerDay, used: null },
        { budget: 'session_tokens', limit: config.sessionTokensPerDay, used: null },
      ].map((state) => ({ ...state, reached: totals.today(countName(state.budget as Budget)) }) as BudgetState),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** What a piece of work takes from the quotas of its session and its address. */
function quotasOf({ sessionId, address }: Spender, { tokens, message }: Spending): QuotaRequest<QuotaName>[] {
  const requests: QuotaRequest<QuotaName>[] = [];
  if (sessionId !== null) requests.push({ name: 'session_tokens', key: sessionId, points: tokens });
  if (address !== null) {
    requests.push({ name: 'address_tokens', key: address, points: tokens });
    if (message) requests.push({ name: 'address_messages', key: address, points: 1 });
  }
  return requests;
}

/** The daily total that counts who has reached a budget. */
const countName = (budget: Budget) => `reached_${budget}`;

/**
 * Writes a reply within the budgets: by the requested model, or by the embedded twin if there is no room.
 *
 * @param usage usage of the work's calls by its end, however it ends
 */
export async function withinBudget<Result>(
  { budgets, languageModel }: { budgets: TokenBudgets; languageModel: Pick<LanguageModels, 'mostTokens'> },
  who: Spender,
  request: ReplyRequest,
  usage: readonly TokenUsage[],
  write: () => Promise<Result>,
): Promise<Result> {
  const tokens = languageModel.mostTokens(request);
  if (tokens === 0) return write();
  // Continuing a reply that a lost connection cut is not another message.
  const reservation = await budgets.reserve(who, { tokens, message: request.continueAfter === '' });
  if (!reservation) request.model = EMBEDDED_ID;
  try {
    return await write();
  } finally {
    reservation?.settle(usage);
  }
}

/** A budget has no room for the call: the work is done without a model. */
export class BudgetSpent extends Error {}

/**
 * Whole completions within the budgets, by the provider configured at the time of the call.
 *
 * @throws BudgetSpent from a completion for which there is no room, or no provider any more
 */
export function completeWithin(
  budgets: TokenBudgets,
  models: Pick<LanguageModels, 'complete' | 'mostTokens'>,
): (sessionId: string) => Complete {
  return (sessionId) => async (messages, params, signal) => {
    const { complete } = models;
    if (!complete) throw new BudgetSpent();
    const tokens = models.mostTokens(messages, params.maxTokens);
    const who = { sessionId, address: budgets.addressOf(sessionId) };
    const reservation = await budgets.reserve(who, { tokens, message: false });
    if (!reservation) throw new BudgetSpent();
    const usage: TokenUsage[] = [];
    const onUsage = (used: TokenUsage) => {
      usage.push(used);
      params.onUsage?.(used);
    };
    try {
      return await complete(messages, { ...params, onUsage }, signal);
    } finally {
      reservation.settle(usage);
    }
  };
}

/** Usage of calls in the form of the column `turns.usage`; null for none, which leaves the column unchanged. */
export function keptUsage(usage: readonly TokenUsage[]): KeptUsage[] | null {
  if (usage.length === 0) return null;
  return usage.map(({ provider, model, promptTokens, completionTokens, cachedTokens, estimated }) => ({
    provider,
    model,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    ...(cachedTokens === null ? {} : { cached_tokens: cachedTokens }),
    estimated,
  }));
}

/** {@link keptUsage} as JSON, for a parameter of a statement. */
export function presentUsage(usage: readonly TokenUsage[]): string | null {
  const kept = keptUsage(usage);
  return kept && JSON.stringify(kept);
}

/** Saves the usage of a turn whose end is not saved, because it failed or another writer was first. */
export async function saveTurnUsage(
  pool: Pool,
  turn: { sessionId: string; turnId: string },
  usage: readonly TokenUsage[],
): Promise<void> {
  if (usage.length === 0) return;
  await pool.query(
    `UPDATE turns SET usage = coalesce(usage || $3::jsonb, $3::jsonb) WHERE session_id = $1 AND turn_id = $2`,
    [turn.sessionId, turn.turnId, presentUsage(usage)],
  );
}

/**
 * Saves the usage of a completion outside of turns (`{provider}_chat`, a reading, a summary). Does nothing if the
 * session no longer exists.
 */
export async function saveCompletionUsage(pool: Pool, sessionId: string, usage: readonly TokenUsage[]): Promise<void> {
  if (usage.length === 0) return;
  await pool.query({
    name: 'save_completion_usage',
    text: `INSERT INTO plain_completions (session_id, usage)
           SELECT id, $2::jsonb FROM sessions WHERE id = $1 FOR KEY SHARE`,
    values: [sessionId, presentUsage(usage)],
  });
}
