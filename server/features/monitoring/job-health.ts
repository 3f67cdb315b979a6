import type { FailingJob, JobPurpose } from '@understudy/contract/monitoring';

/** What each background job is for; those not listed are `other`. */
const PURPOSES: Readonly<Record<string, JobPurpose>> = {
  sweep_idle_sessions: 'conversations',
  finish_session: 'conversations',
  analyse_session: 'conversations',
  save_handoff_requests: 'conversations',
  delete_expired: 'deletion',
  delete_expired_now: 'deletion',
  delete_conversations: 'deletion',
  resume_deletion: 'deletion',
  forget_statistics: 'deletion',
  carry_out_erasure: 'deletion',
  tell_hot_lead: 'notices',
  give_up_lost_messages: 'notices',
  send_mail: 'mail',
  give_up_lost_mails: 'mail',
  tell_due: 'mail',
  queue_digest: 'mail',
  read_busy: 'calendars',
  write_booking: 'calendars',
  remove_entry: 'calendars',
  daily_backup: 'backups',
  fold_session_totals: 'figures',
  fold_figures: 'figures',
  count_left_over: 'figures',
};

/** What a job is for. */
export const purposeOf = (job: string): JobPurpose => PURPOSES[job] ?? 'other';

/** How the jobs of this instance have gone since it started. */
export interface JobHealth {
  onRun(job: string, done: boolean): void;
  /** Jobs whose last run was done. */
  done(): string[];
  /** Jobs whose last run has failed. */
  failing(): FailingJob[];
}

/** Creates the health of jobs of which none has run yet. */
export function createJobHealth(now: () => Date): JobHealth {
  const done = new Set<string>();
  const failing = new Map<string, FailingJob>();
  return {
    onRun(job, isDone) {
      if (isDone) {
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
    done: () => [...done],
    failing: () => [...failing.values()],
  };
}
