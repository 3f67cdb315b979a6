import type { AdminUser, Role } from '@understudy/contract/admin';
import type { Language } from '@understudy/contract/languages';
import type { Pool, PoolClient } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Mail } from '../mail/index.ts';
import type { AccessChanges } from './access-changes.ts';
import { hashOfToken } from './access-tokens.ts';
import { type AuditActor, audit } from './audit-log.ts';
import { endAuthSessionsOf } from './auth-sessions.ts';
import { type InvitationToken, writeInvitation } from './links.ts';
import { OWNERS_LOCK } from './owner.ts';
import { removeSecondFactors } from './totp.ts';
import { hasSecondFactor, USER_COLUMNS, type UserRow } from './users.ts';

/** Columns of {@link ListedRow}. */
const LISTED_COLUMNS = `${USER_COLUMNS}, EXISTS (SELECT FROM invitations i WHERE i.user_id = users.id) AS has_link`;
type ListedRow = UserRow & { has_link: boolean };

/** The error message for an unknown id. */
export const NO_PERSON = 'There is no such person.';

/**
 * Manages who may sign in, and in which role. Each change is committed together with its audit log row.
 * @throws AppError (every change) `forbidden` if the actor is no owner any more
 */
export interface People {
  /** All users, oldest first. */
  list(): Promise<AdminUser[]>;
  /**
   * Adds a user with an invitation link, which is mailed too if mail is configured.
   *
   * @param urlOf the link's address, which the mail needs; null if the server does not know by which it is reached
   * @throws AppError `conflict` if the address may sign in already
   */
  invite(actor: AuditActor, wanted: { email: string; role: Role }, urlOf: LinkAddress): Promise<Invited>;
  /**
   * Creates and mails a new link, after an invitation has expired or a password was forgotten.
   *
   * @throws AppError `not_found`
   */
  inviteAgain(actor: AuditActor, id: string, urlOf: LinkAddress): Promise<Invited>;
  /** Gives a user another role. @throws AppError `not_found`, `last_owner` */
  setRole(actor: AuditActor, id: string, role: Role): Promise<AdminUser>;
  /**
   * Removes a user's second factors, for example after a lost phone, and ends their sign-ins.
   * @throws AppError `not_found`, `conflict` if they have none
   */
  removeSecondFactor(actor: AuditActor, id: string): Promise<AdminUser>;
  /** Removes a user and ends their sign-ins. @throws AppError `not_found`, `last_owner` */
  remove(actor: AuditActor, id: string): Promise<void>;
}

/** A user with their invitation link; null if a hosted issuer keeps the passwords. */
export interface Invited {
  user: AdminUser;
  link: InvitationToken | null;
  /** Whether the link was mailed to the user. */
  mailed: boolean;
}

/** The address at which a link's token is used; null if it is not known. */
type LinkAddress = (token: string) => string | null;

/**
 * Creates the management of users.
 * @param options.hosted whether a hosted issuer keeps the passwords
 */
