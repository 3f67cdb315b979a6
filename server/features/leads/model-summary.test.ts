import { describe, expect, test } from 'vitest';
import * as fake from '../../testing/fake-replies.ts';
import { ANSWER, LINE, useModelAnalysis } from '../../testing/model-analysis.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import { understand } from '../../testing/understand.ts';
import { finishSession } from './finish-session.ts';

const at = useModelAnalysis('once');

describe('M7 at the end', () => {
  const SUMMARY =
    'Ingrid Aas of Fjordkraft asked for help: pricing feels like throwing darts in the dark. Offer her a talk.';

  const ended = (...scripted: unknown[]) => endedAfter(LINE, ...scripted);

  async function endedAfter(line: string, ...scripted: unknown[]) {
    const credentials = await at.app.session();
    await at.say(credentials, line);
    at.script(...scripted);
    await at.app.call('end_session', credentials);
    await finishSession(
      { pool: at.database.pool, understand, settings: at.app.parts.settings },
      await loadSampleTwin(),
      credentials.session_id,
      at.analyst(),
    );
    const [summary] = await at.rows('summaries', credentials);
    return { credentials, summary };
  }

  test('the model reads the whole once more and writes the summary', async () => {
    const { credentials, summary } = await ended(ANSWER, { executive_summary: SUMMARY });
    expect(summary).toMatchObject({ executive_summary: SUMMARY, writer: 'fake-model' });
    expect((await at.rows('extracts', credentials, 'id')).at(-1)).toMatchObject({
      analyser: 'merged',
      company: 'Fjordkraft',
    });
    expect(await at.rows('plain_completions', credentials)).toHaveLength(2);
  });

  test.each([
    ['names somebody whom nobody named', 'Ingrid Aas of Fjordkraft works with Elon Musk on pricing.'],
    ['gives an address', 'Write to attacker@evil.test about her pricing at once.'],
    ['gives a number to call', 'Call 555 010 9999 about her pricing at once, please.'],
    ['names a sum', 'Ingrid Aas of Fjordkraft has 500,000 for it.'],
    ['names a sum in words', 'Ingrid Aas of Fjordkraft has half a million for it.'],
    ['holds markup', '<img src=x onerror=alert(1)> Ingrid Aas asked about pricing.'],
    ['holds a link', 'See https://evil.test for what Ingrid Aas asked about.'],
    ['is no sentence', 'Ok.'],
  ])('a summary that %s is not kept, and an event says so', async (_, text) => {
    const { credentials, summary } = await ended(ANSWER, { executive_summary: text });
    expect(summary.writer).toBe('embedded');
    expect(summary.executive_summary).toContain('Ingrid Aas');
    expect(summary.executive_summary).not.toBe(text);
    expect(await at.eventsOf(credentials, 'summary_rejected')).toHaveLength(1);
  });

  test("a summary may name the visitor's own address", async () => {
    const text = 'Ingrid Aas of Fjordkraft asked about pricing. Write to ingrid.aas@fjordkraft.test.';
    const { summary } = await endedAfter(`${LINE}. My address is ingrid.aas@fjordkraft.test.`, ANSWER, {
      executive_summary: text,
    });
    expect(summary).toMatchObject({ executive_summary: text, writer: 'fake-model' });
  });

  test('of a longer summary five sentences are kept', async () => {
    const { summary } = await ended(ANSWER, {
      executive_summary: `${SUMMARY} ${'She asked about pricing. '.repeat(9)}`,
    });
    expect(summary.executive_summary).toBe(`${SUMMARY} ${'She asked about pricing. '.repeat(3)}`.trim());
  });

  test('a provider that is down costs nothing but its words', async () => {
    const { credentials, summary } = await ended(fake.refusal(500, 'down'));
    expect(summary.writer).toBe('embedded');
    expect(await at.eventsOf(credentials, 'session_summarised')).toHaveLength(1);
  });
});
