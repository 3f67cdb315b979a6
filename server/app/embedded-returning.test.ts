import { beforeAll, describe, expect, test } from 'vitest';
import type { ReplyRequest } from '../providers/language-model/port.ts';
import { replyOf, sampleTwin, startTalk } from '../testing/talk.ts';

let stage: Awaited<ReturnType<typeof sampleTwin>>;
beforeAll(async () => {
  stage = await sampleTwin();
});
const KNOWN = ['Is called Maria Lopez', 'Runs a bakery with 40 people in Leeds'];
const RETURNING = { open: 'you wanted to hand over your sales', known: KNOWN };
const MODES = ['core', 'entrepreneur', 'professional', 'mentor', 'storyteller', 'futurist', 'interviewer'];

describe('a returning visitor', () => {
  test.each(MODES)('is greeted by what was left open last, by name, as an AI: %s', async (modeId) => {
    const { text } = await replyOf(stage.model, { modeId, kind: 'greeting', consent: true, returning: RETURNING });
    expect(text).toContain('Last time you wanted to hand over your sales.');
    expect(text).toContain('Maria');
    expect(text).toContain('AI twin');
    expect(text.match(/\?/g)).toHaveLength(1);
    expect(text).not.toMatch(/[{}]/);
  });

  test('of whom nothing is open, or no name is known, is welcomed back all the same', async () => {
    const nothing = await replyOf(stage.model, {
      kind: 'greeting',
      consent: true,
      returning: { open: null, known: KNOWN },
    });
    expect(nothing.text).toMatch(/Maria/);
    expect(nothing.text).not.toContain('Last time');
    const nameless = await replyOf(stage.model, {
      kind: 'greeting',
      consent: true,
      returning: { ...RETURNING, known: [] },
    });
    expect(nameless.text).toContain('Last time you wanted');
  });

  test('who withholds consent now, and an audience, hear nothing of it', async () => {
    for (const request of [{ consent: false }, { consent: true, performer: true }]) {
      const { text } = await replyOf(stage.model, {
        kind: 'greeting',
        returning: RETURNING,
        memories: KNOWN,
        ...request,
      });
      expect(text).not.toMatch(/Maria|sales|bakery|again/);
    }
  });

  test.each(MODES)('is not asked for what is remembered: %s', async (modeId) => {
    const words = [
      'Hello there',
      'I run a company and decisions always wait for me.',
      'It has been like that for a year.',
      'We tried a weekly meeting, it did not help.',
      'I decide everything in the end.',
      'I want people to decide without me.',
      'Nothing moves without me, every day.',
      'They are afraid to be wrong.',
    ];
    const said = async (visitor: Partial<ReplyRequest>) => {
      const talk = startTalk(stage.model, modeId, { consent: true, ...visitor });
      for (const line of words) await talk.say(line);
      return talk.history.map(({ text }) => text).join(' ');
    };
    const sizes = stage.twin.modes.find(({ id }) => id === modeId)?.manner.questions.size ?? [];
    const asked = (text: string) => sizes.some((question) => text.includes(question.slice(1)));
    expect(asked(await said({ returning: RETURNING }))).toBe(false);
    // It is the memory that makes the difference: somebody new is asked.
    if (modeId === 'mentor') expect(asked(await said({}))).toBe(true);
  });

  test('who asks is told what is remembered, and is not met anew', async () => {
    const { text } = await replyOf(stage.model, {
      userMessage: 'What do you remember about me?',
      history: [{ speaker: 'agent', text: 'Hello.' }],
      consent: true,
      returning: RETURNING,
    });
    expect(text).toContain('Maria');
    expect(text).toContain('Runs a bakery with 40 people in Leeds');
    const again = await replyOf(stage.model, {
      userMessage: "I'm Maria. What does a workshop cost?",
      history: [{ speaker: 'agent', text: 'Hello.' }],
      consent: true,
      returning: RETURNING,
    });
    expect(again.text).not.toMatch(/good to meet you|nice to meet/i);
  });
});

describe('who looks in again', () => {
  /** The replies to each line, after the greeting. */
  const repliesTo = async (lines: string[], visitor: Partial<ReplyRequest>, modeId = 'mentor') => {
    const talk = startTalk(stage.model, modeId, { consent: true, ...visitor });
    await talk.unprompted('greeting');
    const replies: string[] = [];
    for (const line of lines) replies.push((await talk.say(line)).text);
    return replies;
  };

  test.each(MODES)('is asked about what was left open, and told that there are no news: %s', async (modeId) => {
    const [hello, news, same] = await repliesTo(
      ['hi again', 'any news?', 'not really, still the same'],
      { returning: RETURNING },
      modeId,
    );
    expect(hello).toMatch(/again/i);
    expect(hello).not.toContain('Go ahead');
    expect(news).toMatch(/Orla/);
    expect(news).toContain('you wanted to hand over your sales');
    expect(same).toContain('you wanted to hand over your sales');
    expect(same).not.toMatch(/describe it clearly|Scrum/);
  });

  test('with a question that leans on what was left open is answered on it', async () => {
    const returning = { open: 'you asked whether a workshop would fit forty people', known: [] };
    const [, would, price] = await repliesTo(['hello', 'so would it?', 'and the price'], { returning });
    expect(would).toContain('workshop');
    expect(price).toContain('€5,400');
  });

  test('and did what was left open is believed, and asked on', async () => {
    const [, done] = await repliesTo(['hello again', 'did it. 140'], { returning: RETURNING });
    expect(done).toMatch(/done|go by/);
  });

  test('is told the truth where nothing of before is known', async () => {
    const [hello, news] = await repliesTo(['hi again', 'any news?'], {});
    expect(hello).toMatch(/earlier|before/);
    expect(news).toMatch(/Orla/);
    expect(news).not.toMatch(/Scrum|Last time/);
  });

  test('is told what stands of a call that was asked for', async () => {
    const call = { wished_time: 'Friday morning', due_date: null, email: 'jo@tern.test' };
    const [news, moved] = await repliesTo(['any news?', 'can we make it Monday instead?'], {
      call,
      returning: RETURNING,
    });
    expect(news).toContain('“Friday morning”');
    expect(moved).toContain('“Change call”');
  });
});
