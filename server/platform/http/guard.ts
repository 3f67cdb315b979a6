import type { Role } from '@understudy/contract/admin';
import type { FastifyRequest } from 'fastify';

/** The caller and their permissions. */
export interface Actor {
  /** Null for a person on the server's own machine without a sign-in. */
  id: string | null;
  email: string;
  role: Role;
  /** On this machine without a sign-in (LOCAL_ADMIN): read-only. */
  local: boolean;
  /** Signed in by a one-time link, which the audit log notes for their actions. */
  byLink: boolean;
  /** The caller's network, as stored in the audit log. */
  address: string;
}

/** Authorises every call of the dashboard. */
export interface Guard {
  /**
   * Identifies the caller. The role and the second factor are always read from the database, never from the token;
   * sign-ins by one-time link or through a hosted issuer need no second factor here. A person without a sign-in
   * (LOCAL_ADMIN) may only read.
   *
   * @param role the minimum role
   * @throws AppError `unauthorized`, `second_factor_needed`, `must_change_password`, `second_factor_setup_needed`,
   * `forbidden`
   */
  require(request: FastifyRequest, role?: Role): Promise<Actor>;
  /**
   * The same for calls that are irreversible, admit others or export everything: the password must have been given in
   * the last ten minutes, so that an unattended device or a stolen token is not enough. Refuses anybody without a
   * sign-in.
   *
   * @throws AppError `sign_in_again` as well
   */
  requireFresh(request: FastifyRequest, role?: Role): Promise<Actor>;
  /**
   * Rechecks a response that stays open: at once when the caller's access changes in this process, and every five
   * seconds for all other changes, such as an expired token.
   *
   * @param onRefused called once, when the same call would be refused
   * @param at the time at which the token must be valid, for a response that its expiry must not end: a file is sent to
   * its end to a caller who stays signed in, however slow their connection; null for the time of each check
   * @returns a function that ends the watch
   */
  watch(request: FastifyRequest, actor: Actor, onRefused: () => void, at?: Date | null): () => void;
  /** Rechecks all open responses of this process. Call it after a committed change that may affect anybody's access. */
  recheckAll(): void;
}

/** The token of an `authorization: Bearer` header; null if there is none. */
export function bearerToken(request: FastifyRequest): string | null {
  return /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
