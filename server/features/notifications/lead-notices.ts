import type { MailTemplate } from '@understudy/contract/mail';
import type { MessageReason } from '@understudy/contract/settings';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Mail, wasJustQueued } from '../mail/index.ts';
import { isCallBeingBooked } from '../scheduling/index.ts';
import { messageDeliveries, queueMessages, readMessage } from './messages.ts';
import type { Webhook } from './webhook.ts';

/** The mails to the owners for each reason; of two, the latter if the visitor only wants a person. */
const TEMPLATES = {
  score: ['lead_hot'],
  call: ['lead_call'],
  complaint: ['lead_complaint', 'lead_handover'],
  person_wanted: ['lead_handover'],
} as const satisfies Record<MessageReason, readonly MailTemplate[]>;

/** For so many minutes, owners are not mailed again that the same visitor wants a person. */
const SAID_AGAIN_AFTER_MIN = 10;

/** Tells the owner's side of notable conversations: by webhook, by mail, or both. */
export interface LeadNotices {
  /** Whether a channel tells of this reason. */
  wants(reason: MessageReason): boolean;
  /** The score from which leads are told; null if no channel tells of scores. */
  notifyFrom(): number | null;
  /**
   * Queues messages about what a conversation asks of a person, each once. A call of whose booking the owners will be
   * mailed is told only if the conversation ends without one; whoever ends it calls this again.
   *
   * @param job the name of the job that calls {@link tell}, keyed by the message's id
   * @returns whether the job may have work
   */
  queueRequests(sessionId: string, reasons: readonly MessageReason[], job: string): Promise<boolean>;
  /**
   * Queues the mails of a message, once, and sends it to the webhook. Without a channel it becomes a dead letter.
   *
   * @throws Error if the webhook did not accept it and it should be retried
   */
  tell(messageId: string): Promise<void>;
}

/** Dependencies of the notices. */
interface NoticeDeps {
  pool: Pool;
  webhook: Pick<Webhook, 'notifyFrom' | 'tell'>;
  mail: Pick<Mail, 'isOn' | 'queueForOwners'>;
  /** The score from which leads are told. */
  threshold(): number;
  /** The URL of a conversation's page. */
  pageOf(sessionId: string): string;
}

/** Creates the notices. */
export function createLeadNotices({ pool, webhook, mail, threshold, pageOf }: NoticeDeps): LeadNotices {
  const hasWebhook = () => webhook.notifyFrom() !== null;
  const wants = (reason: MessageReason) => hasWebhook() || TEMPLATES[reason].some((template) => mail.isOn(template));
  return {
    wants,
    notifyFrom: () => (wants('score') ? threshold() : null),
    async queueRequests(sessionId, reasons, job) {
      const wanted = reasons.filter(wants);
      const isHeld = wanted.includes('call') && mail.isOn('booking_made') && (await isCallBeingBooked(pool, sessionId));
      const told = isHeld ? wanted.filter((reason) => reason !== 'call') : wanted;
      if (told.length > 0) await queueMessages(pool, sessionId, told, job);
      return told.length > 0;
    },
    async tell(id) {
      const lead = await readMessage(pool, id, pageOf);
      if (!lead) return;
      const template = lead.wantsPerson ? 'lead_handover' : TEMPLATES[lead.reason][0];
      const isMailed = mail.isOn(template);
      const { message, session_id: sessionId } = lead;
      // Who asks for a person in words presses the button next, which says the same.
      const isSaid =
        template === 'lead_handover' && (await wasJustQueued(pool, sessionId, template, SAID_AGAIN_AFTER_MIN));
      if (isMailed && !isSaid) {
        const data = {
          name: message.contact_name ?? null,
          company: message.company ?? null,
          email: message.contact_email ?? null,
          phone: message.contact_phone ?? null,
          score: message.lead_score,
          reasons: message.reasons,
          item: message.action_item ?? null,
          url: message.url,
        };
        await inTransaction(pool, (client) =>
          mail.queueForOwners(client, { template, data, key: `notice:${id}`, sessionId }),
        );
      }
      if (isMailed && !hasWebhook()) return messageDeliveries(pool).markDelivered(id);
      return webhook.tell(id);
    },
  };
}
