import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';

/** What a browser stores of its visitor. */
export interface KeptVisitor {
  visitor_id: string;
  visitor_secret?: string;
}

/** A new visitor. */
export const newVisitor = (): KeptVisitor => ({ visitor_id: randomUUID() });

/** Starts a conversation like a browser: sends what it has stored of the visitor, and stores what comes back. */
export async function startAs(
  app: Pick<TestApp, 'call'>,
  visitor: KeptVisitor,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<{ session_id: string; session_secret: string }> {
  const { body } = await app.call('create_session', { ...visitor, consent: true, ...more }, headers);
  const { session_id, session_secret, ...told } = body;
  Object.assign(visitor, told);
  return { session_id, session_secret };
}
