import type { NoticeReason } from '@understudy/contract/admin';
import type { MailTemplate } from '@understudy/contract/mail';
import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Mail } from '../mail/index.ts';
import { messageDeliveries, readMessage } from './messages.ts';
import type { Webhook } from './webhook.ts';

/** The mails to the owners for each reason; of two, the latter if the visitor only wants a person. */
const TEMPLATES = {
  score: ['lead_hot'],
  call: ['lead_call'],
  complaint: ['lead_complaint', 'lead_handover'],
} as const satisfies Record<NoticeReason, readonly MailTemplate[]>;

/** Tells the owner's side of notable conversations: by webhook, by mail, or both. */
export interface LeadNotices {
  /** Whether a channel tells of this reason. */
  wants(reason: NoticeReason): boolean;
  /** The score from which leads are told; null if no channel tells of scores. */
  notifyFrom(): number | null;
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
  const wants = (reason: NoticeReason) => hasWebhook() || TEMPLATES[reason].some((template) => mail.isOn(template));
  return {
    wants,
    notifyFrom: () => (wants('score') ? threshold() : null),
    async tell(id) {
      const lead = await readMessage(pool, id, pageOf);
      if (!lead) return;
      const template = lead.wantsPerson ? 'lead_handover' : TEMPLATES[lead.reason][0];
      const isMailed = mail.isOn(template);
      if (isMailed) {
        const { message, session_id: sessionId } = lead;
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
