import type { Twin } from '@understudy/contract/twin';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
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
import type { Semaphore } from '../platform/semaphore.ts';
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

/** What the functions and pages share; made once in create-app. */
export interface AppContext {
  pool: Pool;
  /** Seals what is secret in the database. */
  sealer: Sealer;
  /** The twin as it stands now. */
  twin(): Twin;
  live: LiveTwin;
  /** That twin, ready to answer by itself. */
  speaker(): Speaker;
  /** Another one in its place. */
  speakerOf(twin: Twin): Promise<Speaker>;
  /** What the owner has set, as it is now. */
  settings: LiveSettings;
  webhook: Webhook;
  models: SwitchableModels;
  /** The model that was connected in the dashboard. */
  connectedModel: LiveModel;
  /** Environment variables that name language models, which win over it. */
  chatVariables: string[];
  /** Ports of this machine on which a model server may be looked for. */
  localModelPorts: readonly number[];
  limits: RateLimits<LimitName>;
  totals: DailyTotals;
  /** What each conversation speaks and hears, for its cost. */
  speechUse: SpeechUse;
  /** What language models may still use today. */
  budgets: TokenBudgets;
  /** Whole completions on behalf of a session, within the budgets; only where a provider is configured. */
  completeFor(sessionId: string): Complete;
  voices: Voices;
  transcribers: Transcribers;
  embedders: Embedders;
  /** All providers in use, to be looked at and tried. */
  providers: ProviderStates;
  /** What the whole site may speak and hear on one day. */
  speechBudget: { characters: number; seconds: number };
  sessionVoices: SessionVoices;
  /** Limits how many long texts are spoken whole at once. */
  longTextSemaphore: Semaphore;
  turnQueue: TurnQueue;
  sessionCache: SessionCache;
  history: HistoryCache;
  /** Reads the visitors' lines. */
  understand: Understand;
  analyses: SessionAnalyses;
  memoryQueue: MemoryQueue;
  converse(turn: Turn, running: RunningTurn): Promise<AgentReplyAnswer>;
  /** Limits concurrent readings of a whole conversation. */
  readingSemaphore: Semaphore;
  visitorSummaries: VisitorSummaries;
  /** Work was asked for in a commit: it is begun at once instead of at the next look. */
  nudgeJobs(): void;
  /** Set once the server is stopping. */
  stopping(): boolean;
}
