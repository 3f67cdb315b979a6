import { createHmac, randomUUID } from 'node:crypto';
import type { Language } from '@understudy/contract/languages';
import {
  isMailAddress,
  type MailPreview,
  type MailTemplate,
  type MailTest,
  type Sender,
  TEAM_MAILS,
  TRANSACTIONS,
} from '@understudy/contract/mail';
import type { Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import type { DeliveryOutcome } from '../../platform/database/deliveries.ts';
import { keptSecret } from '../../platform/database/sealed-rows.ts';
import type { Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { capital } from '../../platform/text/wording.ts';
import type { MailSwitch } from '../../providers/mail/create-mail.ts';
import type { MailMessage, MailOutcome } from '../../providers/mail/port.ts';
import { readDigest } from './digest.ts';
import { ITEM_PATH, sealLink, UNSUBSCRIBE_PATH } from './mail-links.ts';
import {
  deleteUnsubscribe,
  dropMail,
  insertMail,
  isUnsubscribed,
  type MailRow,
  mailDeliveries,
  readMail,
  readUnsubscribes,
  saveUnsubscribe,
} from './mail-store.ts';
import { readDueItems } from './reminder-store.ts';
import type { FilledMail, MailData } from './templates/mail-data.ts';
import { renderMail } from './templates/render-mail.ts';
import { sampleMail } from './templates/sample-data.ts';
import { mailTexts } from './texts/mail-texts.ts';

/** How long resending claims an undelivered mail, in milliseconds. */
const CLAIM_MS = 60_000;
/** How long the links of a reminder work. */
const LINK_LIFETIME_MS = 30 * 86_400_000;

/** A mail to be queued. */
export type NewMail = {
  [Name in MailTemplate]: {
    template: Name;
    /** The recipient's address. */
    to: string;
    language: Language;
    data: MailData[Name];
    /** What makes it unique: a second mail with the same key is not sent. It may hold ids, but no address or name. */
    key: string;
    /** The conversation or the visitor that it is about, with which it is erased. */
    sessionId?: string;
    visitorId?: string;
  };
}[MailTemplate];

/** Mails to the owner's people about a conversation, a reminder or a week. */
export type OwnerMail = {
  [Name in MailTemplate]: { template: Name; data: MailData[Name]; key: string; sessionId?: string; visitorId?: string };
}[MailTemplate];

/** Sends mails. */
export interface Mail {
  /** Whether a mail server is configured and this template is switched on. */
  isOn(template: MailTemplate): boolean;
  /**
   * Queues a mail in the caller's transaction; a job sends it once that is committed.
   *
   * Bookings are queued with {@link MailData}'s `BookingMailData`: `{consultant, kind, startsAt, zone, place?, link?,
   * manageUrl, ics}`, times in ISO 8601, `zone` that of the reader, and `ics` with the METHOD and SEQUENCE of this
   * change. The mail to the consultant has `guest`, the visitor's name, besides.
   *
   * @returns false if it is not sent: mail is not configured, the template is switched off, the address is no address
   * or has unsubscribed, or the same mail (`key`) was queued before
   */
  queueMail(db: Queries, mail: NewMail): Promise<boolean>;
  /** Queues a mail to each owner, with the same effect as {@link Mail.queueMail}, in the owner's language. */
  queueForOwners(db: Queries, mail: OwnerMail): Promise<void>;
  /**
   * Sends a queued mail, unless it was delivered or deleted. If the server refuses it for good, it is listed as
   * undelivered.
   *
   * A crash between the server's acceptance and our record of it sends it again, with the same Message-ID.
   *
   * @throws Error if it should be tried again
   */
  send(id: string): Promise<void>;
  /**
   * Sends an undelivered mail again at once; null if there is none with this id.
   *
   * @throws AppError `conflict` while another request is sending it
   */
  sendAgain(id: string): Promise<MailTest | null>;
  /** Sends a test mail to an address. */
  test(to: string): Promise<MailTest>;
  /** A template with sample data. */
  preview(template: MailTemplate, language: Language): MailPreview;
  /** The outcome of the latest mail; null if none was ever sent. */
  lastOutcome(): Promise<DeliveryOutcome | null>;
  /** The templates of which an address has unsubscribed. */
  unsubscribesOf(db: Queries, address: string): Promise<MailTemplate[]>;
  unsubscribe(db: Queries, address: string, template: MailTemplate): Promise<void>;
  /** @returns false if the address gets these mails already */
  resubscribe(db: Queries, address: string, template: MailTemplate): Promise<boolean>;
}

/** Dependencies of mail. */
export interface MailDeps {
  pool: Pool;
  sealer: Sealer;
  /** The configured mail server. */
  servers: Pick<MailSwitch, 'current'>;
  settings: OwnerSettings;
  twin(): Twin;
  /** The base URL of the pages, without a trailing slash. */
  baseUrl: string;
  now(): Date;
}

/** Creates mail. Opens no connection before the first one. */
export function createMail(deps: MailDeps): Mail {
  const { pool, sealer, servers, settings, twin, baseUrl, now } = deps;
  const deliveries = mailDeliveries(pool);
  /** Mails that were accepted although the database could not record it; sending again would deliver them twice. */
  const accepted = new Set<string>();
  const secret = keptSecret({ pool, sealer }, 'mail_addresses');

  const hashOf = async (address: string): Promise<Buffer> =>
    createHmac('sha256', await secret())
      .update(address.trim().toLowerCase())
      .digest();
  const isOn = (template: MailTemplate) => servers.current() !== null && !settings.get('mail').off.includes(template);
  const purposeOf = ({ key, template, recipient }: Pick<MailRow, 'key' | 'template' | 'recipient'>) =>
    `outgoing mail ${key} ${template} ${recipient}`;

  const queueMail: Mail['queueMail'] = async (db, mail) => {
    const { template, to, language, data, key, sessionId = null, visitorId = null } = mail;
    if (!isOn(template) || !isMailAddress(to) || to.toLowerCase().endsWith('@localhost')) return false;
    if (!TRANSACTIONS.has(template) && (await isUnsubscribed(db, await hashOf(to), template))) return false;
    const row = { key, template, recipient: to, language, sessionId, visitorId };
    const sealed = sealer.seal(Buffer.from(JSON.stringify(data)), purposeOf(row));
    return insertMail(db, { ...row, sealed_data: sealed });
  };

  const contextFor = (language: Language, recipient: string, template: MailTemplate) => {
    const { persona } = twin();
    const link = (path: string, token: string) => `${baseUrl}${path}?token=${token}`;
    return {
      language,
      name: persona.name,
      brand: persona.color ?? null,
      zone: settings.get('hours').time_zone,
      baseUrl,
      unsubscribeUrl: TRANSACTIONS.has(template)
        ? null
        : link(UNSUBSCRIBE_PATH, sealLink(sealer, { kind: 'unsubscribe', address: recipient, template, language })),
      itemUrl: (reminder: string, answer: 'done' | 'later') => {
        const expires = now().getTime() + LINK_LIFETIME_MS;
        const token = sealLink(sealer, { kind: 'item', reminder, address: recipient, language, expires });
        return `${link(ITEM_PATH, token)}#${answer}`;
      },
    };
  };

  /** Reads what a mail is rendered from; null if it has nothing to say any more. */
  const fill = async (row: MailRow): Promise<FilledMail | null> => {
    if (row.sealed_data === null) return null;
    const data: unknown = JSON.parse(sealer.open(row.sealed_data, purposeOf(row)).toString('utf8'));
    if (row.template === 'reminder') {
      const { reminderIds, total } = data as MailData['reminder'];
      const items = await readDueItems(pool, reminderIds);
      const left = total - (reminderIds.length - items.length);
      return items.length > 0 ? { template: 'reminder', data: { items, total: left } } : null;
    }
    if (row.template === 'digest') {
      const week = data as MailData['digest'];
      const zone = settings.get('hours').time_zone;
      return { template: 'digest', data: { ...week, ...(await readDigest(pool, week, zone)) } };
    }
    // A link that expired while the mail server was away would only puzzle its reader.
    if (row.template === 'desk_link' && Date.parse((data as MailData['desk_link']).expiresAt) <= now().getTime())
      return null;
    return { template: row.template, data } as FilledMail;
  };

  /** Who gets an answer: the visitor whom a lead is about, or the consultant. */
  const replyToOf = ({ template, data }: FilledMail): Sender | null => {
    if ('reasons' in data) return data.email ? { name: data.name ?? '', address: data.email } : null;
    const { name, contact } = twin().persona;
    return TEAM_MAILS.has(template) ? null : { name, address: contact.email };
  };

  const messageOf = (row: MailRow, filled: FilledMail, from: Sender): MailMessage => {
    const context = contextFor(row.language, row.recipient, row.template);
    const { unsubscribeUrl } = context;
    const replyTo = replyToOf(filled);
    return {
      id: `${row.id}@${from.address.split('@')[1] ?? 'localhost'}`,
      to: row.recipient,
      fromName: from.name || mailTexts(row.language).aiAlone(context.name),
      ...(replyTo ? { replyTo } : {}),
      ...renderMail(filled, context),
      ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    };
  };

  /** Hands a mail to the server and records the outcome; null if it was dropped. */
  const attempt = async (row: MailRow): Promise<MailOutcome | null> => {
    const server = servers.current();
    if (!server) return { ok: false, isFinal: true, status: 0, detail: 'no mail server is configured', tookMs: 0 };
    if (!TRANSACTIONS.has(row.template) && (await isUnsubscribed(pool, await hashOf(row.recipient), row.template))) {
      await dropMail(pool, row.id);
      return null;
    }
    const filled = await fill(row);
    if (!filled) {
      await dropMail(pool, row.id);
      return null;
    }
    const outcome = await server.send(messageOf(row, filled, server.access.from));
    if (outcome.ok) accepted.add(row.id);
    await deliveries.saveOutcome(outcome.ok, outcome.ok ? null : outcome.detail.replaceAll(row.recipient, '…'));
    return outcome;
  };

  const delivered = async (id: string): Promise<void> => {
    await deliveries.markDelivered(id);
    accepted.delete(id);
  };

  return {
    isOn,
    queueMail,
    async queueForOwners(db, mail) {
      if (!isOn(mail.template)) return;
      const { language } = settings.get('mail');
      const { rows } = await db.query<{ id: string; email: string }>(
        "SELECT id, email FROM users WHERE role = 'owner' ORDER BY created_at, id",
      );
      for (const { id, email } of rows) {
        await queueMail(db, { ...mail, to: email, language, key: `${mail.key}:${id}` } as NewMail);
      }
    },
    async send(id) {
      if (accepted.has(id)) return delivered(id);
      const row = await readMail(pool, id);
      if (!row) return;
      if (settings.get('mail').off.includes(row.template))
        return deliveries.giveUp(id, 'these mails were switched off');
      const outcome = await attempt(row);
      if (!outcome) return;
      if (outcome.ok) return delivered(id);
      await deliveries.markRefused(id, outcome.detail);
      if (outcome.isFinal) return deliveries.giveUp(id);
      // The server's own words may name the recipient.
      throw new Error(`the mail server did not take a mail (${outcome.status || 'no answer'})`);
    },
    async sendAgain(id) {
      const claim = await deliveries.claim(id, CLAIM_MS);
      if (claim === 'taken') throw new AppError('conflict', 'This mail is being sent already.');
      if (claim === 'none') return null;
      const row = await readMail(pool, id);
      const outcome = row && (await attempt(row));
      if (!outcome) return null;
      await (outcome.ok ? delivered(id) : deliveries.markRefused(id, outcome.detail));
      return testOf(outcome);
    },
    async test(to) {
      const server = servers.current();
      if (!server) return { ok: false, took_ms: 0, detail: 'No mail server is configured.' };
      const { language } = settings.get('mail');
      const { subject, html, text } = this.preview('digest', language);
      const { address } = server.access.from;
      const id = `${randomUUID()}@${address.split('@')[1] ?? 'localhost'}`;
      const outcome = await server.send({ id, to, subject: `Test: ${subject}`, html, text });
      await deliveries.saveOutcome(outcome.ok, outcome.ok ? null : outcome.detail.replaceAll(to, '…'));
      return testOf(outcome);
    },
    preview(template, language) {
      const context = contextFor(language, 'reader@example.com', template);
      const sample = sampleMail(template, { consultant: twin().persona.name, zone: context.zone, baseUrl });
      // Its links lead nowhere: a preview must not be able to unsubscribe anybody.
      const { subject, html, text } = renderMail(sample, {
        ...context,
        unsubscribeUrl: context.unsubscribeUrl && `${baseUrl}${UNSUBSCRIBE_PATH}`,
        itemUrl: () => `${baseUrl}${ITEM_PATH}`,
      });
      return { subject, html, text };
    },
    lastOutcome: deliveries.readOutcome,
    unsubscribesOf: async (db, address) => readUnsubscribes(db, await hashOf(address)),
    async unsubscribe(db, address, template) {
      await saveUnsubscribe(db, await hashOf(address), address, template);
    },
    resubscribe: async (db, address, template) => deleteUnsubscribe(db, await hashOf(address), template),
  };
}

const testOf = ({ ok, tookMs, detail }: MailOutcome): MailTest => ({ ok, took_ms: tookMs, detail: capital(detail) });
