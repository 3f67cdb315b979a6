import type { FailingJob, JobPurpose } from '@understudy/contract/monitoring';
import { ProviderError } from '../../providers/provider-error.ts';

import {
  ANALYSE_SESSION_JOB,
  FINISH_SESSION_JOB,
  SAVE_HANDOFF_REQUESTS_JOB,
  TELL_HOT_LEAD_JOB,
} from '../conversation/index.ts';
import { SEND_MAIL_JOB } from '../mail/index.ts';
import {
  CARRY_OUT_ERASURE_JOB,
  DELETE_CONVERSATIONS_JOB,
  DELETE_EXPIRED_NOW_JOB,
  FORGET_STATISTICS_JOB,
} from '../privacy/index.ts';
import { READ_BUSY_JOB, READ_NEW_BUSY_JOB, REMOVE_ENTRY_JOB, WRITE_BOOKING_JOB } from '../scheduling/index.ts';

/** What each background job is for; those not listed are `other`. */
const PURPOSES: Readonly<Record<string, JobPurpose>> = {
  sweep_idle_sessions: 'conversations',
  [FINISH_SESSION_JOB]: 'conversations',
  [ANALYSE_SESSION_JOB]: 'conversations',
  [SAVE_HANDOFF_REQUESTS_JOB]: 'conversations',
  delete_expired: 'deletion',
  [DELETE_EXPIRED_NOW_JOB]: 'deletion',
  [DELETE_CONVERSATIONS_JOB]: 'deletion',
  resume_deletion: 'deletion',
  [FORGET_STATISTICS_JOB]: 'deletion',
  [CARRY_OUT_ERASURE_JOB]: 'deletion',
  [TELL_HOT_LEAD_JOB]: 'notices',
  give_up_lost_messages: 'notices',
  [SEND_MAIL_JOB]: 'mail',
  give_up_lost_mails: 'mail',
  tell_due: 'mail',
  queue_digest: 'mail',
  [READ_BUSY_JOB]: 'calendars',
  [READ_NEW_BUSY_JOB]: 'calendars',
  [WRITE_BOOKING_JOB]: 'calendars',
  [REMOVE_ENTRY_JOB]: 'calendars',
  daily_backup: 'backups',
  fold_session_totals: 'figures',
  fold_figures: 'figures',
  count_left_over: 'figures',
};

/** What a job is for. */
export const purposeOf = (job: string): JobPurpose => PURPOSES[job] ?? 'other';

/** How the jobs of this instance have gone since it started. */
export interface JobHealth {
  /** A job may run from now on. */
  onKnown(job: string): void;
  /** A provider's failure is not the job's: it has an alarm of its own. */
  onRun(job: string, failure: unknown): void;
  /** Jobs that may run. */
  known(): string[];
  /** Jobs whose last run was done. */
  done(): string[];
  /** Jobs whose last run has failed. */
  failing(): FailingJob[];
}

/** Creates the health of jobs of which none has run yet. */
export function createJobHealth(now: () => Date): JobHealth {
  const known = new Set<string>();
  const done = new Set<string>();
  const failing = new Map<string, FailingJob>();
  return {
    onRun(job, failure) {
      if (failure instanceof ProviderError) return;
      if (failure === null) {
        done.add(job);
        failing.delete(job);
        return;
      }
      done.delete(job);
      const before = failing.get(job);
      failing.set(job, {
        job,
        purpose: purposeOf(job),
        failures_in_a_row: (before?.failures_in_a_row ?? 0) + 1,
        since: before?.since ?? now().toISOString(),
      });
    },
    onKnown: (job) => void known.add(job),
    known: () => [...known],
    done: () => [...done],
    failing: () => [...failing.values()],
  };
}
