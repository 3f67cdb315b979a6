import { setTimeout as wait } from 'node:timers/promises';
import type { Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import { countLeftovers, countSession, questionReader, rollUpFigures } from '../features/analytics/index.ts';
import { BACKUP_LOOK_EVERY_S, type Backups } from '../features/backups/index.ts';
import {
  ANALYSE_SESSION_JOB,
  FINISH_SESSION_JOB,
  SAVE_HANDOFF_REQUESTS_JOB,
  sweepIdleSessions,
  TELL_HOT_LEAD_JOB,
} from '../features/conversation/index.ts';
import { indexTranscript, rollUpTotals } from '../features/dashboard/index.ts';
import {
  analyseSession,
  finishSession,
  type ModelAnalyst,
  ModelCooldown,
  type SessionAnalyses,
  savedHandoffRequests,
  saveHandoffRequests,
} from '../features/leads/index.ts';
import { type Mail, mailDeliveries, type Reminders, SEND_MAIL_JOB } from '../features/mail/index.ts';
import { type MemoryDeps, rememberConversation } from '../features/memory/index.ts';
import { type Alarms, WATCH_EVERY_S } from '../features/monitoring/index.ts';
import { type LeadNotices, messageDeliveries } from '../features/notifications/index.ts';
import {
  CARRY_OUT_ERASURE_JOB,
  carryOutErasure,
  DELETE_CONVERSATIONS_JOB,
  DELETE_EXPIRED_NOW_JOB,
  deleteConversations,
  FORGET_STATISTICS_JOB,
  type ForgetErased,
  forgetStatistics,
  readRetentionPlan,
  resumeDeletion,
  runRetention,
} from '../features/privacy/index.ts';
import {
  type CalendarSources,
  closeBookingItems,
  READ_BUSY_EVERY_S,
  READ_BUSY_JOB,
  READ_NEW_BUSY_JOB,
  REMOVE_ENTRY_JOB,
  WRITE_BOOKING_JOB,
} from '../features/scheduling/index.ts';
import type { LiveSettings } from '../features/settings/index.ts';
import type { Shows } from '../features/show/index.ts';
import type { SpeechUse } from '../features/speech/index.ts';
import type { Understand } from '../features/understanding/index.ts';
import { type Jobs, type JobWatch, startJobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Sealer } from '../platform/sealer.ts';
import type { Complete } from '../providers/language-model/completions.ts';
import type { LanguageModels } from '../providers/language-model/create-language-model.ts';
import { DELIVERY_TRIES, INTERVALS, type Intervals } from './intervals.ts';

/**
 * A running turn older than this has lost its writer, if several instances share the database: a provider takes at most
 * 60 s, and the rest is a margin.
 */
const SHARED_ABANDONED_AFTER_MS = 90_000;
/** The wait before another attempt to start the jobs. */
const RETRY_AFTER_MS = 5_000;
/** Idle sessions end to the minute, and expired data is deleted to the hour (V6). */
const SWEEP_EVERY_S = 60;
const DELETE_EVERY_S = 3600;
/** Reading a sum includes the changes not rolled up yet, so these should stay few. */
const ROLL_UP_EVERY_S = 60;
/** A message is lost only if the server dies during its last retry, which is rare. */
const LOST_EVERY_S = 3_600;
/** Times of a calendar that the owner has just named stay free no longer than this. */
const READ_NEW_EVERY_S = 60;
/** Reminders come to the minute, and the digest within a quarter of an hour. */
const REMIND_EVERY_S = 60;
const DIGEST_EVERY_S = 900;

/** Work that no visitor's call triggers directly. */
export interface Background {
  /** Starts requested work at once, instead of at the next poll. */
  nudge(): void;
  /** Starts nothing more, and waits for running work; the database may be closed afterwards. */
  stop(): Promise<void>;
}

/** Dependencies of the background work. */
export interface BackgroundDeps {
  pool: Pool;
  log: Logger;
  /** The current twin. */
  twin(): Twin;
  /** Resolves as soon as the database can be used. */
  ready: Promise<void>;
  /** Whether other instances may be writing turns in this database. */
  shared: boolean;
  /** The language models that read conversations, and the receiver of their readings; null if there are none. */
  model:
    | (Pick<ModelAnalyst, 'completeFor'> & { analyses: SessionAnalyses; models: Pick<LanguageModels, 'complete'> })
    | null;
  /** Dependencies of memory; null if nothing is remembered. */
  memory: MemoryDeps | null;
  /** Tells the owner's side of leads and requests. */
  notices?: LeadNotices;
  /** Sends what was queued, and queues reminders and digests. */
  mail?: Pick<Mail, 'send'>;
  reminders?: Pick<Reminders, 'tellDue' | 'queueDigest'>;
  /** Keeps the show of a conversation that is over. */
  shows?: Pick<Shows, 'finish'>;
  /** The calendars beside ours. */
  sources?: Pick<CalendarSources, 'readAll' | 'readNew' | 'write' | 'removeEntryOf'>;
  /** Carries out erasures that a legal hold had postponed; null where nobody lifts holds. */
  erasing?: { sealer: Sealer; forget: ForgetErased } | null;
  /** Makes the daily backup; left out where none is wanted. */
  backups?: Pick<Backups, 'daily'>;
  /** Looks for what is wrong. */
  alarms?: Pick<Alarms, 'watch'>;
  /** Reads the visitors' lines. */
  understand: Understand;
  /** For the owner's time zone. */
  settings: Pick<LiveSettings, 'get'>;
  /** Speech use that is not stored yet. */
  speechUse?: Pick<SpeechUse, 'flush'>;
  jobWatch?: JobWatch;
  /** How often to poll for work that nobody announced with a nudge; tests shorten it. */
  intervals?: Pick<Intervals, 'relayMs' | 'restMs'>;
  /** Retries for a webhook or mail server that does not accept a message. */
  deliveryTries?: typeof DELIVERY_TRIES;
}

/** Cleans up after an earlier run, then starts the scheduled jobs, as soon as the database can be used. */
export function startBackground({
  pool,
  log,
  twin,
  ready,
  shared,
  model,
  memory,
  notices,
  mail,
  reminders,
  speechUse,
  shows,
  sources,
  erasing = null,
  backups,
  alarms,
  understand,
  settings,
  jobWatch,
  intervals = INTERVALS,
  deliveryTries = DELIVERY_TRIES,
}: BackgroundDeps): Background {
  const handoffDeps = { pool, understand, settings };
  let jobs: Jobs | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastModel: Complete | null = null;
  let cooldown = new ModelCooldown();
  /** Analyses conversations with the current model; null while no model is configured or connected. */
  const currentAnalyst = (): ModelAnalyst | null => {
    const complete = model?.models.complete ?? null;
    if (!model || !complete) return null;
    // Another model starts without the cooldown of the previous one.
    if (complete !== lastModel) cooldown = new ModelCooldown();
    lastModel = complete;
    return { pool, completeFor: model.completeFor, signal, cooldown };
  };
  const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
  const start = async (): Promise<void> => {
    await Promise.race([ready, stopped]);
    if (signal.aborted) return;
    // On an unshared database, an earlier process left every turn that is older than this one.
    await sweepIdleSessions(pool, shared ? SHARED_ABANDONED_AFTER_MS : Math.ceil(performance.now()));
    if (signal.aborted) return;
    jobs ??= await startJobs(pool, log, intervals, jobWatch);
    const deleteExpired = async () => {
      const run = await runRetention(pool, readRetentionPlan);
      if (run.state === 'held')
        log.warn({ ...run }, 'nothing was deleted: the clock has leapt, an owner may confirm it');
      else log.info({ ...run }, 'retention');
    };
    await jobs.every('delete_expired', DELETE_EVERY_S, deleteExpired);
    await jobs.answer(DELETE_EXPIRED_NOW_JOB, deleteExpired);
    await jobs.answer(DELETE_CONVERSATIONS_JOB, () => deleteConversations(pool));
    await jobs.answer(FORGET_STATISTICS_JOB, () => forgetStatistics(pool));
    if (erasing) {
      const { sealer, forget } = erasing;
      await jobs.answer(CARRY_OUT_ERASURE_JOB, (id) => carryOutErasure({ pool, sealer }, forget, id));
    }
    if (notices) {
      const deliveries = messageDeliveries(pool);
      const how = { together: true, tries: deliveryTries, givenUp: (id: string) => deliveries.giveUp(id) };
      await jobs.answer(
        TELL_HOT_LEAD_JOB,
        async (id) => {
          await notices.tell(id);
          jobs?.nudge();
        },
        how,
      );
      await jobs.every('give_up_lost_messages', LOST_EVERY_S, () => deliveries.giveUpLost(TELL_HOT_LEAD_JOB));
    }
    if (mail) {
      const deliveries = mailDeliveries(pool);
      const givenUp = (id: string) => deliveries.giveUp(id);
      await jobs.answer(SEND_MAIL_JOB, mail.send, { together: true, tries: deliveryTries, givenUp });
      await jobs.every('give_up_lost_mails', LOST_EVERY_S, () => deliveries.giveUpLost(SEND_MAIL_JOB));
    }
    if (reminders) {
      const thenSend = (queue: () => Promise<void>) => async () => {
        await queue();
        jobs?.nudge();
      };
      await jobs.every('tell_due', REMIND_EVERY_S, thenSend(reminders.tellDue));
      await jobs.every('queue_digest', DIGEST_EVERY_S, thenSend(reminders.queueDigest));
    }
    const tellOf = async (sessionId: string, reasons: Awaited<ReturnType<typeof saveHandoffRequests>>) => {
      if (await notices?.queueRequests(sessionId, reasons, TELL_HOT_LEAD_JOB)) jobs?.nudge();
    };
    const note = async (sessionId: string) => {
      const reasons = await saveHandoffRequests(handoffDeps, sessionId);
      await closeBookingItems(pool, { sessionId });
      await tellOf(sessionId, reasons);
    };
    await jobs.answer(SAVE_HANDOFF_REQUESTS_JOB, note);
    const finish = async (sessionId: string) => {
      await finishSession(handoffDeps, twin(), sessionId, currentAnalyst(), notices?.notifyFrom() ?? null);
      await closeBookingItems(pool, { sessionId });
      await tellOf(sessionId, await savedHandoffRequests(pool, sessionId));
      await indexTranscript(pool, sessionId);
      if (memory) await rememberConversation(memory, sessionId);
      await shows?.finish(sessionId);
      await speechUse?.flush();
      await countSession(pool, questionReader(twin(), understand), sessionId);
    };
    await jobs.answer(FINISH_SESSION_JOB, finish, { together: () => currentAnalyst() !== null });
    if (model) {
      const analyse = async (sessionId: string) => {
        const analyst = currentAnalyst();
        if (analyst) await analyseSession(analyst, model.analyses, sessionId);
      };
      await jobs.answer(ANALYSE_SESSION_JOB, analyse, { together: true });
    }
    if (sources) {
      await jobs.every(READ_BUSY_JOB, READ_BUSY_EVERY_S, () => sources.readAll());
      await jobs.every(READ_NEW_BUSY_JOB, READ_NEW_EVERY_S, () => sources.readNew());
      // A calendar server may be away for a day, as the receiver of a webhook may.
      await jobs.answer(WRITE_BOOKING_JOB, (id) => sources.write(id), { tries: deliveryTries });
      await jobs.answer(REMOVE_ENTRY_JOB, (id) => sources.removeEntryOf(id), { tries: deliveryTries });
    }
    if (backups) await jobs.every('daily_backup', BACKUP_LOOK_EVERY_S, () => backups.daily());
    if (alarms) await jobs.every('watch_installation', WATCH_EVERY_S, () => alarms.watch());
    await jobs.every('fold_session_totals', ROLL_UP_EVERY_S, () => rollUpTotals(pool));
    await jobs.every('fold_figures', ROLL_UP_EVERY_S, () => rollUpFigures(pool));
    await jobs.every('count_left_over', ROLL_UP_EVERY_S, async () => {
      await countLeftovers(pool, questionReader(twin(), understand), { signal });
    });
    await jobs.every('resume_deletion', SWEEP_EVERY_S, async () => {
      const isResumed = await resumeDeletion(pool, async () => jobs?.isPending(DELETE_CONVERSATIONS_JOB) ?? true);
      if (!isResumed) return;
      log.warn('a deletion of conversations that was given up is asked for again');
      jobs?.nudge();
    });
    await jobs.every('sweep_idle_sessions', SWEEP_EVERY_S, async () => {
      await sweepIdleSessions(pool, SHARED_ABANDONED_AFTER_MS);
      jobs?.nudge();
    });
  };
  const startUntilDone = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        return await start();
      } catch (error) {
        log.warn({ err: error }, 'background work will be tried again');
        await wait(RETRY_AFTER_MS, null, { ref: false, signal }).catch(() => undefined);
      }
    }
  };
  const started = startUntilDone();
  return {
    nudge: () => jobs?.nudge(),
    async stop() {
      stopping.abort();
      await started;
      await jobs?.stop();
    },
  };
}
