import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type CorrectMyDataAnswer,
  DESK_LASTS_MS,
  DESK_LINK_LASTS_MS,
  type DeskWaysAnswer,
  type ErasureReceipt,
  type OpenDeskAnswer,
  type RequestDeskLinkAnswer,
} from '@understudy/contract/privacy';
import {
  correctMyData,
  type DeskCredentials,
  eraseMyData,
  exportMyData,
  myConversation,
  myData,
  openDesk,
  readDeskWays,
  requestDeskLink,
  withdrawConsent,
} from '@understudy/contract/privacy-calls';
import type { PublicConfig } from '@understudy/contract/wire';
import type { PoolClient } from 'pg';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import {
  abortWhenGone,
  type Call,
  type GatewayFunctions,
  gatewayFunction,
  orNotFound,
} from '../../platform/http/gateway-function.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Embedders } from '../../providers/embedder/create-embedder.ts';
import { rollUpFigures } from '../analytics/index.ts';
import type { Authenticator } from '../conversation/index.ts';
import { normaliseVisitorText } from '../conversation/index.ts';
import type { Mail } from '../mail/index.ts';
import { embeddingBytes, type MemoryQueue } from '../memory/index.ts';
import type { Bookings } from '../scheduling/index.ts';
import { correctFact, memoryOf, withdrawConsents } from './change-my-data.ts';
import { eraseMemories, eraseMessages } from './erase-messages.ts';
import { eraseVisitor } from './erase-visitor.ts';
import { exportAsHtml, exportAsJson } from './export-visitor-data.ts';
import type { ForgetErased } from './forget-erased.ts';
import { readDeskLines, readMyData } from './my-data.ts';
import { type DataOwner, dataOwnerOf, hashToken } from './whose-data.ts';

/** What the functions of the desk need. */
export interface DeskDeps extends SealedDatabase {
  authenticator: Authenticator;
  limits: Pick<Limits, 'take'>;
  embedders: Embedders;
  memoryQueue: Pick<MemoryQueue, 'invalidate'>;
  mail: Pick<Mail, 'isOn' | 'queueMail'>;
  bookings: Pick<Bookings, 'tellErased'>;
  /** Address of this server, without a slash at the end. */
  ownUrl: string;
  forget: ForgetErased;
  /** Reads a conversation anew and saves what it says. */
  reread(sessionId: string): Promise<void>;
  consultant(): string;
  retentionDays(): PublicConfig['retention_days'];
  now(): Date;
  nudgeJobs(): void;
}

const NO_MAIL = 'No mail can be sent from here, so a link cannot be mailed.';
const NOT_YOURS = 'This is not held, or no longer.';
/** Nothing of a name or telephone number is longer than a mail address. */
const WITHOUT_LETTERS = /^[^\p{L}\p{N}]*$/u;

/** The functions of the visitor's desk: see, download, correct and erase what is held, and withdraw consent. */
export const deskFunctions = (deps: DeskDeps): GatewayFunctions => ({
  my_data: myDataFunction(deps),
  my_conversation: myConversationFunction(deps),
  export_my_data: exportMyDataFunction(deps),
  erase_my_data: eraseMyDataFunction(deps),
  correct_my_data: correctMyDataFunction(deps),
  withdraw_consent: withdrawConsentFunction(deps),
  request_desk_link: requestDeskLinkFunction(deps),
  read_desk_ways: readDeskWaysFunction(deps),
  open_desk: openDeskFunction(deps),
});

/** Whose data a call is about. Counted before the credentials are checked. */
async function admitted(deps: DeskDeps, credentials: DeskCredentials, { address }: Call): Promise<DataOwner> {
  await deps.limits.take('address_desk', address);
  return dataOwnerOf(deps, credentials);
}

/** `my_data`: what is held about the caller, in figures and in words. */
const myDataFunction = (deps: DeskDeps) =>
  gatewayFunction(myData, async (body, call) =>
    readMyData(deps.pool, await admitted(deps, body, call), deps.retentionDays()),
  );

