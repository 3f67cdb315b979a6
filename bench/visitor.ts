import { setTimeout as wait } from 'node:timers/promises';
import { LINES_OF_A_VISITOR, visitorLine } from './visitor-lines.ts';

/** A visitor writes, reads, and writes again; the rest of the time another one does. */
const PAUSE_MS = 50;

/** Creates a visitor, whose turns take so many milliseconds. */
export async function newVisitor(url: string): Promise<() => Promise<number>> {
  const call = async (name: string, body: object) => {
    const answer = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
  const begin = async () => {
    const { session_id, session_secret } = await call('create_session', {
      visitor_id: crypto.randomUUID(),
      consent: true,
    });
    return { session_id, session_secret };
  };
  let credentials = await begin();
  let turns = 0;
  return async () => {
    if (turns > 0 && turns % LINES_OF_A_VISITOR === 0) credentials = await begin();
    const user_message = visitorLine(turns, Math.floor(turns / LINES_OF_A_VISITOR));
    turns += 1;
    await wait(PAUSE_MS);
    const began = performance.now();
    await call('agent_reply', { ...credentials, user_message });
    return performance.now() - began;
  };
}
