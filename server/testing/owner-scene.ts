import { randomUUID } from 'node:crypto';
import type { Role } from '@understudy/contract/admin';
import type { Intent } from '@understudy/contract/leads';
import { startTestApp, type TestApp } from './app.ts';
import { testUser } from './owners.ts';

/** A test's changes to a typical stored conversation. */
export interface KeptSession {
  id?: string;
  visitor_id?: string;
  consent?: boolean;
  contact_name?: string | null;
  email?: string | null;
  lead_score?: number;
  final_intent?: Intent | null;
  cta_chosen?: string | null;
  /** How long ago it started. */
  started_ms_ago?: number;
  started_at?: string;
  /** Null for a running one. */
  minutes?: number | null;
  /** Alternating lines of visitor and agent. */
  lines?: string[];
}

/** The product, with calls in each role. */
export interface OwnerScene {
  app: TestApp;
  /** Calls `/api/admin{path}` in a role; returns status, body and headers. */
  ask(
    path: string,
    init?: RequestInit & { role?: Role | null },
  ): Promise<{
    status: number;
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    body: any;
    headers: Headers;
  }>;
  /** The authorization header of a role. */
  token(role: Role): { authorization: string };
  /** Stores a conversation as if it had taken place; returns its id. */
  keep(session?: KeptSession): Promise<string>;
}

/** Starts the product with one signed-in user per role; takes the options of {@link startTestApp}. */
export async function ownerScene(
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestApp>[1] = {},
): Promise<OwnerScene> {
  const app = await startTestApp({ ...environment }, options);
  const users = {
    viewer: await testUser(app.accounts, 'viewer'),
    admin: await testUser(app.accounts, 'admin'),
    owner: await testUser(app.accounts, 'owner'),
  };
  return {
    app,
    token: (role) => users[role].headers,
    async ask(path, { role = 'admin', ...init } = {}) {
      const response = await fetch(`${app.url}/api/admin${path}`, {
        ...init,
        headers: {
          ...(role ? users[role].headers : {}),
          ...(init.body ? { 'content-type': 'application/json' } : {}),
          ...(init.headers as Record<string, string>),
        },
      });
      const text = await response.text();
      const json = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers };
    },
    async keep(session = {}) {
      const id = session.id ?? randomUUID();
      const { lines = [], minutes = 5 } = session;
      const startedAt = session.started_at ?? new Date(Date.now() - (session.started_ms_ago ?? 60_000)).toISOString();
      await app.pool.query(
        `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, next_seq, started_at,
           ended_at, contact_name, email, lead_score, final_intent, cta_chosen)
         VALUES ($1, $2, 'x', $3, '1', 'mentor', $4, $5::timestamptz, $5::timestamptz + $6 * interval '1 minute', $7,
           $8, $9, $10, $11)`,
        [
          id,
          session.visitor_id ?? randomUUID(),
          session.consent ?? true,
          lines.length,
          startedAt,
          minutes,
          session.contact_name ?? null,
          session.email ?? null,
          session.lead_score ?? 0,
          session.final_intent ?? null,
          session.cta_chosen ?? null,
        ],
      );
      await app.pool.query(
        `INSERT INTO utterances (session_id, seq, turn_id, speaker, text)
         SELECT $1, n - 1, gen_random_uuid(), CASE n % 2 WHEN 1 THEN 'visitor' ELSE 'agent' END, t
         FROM unnest($2::text[]) WITH ORDINALITY AS l (t, n)`,
        [id, lines],
      );
      return id;
    },
  };
}
