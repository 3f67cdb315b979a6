import { randomUUID } from 'node:crypto';
import type { Page } from '@understudy/contract/admin';
import { deadLettersQuery } from '@understudy/contract/admin-calls';
import {
  type MailConnection,
  type MailPreview,
  type MailTest,
  readSender,
  type UndeliveredMail,
} from '@understudy/contract/mail';
import {
  emptyBody,
  mailConnectionBody,
  mailPreviewQuery,
  mailResubscribeBody,
  mailTestBody,
} from '@understudy/contract/settings-calls';
import type { z } from 'zod';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import type { Logger } from '../../platform/log.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { capital, sentence } from '../../platform/text/wording.ts';
import { createMailSwitch, type MailAccess } from '../../providers/mail/create-mail.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { deleteUndelivered, listUndelivered, type Mail } from '../mail/index.ts';
import { type FollowedRow, followRow } from './follow-row.ts';

const NO_MAIL = 'There is no such mail any more.';

/** Dependencies of the routes for mail. */
export interface MailRouteDeps {
  mail: Mail;
  /** The server connected in the dashboard. */
  connectedMail: LiveMail;
  /** SMTP_URL and MAIL_FROM, which take precedence; null if they are not set. */
  environment: MailAccess | null;
}

/** A mail server connected in the dashboard. */
interface ConnectedMail extends MailAccess {
  connectedAt: Date;
  connectedBy: string;
}

/** The connected mail server, cached, as followed by every instance. */
type LiveMail = FollowedRow<ConnectedMail>;

/** The row of `connected_mail`. */
interface MailServerRow {
  id: string;
  host: string;
  port: number;
  secure: boolean;
  user_name: string | null;
  sealed_password: Buffer | null;
  sender: string;
  connected_at: Date;
  connected_by: string;
}

/**
 * Mounts `/mail`: the mail server, a test, previews of the templates, and mails that were not delivered. All later
 * mails, with sign-in links in some, go by the server that is connected here, so that connecting needs recent
 * reauthentication.
 */
export function mountMail(
  { http, pool, sealer, guard, limits, actorOf }: AdminScope,
  { mail, connectedMail, environment }: MailRouteDeps,
): void {
  const present = async (email: string): Promise<MailConnection> => {
    const kept = environment ? null : connectedMail.get();
    const access = environment ?? kept;
    return {
      environment: environment ? ['SMTP_URL', 'MAIL_FROM'] : [],
      server: access && {
        host: access.host,
        port: access.port,
        secure: access.secure,
        user: access.user,
        has_password: access.password !== null,
        from: senderText(access.from),
        connected_at: kept?.connectedAt.toISOString() ?? null,
        connected_by: kept?.connectedBy ?? null,
      },
      unsubscribed: await mail.unsubscribesOf(pool, email),
      last: await mail.lastOutcome(),
    };
  };

  http.get('/mail', (request): Promise<MailConnection> => present(actorOf(request).email));

  http.put('/mail', async (request): Promise<MailConnection> => {
    const actor = await guard.requireFresh(request);
    if (environment) throw new AppError('conflict', 'SMTP_URL is set: the environment says by which server to send.');
    await limits.take('admin_tests', actor.email);
    const access = accessOf(parseBody(mailConnectionBody, request.body), connectedMail.get());
    const trial = createMailSwitch();
    trial.use(access);
    const { ok, detail } = (await trial.current()?.verify()) ?? { ok: false, detail: '' };
    trial.close();
    if (!ok) throw new AppError('conflict', `${sentence(capital(detail))} Nothing was changed.`);
    await inTransaction(pool, async (client) => {
      await saveMailServer(client, sealer, access, actor.email);
      const { host, port } = access;
      await audit(client, actor, 'mail_connected', { host, port, from: access.from.address });
    });
    // It is stored; if this poll fails, the next one finds it.
    await connectedMail.refresh().catch(() => undefined);
    return present(actor.email);
  });

  http.delete('/mail', async (request): Promise<MailConnection> => {
    const actor = await guard.requireFresh(request);
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ host: string }>('DELETE FROM connected_mail RETURNING host');
      if (!rows[0]) throw new AppError('not_found', 'No mail server is connected any more.');
      await audit(client, actor, 'mail_disconnected', { host: rows[0].host });
    });
    await connectedMail.refresh().catch(() => undefined);
    return present(actor.email);
  });

  http.post('/mail/test', async (request): Promise<MailTest> => {
    const actor = actorOf(request);
    const { to } = parseBody(mailTestBody, request.body);
    await limits.take('admin_tests', actor.email);
    const tested = await mail.test(to);
    await audit(pool, actor, 'mail_tested', { ok: tested.ok, took_ms: tested.took_ms });
    return tested;
  });

  http.get('/mail/preview', async (request): Promise<MailPreview> => {
    const { template, language } = parseBody(mailPreviewQuery, request.query);
    return mail.preview(template, language);
  });

  http.post('/mail/resubscribe', async (request): Promise<MailConnection> => {
    const actor = actorOf(request);
    const { template } = parseBody(mailResubscribeBody, request.body);
    await mail.resubscribe(pool, actor.email, template);
    return present(actor.email);
  });

  http.get('/mail/undelivered', async (request): Promise<Page<UndeliveredMail>> => {
    const { cursor, limit } = parseBody(deadLettersQuery, request.query);
    return listUndelivered(pool, cursor, limit);
  });

  http.post('/mail/undelivered/:id/send', async (request): Promise<MailTest> => {
    const id = idOf(request, 'id', NO_MAIL);
    const actor = actorOf(request);
    parseBody(emptyBody, request.body);
    await limits.take('admin_resends', actor.email);
    const outcome = orNotFound(await mail.sendAgain(id), NO_MAIL);
    await audit(pool, actor, 'mail_sent_again', { id, ok: outcome.ok });
    return outcome;
  });

  http.delete('/mail/undelivered/:id', async (request, reply) => {
    const id = idOf(request, 'id', NO_MAIL);
    orNotFound((await deleteUndelivered(pool, id)) || null, NO_MAIL);
    return reply.code(204).send();
  });
}

