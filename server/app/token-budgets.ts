/**
 * What language models may use in a day, in tokens: a session, an address, the whole site. Asking reserves what a call may
 * use at most and settles what it did use, so that calls at the same time cannot overdraw a budget together; what a call
 * costs beyond its reservation, by being tried again, is counted all the same. Over a budget nobody is refused: the
 * embedded twin answers, and the owner is told once a day.
 */
import type { BudgetState } from '@understudy/contract/settings';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { LimitConfig } from '../config-limits.ts';
import { keepEvent } from '../features/conversation/events.ts';
import type { SealedDatabase } from '../platform/database/sealed-rows.ts';
import { type DailyTotals, utcDay } from '../platform/limits/daily-totals.ts';
import { createRateLimits } from '../platform/limits/rate-limits.ts';
import type { Complete } from '../providers/language-model/completions.ts';
import type { LanguageModels } from '../providers/language-model/create-language-model.ts';
import type { ReplyRequest, TokenUsage } from '../providers/language-model/port.ts';

const DAY_S = 86_400;
/** Sessions whose address is remembered for what is read in them beside the talk. */
const ADDRESSES_MOST = 20_000;

/** On whose behalf a model is asked; null where nobody in particular is. */
export interface Spender {
  sessionId: string | null;
  address: string | null;
}

/** Tokens that are set aside for one piece of work. */
export interface Reservation {
  /** Counts what the work used in place of what was set aside. */
  settle(usage: readonly TokenUsage[]): void;
}

/** The budgets of an installation. */
export interface TokenBudgets {
  /**
   * Sets tokens aside. Null where one of the budgets has no room for them, or the site has answered its messages of
   * today: then the embedded twin is to do the work.
   */
  reserve(who: Spender, tokens: number): Promise<Reservation | null>;
  /** The address from which a session talks; null where it is not known, as after a restart. */
  addressOf(sessionId: string): string | null;
  /** How the day stands. */
  states(): BudgetState[];
  /** Resolves when everything that was used is counted. */
  settled(): Promise<void>;
}

type Budget = BudgetState['budget'];

/** @param shared whether instances share the database, and with it the counts of sessions and addresses */
export function createTokenBudgets(
  database: SealedDatabase,
  config: Pick<LimitConfig, 'sessionTokensPerDay' | 'addressTokensPerDay' | 'siteTokensPerDay' | 'siteMessagesPerDay'>,
  totals: Pick<DailyTotals, 'add' | 'today' | 'loaded'>,
  { shared, now = () => new Date() }: { shared: boolean; now?: () => Date },
): TokenBudgets {
  const rule = (points: number) => ({ points, durationS: DAY_S, sentence: '', settled: true });
  const limits = createRateLimits(
    { session_tokens: rule(config.sessionTokensPerDay), address_tokens: rule(config.addressTokensPerDay) },
    shared ? database : null,
  );
  const addresses = new Map<string, string>();
  /** Set aside of the site's day and not yet settled. */
  let reserved = 0;
  /** Whom the owner has been told of today. */
  let told = new Set<string>();
  let toldOn = '';
  const underWay = new Set<Promise<void>>();

  const behind = (work: Promise<unknown>): void => {
    // What the database cannot count now is counted for the site, and nobody waits for it.
    const done: Promise<void> = work
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => underWay.delete(done));
    underWay.add(done);
  };
  const reached = (budget: Budget, sessionId: string | null, key = ''): null => {
    const day = utcDay(now());
    if (toldOn !== day) [told, toldOn] = [new Set(), day];
    const isSite = budget === 'site_tokens' || budget === 'site_messages';
    // The site's day is told of once, over restarts too.
    if (told.has(`${budget} ${key}`) || (isSite && totals.today(countName(budget)) > 0)) return null;
    told.add(`${budget} ${key}`);
    totals.add(countName(budget));
    const payload = JSON.stringify({ budget });
    if (sessionId !== null) behind(keepEvent(database.pool, { sessionId, kind: 'budget_reached', payload }));
    return null;
  };

  return {
    async reserve({ sessionId, address }, tokens) {
      if (sessionId !== null && address !== null) remember(addresses, sessionId, address);
      // A restart begins no new day.
      await totals.loaded();
      if (totals.today('messages') > config.siteMessagesPerDay) return reached('site_messages', sessionId);
      if (totals.today('llm_tokens') + reserved + tokens > config.siteTokensPerDay) {
        return reached('site_tokens', sessionId);
      }
      // Before anything is waited for, so that calls at the same time see each other.
      reserved += tokens;
      const taken: ['session_tokens' | 'address_tokens', string][] = [];
      const release = () => {
        reserved -= tokens;
        for (const [name, key] of taken) behind(limits.settle(name, key, -tokens));
      };
      const take = async (name: 'session_tokens' | 'address_tokens', key: string | null) => {
        if (key === null) return true;
        if (!(await limits.reserve(name, key, tokens))) return false;
        taken.push([name, key]);
        return true;
      };
      try {
        if (!(await take('session_tokens', sessionId))) {
          release();
          return reached('session_tokens', sessionId, sessionId ?? '');
        }
        if (!(await take('address_tokens', address))) {
          release();
          return reached('address_tokens', sessionId, address ?? '');
        }
      } catch (error) {
        release();
        throw error;
      }
      let open = true;
      return {
        settle(usage) {
          if (!open) return;
          open = false;
          const used = usage.reduce(
            (sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens,
            0,
          );
          reserved -= tokens;
          if (used > 0) totals.add('llm_tokens', used);
          for (const [name, key] of taken) behind(limits.settle(name, key, used - tokens));
        },
      };
    },
    addressOf: (sessionId) => addresses.get(sessionId) ?? null,
    states: () =>
      [
        { budget: 'site_tokens', limit: config.siteTokensPerDay, used: totals.today('llm_tokens') },
        { budget: 'site_messages', limit: config.siteMessagesPerDay, used: totals.today('messages') },
        { budget: 'address_tokens', limit: config.addressTokensPerDay, used: null },
        { budget: 'session_tokens', limit: config.sessionTokensPerDay, used: null },
      ].map((state) => ({ ...state, reached: totals.today(countName(state.budget as Budget)) }) as BudgetState),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** The daily total that counts who has reached a budget. */
const countName = (budget: Budget) => `reached_${budget}`;

/** The newest are kept. */
function remember(addresses: Map<string, string>, sessionId: string, address: string): void {
  addresses.delete(sessionId);
  addresses.set(sessionId, address);
  if (addresses.size > ADDRESSES_MOST) addresses.delete(addresses.keys().next().value as string);
}

/**
 * Has a reply written within the budgets: by whoever is asked for, or by the embedded twin where there is no room.
 * @param usage what calls of the work have used by its end, however it ends
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
  const reservation = await budgets.reserve(who, tokens);
  if (!reservation) request.model = EMBEDDED_ID;
  try {
    return await write();
  } finally {
    reservation?.settle(usage);
  }
}

/** There is no room in a budget for what was to be asked: it is done without a model. */
export class BudgetSpent extends Error {}

/**
 * Whole completions within the budgets; null where no provider is configured.
 * @throws BudgetSpent from a completion for which there is no room
 */
export function completeWithin(
  budgets: TokenBudgets,
  { complete, mostTokens }: Pick<LanguageModels, 'complete' | 'mostTokens'>,
): ((sessionId: string) => Complete) | null {
  if (!complete) return null;
  return (sessionId) => async (messages, params, signal) => {
    const tokens = mostTokens(messages, params.maxTokens);
    const reservation = await budgets.reserve({ sessionId, address: budgets.addressOf(sessionId) }, tokens);
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