/** `my_conversation`: the lines of one of the caller's conversations. */
const myConversationFunction = (deps: DeskDeps) =>
  gatewayFunction(myConversation, async (body, call) => {
    const { sessions } = await admitted(deps, body, call);
    if (!sessions.includes(body.conversation_id)) throw new AppError('not_found', NOT_YOURS);
    return readDeskLines(deps.pool, body.conversation_id, body.after);
  });

/** `export_my_data`: everything that is held, as one file, written while it is read. */
const exportMyDataFunction = (deps: DeskDeps) =>
  gatewayFunction(exportMyData, async (body, call) => {
    const owner = await admitted(deps, body, call);
    await deps.limits.take('desk_exports', call.address);
    const at = deps.now();
    const about = { at, consultant: deps.consultant(), retentionDays: deps.retentionDays() };
    const pieces =
      body.format === 'json' ? exportAsJson(deps.pool, owner, about) : exportAsHtml(deps.pool, owner, about, body);
    const name = `my-data-${at.toISOString().slice(0, 10)}.${body.format}`;
    await call.reply
      .type(body.format === 'json' ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      // Should somebody open it from here: no script, and nothing to load.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      // At most one piece is buffered: the next is read once this one has been sent.
      .send(Readable.from(pieces, { highWaterMark: 1 }));
    return undefined;
  });

/** `erase_my_data`: takes messages, conversations or everything away, and answers with a receipt. */
const eraseMyDataFunction = (deps: DeskDeps) =>
  gatewayFunction(eraseMyData, async (body, call): Promise<ErasureReceipt> => {
    const owner = await admitted(deps, body, call);
    const erase = { message: eraseLines, memory: eraseMemory, session: eraseWhole, all: eraseWhole }[body.scope];
    const receipt = await erase(deps, owner, body.ids);
    // Sums have the visitor's words as keys until the next roll-up, which a job repeats if this one fails.
    void rollUpFigures(deps.pool).catch((error: unknown) =>
      call.request.log.warn({ err: error }, 'sums will be rolled up later'),
    );
    deps.nudgeJobs();
    return receipt;
  });

async function eraseLines(deps: DeskDeps, { sessions }: DataOwner, ids: readonly string[]): Promise<ErasureReceipt> {
  const erased = await eraseMessages(deps, sessions, ids);
  if (!erased) throw new AppError('not_found', NOT_YOURS);
  await deps.forget(erased.sessionIds);
  for (const id of erased.sessionIds) await deps.reread(id);
  return erased.receipt;
}

async function eraseMemory(deps: DeskDeps, owner: DataOwner, ids: readonly string[]): Promise<ErasureReceipt> {
  const receipt = await eraseMemories(deps, owner, ids);
  await deps.forget([]);
  return orNotFound(receipt, NOT_YOURS);
}

/** @param ids of conversations; none for everything */
async function eraseWhole(deps: DeskDeps, owner: DataOwner, ids: readonly string[]): Promise<ErasureReceipt> {
  const { of, sessions, visitors, email } = owner;
  const isAll = ids.length === 0;
  const named = isAll ? sessions : ids;
  if (named.some((id) => !sessions.includes(id))) throw new AppError('not_found', NOT_YOURS);
  const [visitor = ''] = visitors;
  const target =
    !isAll || of === 'session' ? { session_ids: named } : email === null ? { visitor_id: visitor } : { email };
  const erased = await eraseVisitor(deps, target, (client, { meetings }) => deps.bookings.tellErased(client, meetings));
  if (!erased) throw new AppError('not_found', NOT_YOURS);
  await deps.forget(erased.sessionIds);
  return erased.receipt;
}

/** `correct_my_data`: the visitor's word on a fact counts from now on. */
const correctMyDataFunction = (deps: DeskDeps) =>
  gatewayFunction(correctMyData, async (body, call): Promise<CorrectMyDataAnswer> => {
    const owner = await admitted(deps, body, call);
    // Whoever holds one session's secret may be somebody to whom it was shown.
    if (owner.of === 'session')
      throw new AppError('invalid_session', 'Facts are corrected with your browser’s secret.');
    if (owner.visitors.length === 0) throw new AppError('not_found', NOT_YOURS);
    const value = body.value === null ? null : normaliseVisitorText(body.value).replace(/\s+/g, ' ').trim();
    if (value !== null && WITHOUT_LETTERS.test(value))
      throw new AppError('invalid_request', 'The field "value" does not fit: must not be blank.');
    const memory = memoryOf(body.field, value);
    const embedded = memory && (await embed(deps, memory.text, call));
    await correctFact(deps.pool, owner, body.field, value, memory && embedded && { ...memory, ...embedded });
    await deps.forget([]);
    return { success: true, fact: { field: body.field, value, corrected: true } };
  });

async function embed(
  deps: DeskDeps,
  text: string,
  { reply }: Call,
): Promise<{ bytes: Buffer; embedder: string } | null> {
  const { embedder, embeddings } = await deps.embedders.embed([text], abortWhenGone(reply));
  return embeddings[0] ? { embedder, bytes: embeddingBytes(embeddings[0]) } : null;
}

/** `withdraw_consent`: running conversations go off the record. */
const withdrawConsentFunction = (deps: DeskDeps) =>
  gatewayFunction(withdrawConsent, async (body, call) => {
    const { sessions } = await admitted(deps, body, call);
    const { sessionIds: _, ...answer } = await withdrawConsents(deps, sessions);
    deps.memoryQueue.invalidate();
    return answer;
  });

/**
 * `request_desk_link`: mails a link to whoever left this address. The answer is the same whether anything is held, and
 * takes as long: the mail itself says what to do.
 */
const requestDeskLinkFunction = (deps: DeskDeps) =>
  gatewayFunction(requestDeskLink, async ({ email, language }, { address }): Promise<RequestDeskLinkAnswer> => {
    if (!deps.mail.isOn('desk_link')) throw new AppError('mail_unavailable', NO_MAIL);
    await deps.limits.take('address_desk_links', address);
    const normalised = email.toLowerCase();
    await deps.limits.take('email_desk_links', normalised);
    const token = randomBytes(32).toString('base64url');
    await inTransaction(deps.pool, async (client) => {
      const expires = await storeLink(client, 'link', token, normalised, DESK_LINK_LASTS_MS);
      await deps.mail.queueMail(client, {
        ...{ template: 'desk_link', to: email, language, key: `desk_link:${randomUUID()}` },
        data: { url: `${deps.ownUrl}/privacy#link=${token}`, expiresAt: expires.toISOString() },
      });
    });
    deps.nudgeJobs();
    return { success: true };
  });

/** `read_desk_ways`: whether a link can be mailed. */
const readDeskWaysFunction = ({ mail }: DeskDeps) =>
  gatewayFunction(readDeskWays, async (): Promise<DeskWaysAnswer> => ({ mail: mail.isOn('desk_link') }));

/** `open_desk`: exchanges the token of a mailed link, once, for that of an open desk. */
const openDeskFunction = (deps: DeskDeps) =>
  gatewayFunction(openDesk, async ({ token }, { address }): Promise<OpenDeskAnswer> => {
    await deps.limits.take('address_desk', address);
    const opened = randomBytes(32).toString('base64url');
    const expires = await inTransaction(deps.pool, async (client) => {
      const { rows } = await client.query<{ email: string }>(
        "DELETE FROM desk_links WHERE token_hash = $1 AND kind = 'link' AND expires_at > now() RETURNING email",
        [hashToken(token)],
      );
      const [link] = rows;
      if (!link) throw new AppError('invalid_link', 'This link was used, or is too old. Please ask for a new one.');
      return storeLink(client, 'desk', opened, link.email, DESK_LASTS_MS);
    });
    return { desk_token: opened, expires_at: expires.toISOString() };
  });

async function storeLink(
  client: PoolClient,
  kind: 'link' | 'desk',
  token: string,
  email: string,
  lastsMs: number,
): Promise<Date> {
  const { rows } = await client.query<{ expires_at: Date }>(
    `INSERT INTO desk_links (token_hash, kind, email, expires_at)
     VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond') RETURNING expires_at`,
    [hashToken(token), kind, email, lastsMs],
  );
  return rows[0]?.expires_at ?? new Date();
}