const senderText = ({ name, address }: MailAccess['from']) => (name ? `${name} <${address}>` : address);

/** The server in a body, with the stored password if the body has none. */
function accessOf(body: z.infer<typeof mailConnectionBody>, kept: ConnectedMail | null): MailAccess {
  const { host, port, secure, user, password, from } = body;
  // A password is sent only to the server for which it was entered.
  const isSame = kept?.host === host && kept.port === port && kept.user === user && kept.secure === secure;
  const sender = readSender(from);
  if (!sender) throw new AppError('invalid_request', 'The field "from" does not fit: must be an address.');
  return {
    host,
    port,
    secure,
    user,
    password: password === undefined && isSame ? kept.password : (password ?? null),
    from: sender,
  };
}

/**
 * The purpose for which a password is sealed. It includes the server, so that somebody who can only write to the
 * database cannot redirect the password to another.
 */
const purposeOf = ({
  id,
  host,
  port,
  secure,
  user_name,
}: Omit<MailServerRow, 'sealed_password' | 'sender' | 'connected_at' | 'connected_by'>) =>
  `mail password ${id} ${host} ${port} ${secure} ${user_name ?? ''}`;

async function saveMailServer(db: Queries, sealer: Sealer, access: MailAccess, by: string): Promise<void> {
  const { host, port, secure, user, password, from } = access;
  const id = randomUUID();
  const sealed = password && sealer.seal(Buffer.from(password), purposeOf({ id, host, port, secure, user_name: user }));
  await db.query(
    `INSERT INTO connected_mail (id, host, port, secure, user_name, sealed_password, sender, connected_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (only_one) DO UPDATE SET id = excluded.id, host = excluded.host, port = excluded.port,
       secure = excluded.secure, user_name = excluded.user_name, sealed_password = excluded.sealed_password,
       sender = excluded.sender, connected_at = now(), connected_by = excluded.connected_by`,
    [id, host, port, secure, user, sealed, senderText(from), by],
  );
}

/** The row with its password decrypted. @throws SealError if it cannot be decrypted */
function openRow(sealer: Sealer, row: MailServerRow): ConnectedMail {
  const { host, port, secure, user_name: user, sealed_password: sealed, sender, connected_at, connected_by } = row;
  const password = sealed && sealer.open(sealed, purposeOf(row)).toString('utf8');
  const from = readSender(sender);
  if (!from) throw new Error('The kept sender is no address.');
  return { host, port, secure, user, password, from, connectedAt: connected_at, connectedBy: connected_by };
}

/**
 * Caches the connected mail server and polls for changes until closed.
 *
 * @param onChange called on every change, also with the first server; null if it was removed
 */
export const followMail = (
  { pool, sealer }: SealedDatabase,
  log: Logger,
  everyMs: number,
  onChange: (server: MailAccess | null) => void,
): LiveMail =>
  followRow({
    read: async () => (await pool.query<MailServerRow>('SELECT * FROM connected_mail')).rows[0] ?? null,
    open: (row) => openRow(sealer, row),
    everyMs,
    onChange,
    onProblem: (error) =>
      log.error({ err: error }, 'the password of the mail server cannot be opened: connect it again in the dashboard'),
  });
