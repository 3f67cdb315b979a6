import type { Twin } from '@understudy/contract/twin';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type PQueue from 'p-queue';
import type { Pool } from 'pg';
import type { SpeechUse } from '../features/analytics/speech-use.ts';
import type { HistoryCache } from '../features/conversation/history.ts';
import type { Webhook } from '../features/notifications/webhook.ts';
import type { LiveModel } from '../features/settings/connected-model.ts';
import type { LiveSettings } from '../features/settings/live-settings.ts';
import type { Speaker } from '../features/twin/reply/prepare.ts';
import type { Understand } from '../features/understanding/understanding.ts';
import type { DailyTotals } from '../platform/limits/daily-totals.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import type { Sealer } from '../platform/sealer.ts';
import type { Embedders } from '../providers/embedder/create-embedder.ts';
import type { Complete } from '../providers/language-model/completions.ts';
import type { SwitchableModels } from '../providers/language-model/create-language-model.ts';
import type { Transcribers } from '../providers/transcriber/create-transcribers.ts';
import type { Voices } from '../providers/voice/create-voices.ts';
import type { LimitName } from './limits.ts';
import type { LiveTwin } from './live-twin.ts';
import type { MemoryQueue } from './memory-queue.ts';
import type { ProviderStates } from './provider-states.ts';
import type { RunningTurn } from './running-turn.ts';
import type { SessionAnalyses } from './session-analyses.ts';
import type { SessionCache } from './session-cache.ts';
import type { SessionVoices } from './speech/session-voices.ts';
import type { TokenBudgets } from './token-budgets.ts';
import type { Turn } from './turn.ts';
import type { TurnQueue } from './turn-queue.ts';
import type { VisitorSummaries } from './visitor-summaries.ts';

/** What functions and pages share; created once in create-app. */
export interface AppContext {
  pool: Pool;
  /** Seals secrets in the database. */
  sealer: Sealer;
  /** The current twin. */
  twin(): Twin;
  live: LiveTwin;
  /** That twin, ready to answer by itself. */
  speaker(): Speaker;
  /** The speaker of another twin. */
  speakerOf(twin: Twin): Promise<Speaker>;
  /** The owner's current settings. */
  settings: LiveSettings;
  webhook: Webhook;
  models: SwitchableModels;
  /** The model connected in the dashboard. */
  connectedModel: LiveModel;
  /** Environment variables that name language models, which take precedence over it. */
  chatVariables: string[];
  /** Local ports that may be searched for model servers. */
  localModelPorts: readonly number[];
  limits: RateLimits<LimitName>;
  totals: DailyTotals;
  /** Speech use per conversation, for its cost. */
  speechUse: SpeechUse;
  /** What language models may still use today. */
  budgets: TokenBudgets;
  /** Whole completions on behalf of a session, within the budgets; only if a provider is configured. */
  completeFor(sessionId: string): Complete;
  voices: Voices;
  transcribers: Transcribers;
  embedders: Embedders;
  /** All providers in use, for inspection and tests. */
  providers: ProviderStates;
  /** Site-wide limits of speech per day. */
  speechBudget: { characters: number; seconds: number };
  sessionVoices: SessionVoices;
  /** Limits how many long texts are synthesised at once. */
  longTextQueue: PQueue;
  turnQueue: TurnQueue;
  sessionCache: SessionCache;
  history: HistoryCache;
  /** Reads the visitors' lines. */
  understand: Understand;
  analyses: SessionAnalyses;
  memoryQueue: MemoryQueue;
  converse(turn: Turn, running: RunningTurn): Promise<AgentReplyAnswer>;
  /** Limits concurrent readings of a whole conversation. */
  readingQueue: PQueue;
  visitorSummaries: VisitorSummaries;
  /** Starts work that was requested in a commit at once, instead of at the next poll. */
  nudgeJobs(): void;
  /** Whether the server is stopping. */
  stopping(): boolean;
}
