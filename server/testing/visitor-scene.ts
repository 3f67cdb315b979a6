import { randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';

/** A session, with a visitor's actions in it. */
export async function visitorScene(app: TestApp) {
  const credentials = await app.session();
  const body = (user_message: string, turn_id = randomUUID()) => ({ ...credentials, user_message, turn_id });
  const transcript = async () =>
    (await app.call('session_history', credentials)).body.utterances.map(
      (line: { speaker: string; text: string; interrupted: boolean }) =>
        `${line.speaker}: ${line.text}${line.interrupted ? ' —' : ''}`,
    );
  return { credentials, body, transcript };
}
