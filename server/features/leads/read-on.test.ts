import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { understand } from '../../testing/understand.ts';
import { NO_TURN } from '../conversation/index.ts';
import { SessionAnalyses } from './session-analyses.ts';

const LINES = [
  'I run a shop for bikes.',
  'I am Ana Costa, managing director of Costa Bikes, and every order waits for me.',
  'We have set aside 20,000 euros.',
  'We would like to begin in March.',
  'Write to ana@costa.test.',
];

test('an instance reads only what was answered elsewhere since, and knows what a reading of all would', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const session = await app.session();
  const say = (user_message: string) => app.call('agent_reply', { ...session, user_message, model: 'embedded' });
  const sessionId = session.session_id as string;
  const read: string[] = [];
  const elsewhere = (lines: string[]) =>
    new SessionAnalyses(app.pool, {
      understand(text, context) {
        lines.push(text);
        return understand(text, context);
      },
      ...{ model: () => false, shared: true, work: () => 'advice' as const },
    });
  /** What an instance that answers a line after those that are saved knows. */
  const know = async (analyses: SessionAnalyses) => {
    const { rows } = await app.pool.query('SELECT max(seq) + 1 AS seq FROM utterances');
    const turn = { sessionId, turnId: NO_TURN, seq: rows[0].seq, mode: 'advisor', newestFirst: [] };
    return (await analyses.readTurn(turn)).row;
  };

  const analyses = elsewhere(read);
  await say(LINES[0] as string);
  await say(LINES[1] as string);
  await know(analyses);
  expect(read).toEqual(LINES.slice(0, 2));
  await say(LINES[2] as string);
  const { row } = await analyses.foresee({
    ...{ sessionId, turnId: NO_TURN, seq: 99, mode: 'advisor', newestFirst: [] },
  });
  expect(row.extract.entities.budget_range).toContain('20,000');
  for (const line of LINES.slice(3)) await say(line);
  const known = await know(analyses);
  expect(read).toEqual([...LINES.slice(0, 3), ...LINES.slice(2)]);
  expect(known).toEqual(await know(elsewhere([])));
  expect(known.extract).toMatchObject({ contact_info: 'ana@costa.test', company: 'Costa Bikes' });

  // So does one that only gets the call by the form, and later the next one.
  const readForCall: string[] = [];
  const another = elsewhere(readForCall);
  for (const wished_time of ['Monday', 'Tuesday']) {
    const { row } = await another.recordCallForm(sessionId, {
      ...{ email: 'office@costa.test', wished_time, due_date: null },
    });
    expect(row.extract.contact_info).toBe('office@costa.test');
  }
  expect(readForCall).toEqual(LINES);
});
