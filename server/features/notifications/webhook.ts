import { createHmac, randomUUID } from 'node:crypto';
import type { NotificationSettings, WebhookTest } from '@understudy/contract/settings';
import type { Pool } from 'pg';
import type { DeliveryOutcome } from '../../platform/database/deliveries.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Posted, postOnce } from '../../platform/http/post-once.ts';
import { capital } from '../../platform/text/wording.ts';
import { messageDeliveries, readMessage } from './messages.ts';

/** How long the receiver may take to acknowledge a message. */
const TIMEOUT_MS = 10_000;
/** How much longer than its sending a dead letter is claimed, for reading it and recording the outcome. */
const CLAIM_MARGIN_MS = 20_000;

/** Notifies a webhook of leads that are hot, request a call or complain. */
export interface Webhook {
  /** The score from which leads are reported; null if no webhook is configured or it is switched off. */
  notifyFrom(): number | null;
  /**
   * The webhook's host, never its whole address, and the outcome of the latest delivery; null if none is configured.
   */
  describe(): Promise<{ host: string; last: DeliveryOutcome | null } | null>;
  /**
   * Sends a message, unless it was delivered already or its conversation is gone. If there is no receiver, it becomes
   * a dead letter.
   *
   * @throws Error if the receiver did not accept it and it should be retried
   */
  tell(messageId: string): Promise<void>;
  /** Sends a message of type `test`. */
  test(): Promise<WebhookTest>;
  /**
   * Retries a dead letter at once; it remains one if the receiver does not accept it. Null if there is none with this
   * id.
   *
   * @throws AppError `conflict` while another request is sending it
   */
  sendAgain(messageId: string): Promise<WebhookTest | null>;
}

/** How messages are sent. */
interface WebhookOptions {
  pool: Pool;
  /** WEBHOOK_URL and WEBHOOK_SECRET; null if they are not set. */
  target: { url: string; secret: string } | null;
  /** The owner's settings: whether it is switched on, and from which score. */
  wanted: () => NotificationSettings;
  /** The URL of a conversation's page. */
  pageOf: (sessionId: string) => string;
  timeoutMs?: number;
}

/** Creates the webhook. Opens no connection before the first message. */
export function createWebhook({ pool, target, wanted, pageOf, timeoutMs = TIMEOUT_MS }: WebhookOptions): Webhook {
  /** Messages that were delivered although the database could not record it; retrying would deliver them twice. */
  const told = new Set<string>();
  const deliveries = messageDeliveries(pool);

  const send = async (to: { url: string; secret: string }, id: string, message: object): Promise<Posted> => {
    const body = JSON.stringify(message);
    return postOnce(to.url, { headers: signedHeaders(to.secret, id, new Date(), body), body, timeoutMs });
  };

  return {
    notifyFrom: () => (target !== null && wanted().webhook ? wanted().threshold : null),
    async describe() {
      return target && { host: new URL(target.url).host, last: await deliveries.readOutcome() };
    },
    async tell(id) {
      if (!target) return deliveries.giveUp(id, 'no WEBHOOK_URL was configured');
      if (!wanted().webhook) return deliveries.giveUp(id, 'messages were switched off');
      if (!told.has(id)) {
        const lead = await readMessage(pool, id, pageOf);
        if (!lead) return;
        const posted = await send(target, id, lead.message);
        if (!posted.ok) {
          await deliveries.saveOutcome(false, problemOf(posted));
          await deliveries.markRefused(id, problemOf(posted));
          throw new Error(`the webhook did not take a message: ${problemOf(posted)}`);
        }
        told.add(id);
        await deliveries.saveOutcome(true, null);
      }
      await deliveries.markDelivered(id);
      told.delete(id);
    },
    async sendAgain(id) {
      if (!target) return NO_TARGET;
      const claim = await deliveries.claim(id, timeoutMs + CLAIM_MARGIN_MS);
      if (claim === 'taken') throw new AppError('conflict', 'This message is being sent already.');
      if (claim === 'none') return null;
      const lead = await readMessage(pool, id, pageOf);
      if (!lead) return null;
      const posted = await send(target, id, lead.message);
      await deliveries.saveOutcome(posted.ok, posted.ok ? null : problemOf(posted));
      await (posted.ok ? deliveries.markDelivered(id) : deliveries.markRefused(id, problemOf(posted)));
      return outcomeOf(posted);
    },
    async test() {
      if (!target) return NO_TARGET;
      const id = randomUUID();
      const posted = await send(target, id, { type: 'test', id, at: new Date().toISOString() });
      await deliveries.saveOutcome(posted.ok, posted.ok ? null : problemOf(posted));
      return outcomeOf(posted);
    },
  };
}

/** The outcome without a receiver. */
const NO_TARGET: WebhookTest = { ok: false, took_ms: 0, detail: 'No WEBHOOK_URL is configured.' };

function outcomeOf(posted: Posted): WebhookTest {
  const detail = posted.ok && 'status' in posted ? `It answered ${posted.status}.` : `${problemOf(posted)}.`;
  return { ok: posted.ok, took_ms: posted.tookMs, detail: capital(detail) };
}

/** Why the receiver did not accept a message, in a sentence without its full stop. */
function problemOf(posted: Posted): string {
  if (!('status' in posted)) return posted.problem;
  const led = posted.status >= 300 && posted.status < 400 ? ', and redirects are not followed' : '';
  return `it answered ${posted.status}${led}`;
}

/**
 * The headers of a message according to the Standard Webhooks specification: an id that is the same for every
 * attempt, the time of sending in seconds, and `v1,` with the base64 of HMAC-SHA256 over `id.timestamp.body`.
 *
 * @param secret `whsec_` followed by the key in base64, as that specification's libraries write it; any other text is
 * the key itself
 */
function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Understudy',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}
