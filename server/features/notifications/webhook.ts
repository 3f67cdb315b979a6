import { randomUUID } from 'node:crypto';
import type { NotificationSettings, WebhookTest } from '@understudy/contract/settings';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { type Posted, postOnce } from '../../platform/http/post-once.ts';
import { claimDeadLetter, giveUp } from './dead-letters.ts';
import { markRefused, markTold, readMessage, readOutcome, saveOutcome, type WebhookOutcome } from './messages.ts';
import { signedHeaders } from './signature.ts';

/** How long the other side may take to say that it has a message. */
const TIMEOUT_MS = 10_000;
/** What reading a message and keeping its outcome may take besides. */
const CLAIM_MARGIN_MS = 20_000;

/** Where leads are told that are hot, ask for a call or complain. */
export interface Webhook {
  /** The score from which leads are to be told; null where there is nobody to tell, or it is switched off. */
  notifyFrom(): number | null;
  /** Its host and how the newest sending went; null where none is configured. Never its whole address. */
  describe(): Promise<{ host: string; last: WebhookOutcome | null } | null>;
  /**
   * Tells a lead, unless it was told or is gone. Where there is nobody to tell it becomes a dead letter.
   * @throws Error when the other side does not have it: it is to be tried again
   */
  tell(messageId: string): Promise<void>;
  /** Sends one message of type `test`. */
  test(): Promise<WebhookTest>;
  /**
   * Sends a dead letter once more, now; it stays one where it is not taken. Null where there is none of this id.
   * @throws AppError `conflict` while somebody else sends it
   */
  sendAgain(messageId: string): Promise<WebhookTest | null>;
}

/** What the webhook goes by. */
export interface WebhookOptions {
  pool: Pool;
  /** WEBHOOK_URL and WEBHOOK_SECRET; null where there are none. */
  target: { url: string; secret: string } | null;
  /** What the owner has set: whether it is switched on, and from which score. */
  wanted: () => NotificationSettings;
  /** The address of a conversation's page. */
  pageOf: (sessionId: string) => string;
  timeoutMs?: number;
}

/** Opens no connection before the first message. */
export function createWebhook({ pool, target, wanted, pageOf, timeoutMs = TIMEOUT_MS }: WebhookOptions): Webhook {
  /** Told, though the database could not be told so: sent once more they would be told twice. */
  const told = new Set<string>();

  const send = async (to: { url: string; secret: string }, id: string, message: object): Promise<Posted> => {
    const body = JSON.stringify(message);
    return postOnce(to.url, { headers: signedHeaders(to.secret, id, new Date(), body), body, timeoutMs });
  };

  return {
    notifyFrom: () => (target !== null && wanted().webhook ? wanted().threshold : null),
    async describe() {
      return target && { host: new URL(target.url).host, last: await readOutcome(pool) };
    },
    async tell(id) {
      if (!target) return giveUp(pool, id, 'no WEBHOOK_URL was configured');
      if (!wanted().webhook) return giveUp(pool, id, 'messages were switched off');
      if (!told.has(id)) {
        const lead = await readMessage(pool, id, pageOf);
        if (!lead) return;
        const posted = await send(target, id, lead);
        if (!posted.ok) {
          await saveOutcome(pool, false, problemOf(posted));
          await markRefused(pool, id, problemOf(posted));
          throw new Error(`the webhook did not take a message: ${problemOf(posted)}`);
        }
        told.add(id);
        await saveOutcome(pool, true, null);
      }
      await markTold(pool, id);
      told.delete(id);
    },
    async sendAgain(id) {
      if (!target) return NO_TARGET;
      const claim = await claimDeadLetter(pool, id, timeoutMs + CLAIM_MARGIN_MS);
      if (claim === 'taken') throw new AppError('conflict', 'This message is being sent already.');
      if (claim === 'none') return null;
      const lead = await readMessage(pool, id, pageOf);
      if (!lead) return null;
      const posted = await send(target, id, lead);
      await saveOutcome(pool, posted.ok, posted.ok ? null : problemOf(posted));
      await (posted.ok ? markTold(pool, id) : markRefused(pool, id, problemOf(posted)));
      return outcomeOf(posted);
    },
    async test() {
      if (!target) return NO_TARGET;
      const id = randomUUID();
      const posted = await send(target, id, { type: 'test', id, at: new Date().toISOString() });
      await saveOutcome(pool, posted.ok, posted.ok ? null : problemOf(posted));
      return outcomeOf(posted);
    },
  };
}

const NO_TARGET: WebhookTest = { ok: false, took_ms: 0, detail: 'No WEBHOOK_URL is configured.' };

function outcomeOf(posted: Posted): WebhookTest {
  const detail = posted.ok && 'status' in posted ? `It answered ${posted.status}.` : `${problemOf(posted)}.`;
  return { ok: posted.ok, took_ms: posted.tookMs, detail: capital(detail) };
}

function problemOf(posted: Posted): string {
  if (!('status' in posted)) return posted.problem;
  const led = posted.status >= 300 && posted.status < 400 ? ', and redirects are not followed' : '';
  return `it answered ${posted.status}${led}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
