import type { Twin } from '@understudy/contract/twin';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import type { HistoryCache } from '../features/conversation/history.ts';
import type { DailyTotals } from '../platform/limits/daily-totals.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import type { LanguageModels } from '../providers/language-model/create-language-model.ts';
import type { KnownSessions } from './known-sessions.ts';
import type { LimitName } from './limits.ts';
import type { RunningTurn } from './running-turn.ts';
import type { SessionLanes } from './session-lanes.ts';
import type { Turn } from './turn.ts';

/** What the functions and pages share; made once in create-app. */
export interface AppContext {
  pool: Pool;
  twin(): Twin;
  models: LanguageModels;
  limits: RateLimits<LimitName>;
  totals: DailyTotals;
  /** Messages that the whole site may answer on one day. */
  siteMessagesPerDay: number;
  lanes: SessionLanes;
  knownSessions: KnownSessions;
  history: HistoryCache;
  converse(turn: Turn, running: RunningTurn): Promise<AgentReplyAnswer>;
  /** Set once the server is stopping. */
  stopping(): boolean;
}