export function createPeople(options: {
  pool: Pool;
  hosted: boolean;
  changes: AccessChanges;
  mail: Pick<Mail, 'queueMail'>;
  mailLanguage: () => Language;
  now: () => Date;
}): People {
  const { pool, hosted, changes, mail, mailLanguage, now } = options;

  /** Reads a user with their row locked. @throws AppError `not_found` */
  const lock = async (db: PoolClient, id: string): Promise<UserRow> => {
    const { rows } = await db.query<UserRow>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1 FOR UPDATE`, [id]);
    const [user] = rows;
    if (!user) throw new AppError('not_found', NO_PERSON);
    return user;
  };

  /** @throws AppError `last_owner` if nobody else could sign in as an owner */
  const keepAnOwner = async (db: PoolClient, user: UserRow): Promise<void> => {
    if (user.role !== 'owner') return;
    const { rowCount } = await db.query(
      `SELECT FROM users WHERE role = 'owner' AND id <> $1
          AND ($2 OR password_hash IS NOT NULL AND (one_time_until IS NULL OR one_time_until > $3)) LIMIT 1`,
      [user.id, hosted, now()],
    );
    if (rowCount === 0) throw new AppError('last_owner', 'The last owner stays: make somebody else an owner first.');
  };

  /**
   * Serializes changes to permissions, and checks each time that the actor is still an owner: a change does not go
   * through if another owner has just removed its actor.
   * @throws AppError `forbidden`
   */
  const inTurn = <Result>(actor: AuditActor, work: (db: PoolClient) => Promise<Result>): Promise<Result> =>
    inTransaction(pool, async (db) => {
      await db.query('SELECT pg_advisory_xact_lock($1)', [OWNERS_LOCK]);
      const { rowCount } = await db.query("SELECT FROM users WHERE id = $1 AND role = 'owner'", [actor.id]);
      if (rowCount === 0) throw new AppError('forbidden', 'You are not an owner any more.');
      return work(db);
    });

  /** Creates and mails the user's link, unless a hosted issuer keeps the passwords. */
  const linkFor = async (
    db: PoolClient,
    id: string,
    template: 'invitation' | 'password_link',
    actor: AuditActor,
    urlOf: LinkAddress,
  ): Promise<Invited> => {
    const link = hosted ? null : await writeInvitation(db, id, now());
    const user = await listed(db, id);
    const url = link && urlOf(link.token);
    if (!link || !url) return { user, link, mailed: false };
    const mailed = await mail.queueMail(db, {
      template,
      to: user.email,
      language: mailLanguage(),
      data: { url, expiresAt: link.expiresAt.toISOString(), by: actor.email },
      key: `invitation:${hashOfToken(link.token).toString('base64url')}`,
    });
    return { user, link, mailed };
  };

  return {
    async list() {
      const { rows } = await pool.query<ListedRow>(`SELECT ${LISTED_COLUMNS} FROM users ORDER BY created_at, id`);
      return rows.map((row) => presentUser(row));
    },
    invite: (actor, { email, role }, urlOf) =>
      inTurn(actor, async (db) => {
        const { rows } = await db.query<{ id: string }>(
          `INSERT INTO users (email, role, created_at, updated_at) VALUES ($1, $2, $3, $3)
           ON CONFLICT DO NOTHING RETURNING id`,
          [email, role, now()],
        );
        const [made] = rows;
        if (!made) throw new AppError('conflict', 'This address may sign in already.');
        await audit(db, actor, 'user_invited', { email, role }, now());
        return linkFor(db, made.id, 'invitation', actor, urlOf);
      }),
    inviteAgain: (actor, id, urlOf) =>
      inTurn(actor, async (db) => {
        const { email, password_hash: password } = await lock(db, id);
        await audit(db, actor, 'user_invited_again', { email }, now());
        return linkFor(db, id, password === null ? 'invitation' : 'password_link', actor, urlOf);
      }),
    async setRole(actor, id, role) {
      const changed = await inTurn(actor, async (db) => {
        const user = await lock(db, id);
        if (role !== 'owner') await keepAnOwner(db, user);
        await db.query('UPDATE users SET role = $2, updated_at = $3 WHERE id = $1', [id, role, now()]);
        const detail = { email: user.email, from: user.role, to: role };
        await audit(db, actor, 'user_role_changed', detail, now());
        return listed(db, id);
      });
      changes.notify(id);
      return changed;
    },
    async removeSecondFactor(actor, id) {
      const changed = await inTurn(actor, async (db) => {
        const { email } = await lock(db, id);
        if (!(await removeSecondFactors(db, id))) throw new AppError('conflict', 'They have no second factor.');
        // The lost phone may still be signed in.
        await endAuthSessionsOf(db, id, null);
        await audit(db, actor, 'user_second_factor_removed', { email }, now());
        return listed(db, id);
      });
      changes.notify(id);
      return changed;
    },
    async remove(actor, id) {
      await inTurn(actor, async (db) => {
        const user = await lock(db, id);
        await keepAnOwner(db, user);
        await db.query('DELETE FROM users WHERE id = $1', [id]);
        await audit(db, actor, 'user_removed', { email: user.email, role: user.role }, now());
      });
      changes.notify(id);
    },
  };
}

/** The user as listed. @throws AppError `not_found` */
async function listed(db: Queries, id: string): Promise<AdminUser> {
  const { rows } = await db.query<ListedRow>(`SELECT ${LISTED_COLUMNS} FROM users WHERE id = $1`, [id]);
  const [row] = rows;
  if (!row) throw new AppError('not_found', NO_PERSON);
  return presentUser(row);
}

/** A user in the wire's shape. */
function presentUser(row: ListedRow): AdminUser {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    created_at: row.created_at.toISOString(),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    invited: row.has_link,
    second_factor: hasSecondFactor(row),
  };
}
