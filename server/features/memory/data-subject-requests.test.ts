/** Visitors' requests about their data: do not note something, delete it, tell where it goes. */
import type { AgentReplyAnswer, MemoryInfo } from '@understudy/contract/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startFakeProvider } from '../../testing/fake-provider.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { saveHandoffRequests } from '../leads/finish-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const SALES = 'I want to hand over my sales to a first manager.';
const FORKLIFT = 'and dont put the forklift thing in the notes pls, my ops manager is a bit sensitive :)';

type Reply = Pick<AgentReplyAnswer, 'text' | 'offers' | 'extract'>;

async function visit(consent = true, visitor = newVisitor(), on = app) {
  const session = await startAs(on, visitor, { consent, mode: 'mentor' });
  const say = async (user_message: string, more: object = {}): Promise<Reply> => {
    const { status, body } = await on.call('agent_reply', { ...session, user_message, model: 'embedded', ...more });
    expect(status).toBe(200);
    await on.parts.memoryQueue.settled();
    return body;
  };
  return {
    visitor,
    session,
    say,
    greet: () => say('', { context: { is_followup: true } }),
    end: () => on.call('end_session', session),
    remembered: async () =>
      (await on.call('my_memories', session)).body.memories.map(({ text }: MemoryInfo) => text) as string[],
    items: async () => {
      await saveHandoffRequests(on.parts, session.session_id);
      const { rows } = await on.pool.query('SELECT key, description FROM action_items WHERE session_id = $1', [
        session.session_id,
      ]);
      return rows as { key: string; description: string }[];
    },
  };
}

describe('what is not to be noted', () => {
  test('is not remembered, is no trouble, greets nobody, and the consultant is told of the wish', async () => {
    const first = await visit();
    await first.say('Hello');
    const { text, offers, extract } = await first.say(FORKLIFT);
    expect(text).toContain('onversation itself is kept until');
    expect(text).toMatch(/Orla/);
    expect(text).not.toContain('Thank you for telling me');
    expect(offers.map(({ kind }) => kind)).toEqual(['data']);
    expect((await first.items()).map(({ description }) => description).join()).toContain('forklift');
    expect(extract?.pain_points).toEqual([]);
    await first.end();
    expect(await first.remembered()).toEqual([]);
    const again = await visit(true, first.visitor);
    expect((await again.greet()).text).not.toMatch(/forklift|sensitive/);
  });

  test.each([
    'Keep this between us, we fired our head of sales.',
    'Off the record, our founder wants to leave the firm.',
    'This is confidential: we are going to sell our company.',
    "We lost our biggest client. Please don't tell anyone.",
    "My partner is leaving us. Don't write that down.",
  ])('nothing of the line is remembered: %s', async (line) => {
    const { say, remembered } = await visit();
    await say(line);
    expect(await remembered()).toEqual([]);
  });

  test('a question beside it is answered', async () => {
    const { text } = await (await visit()).say('Just between us: what does it cost? Please keep that to yourself.');
    expect(text).toMatch(/\d/);
    expect(text).toContain('I remember nothing of that message');
  });

  test('the lines around it are', async () => {
    const { say, remembered } = await visit();
    await say(SALES);
    await say(FORKLIFT);
    await say('We have 40 people in our bakery in Leeds.');
    expect(await remembered()).toHaveLength(2);
  });

  test('where nothing is kept, that is said', async () => {
    const { text, offers } = await (await visit(false)).say(FORKLIFT);
    expect(text).toContain('not kept');
    expect(offers).toEqual([]);
  });
});

describe('what is asked about data', () => {
  test.each([
    'I dont want that. delete everything you have on me',
    'I withdraw my consent to you keeping any of this.',
  ])('nothing more is remembered after: %s', async (line) => {
    const { session, say, end, remembered } = await visit();
    await say(SALES);
    const before = await remembered();
    expect(before).toHaveLength(1);
    await say(line);
    await say('We have 40 people in our bakery in Leeds.');
    await say('delete my name at least');
    await say('I prefer short answers.');
    expect(await remembered()).toEqual(before);
    await end();
    expect((await app.call('my_memories', session)).body.memories).toHaveLength(1);
  });

  test.each([
    'I want to see everything that you have on me',
    'Delete my name at least',
    "I'm not happy with how you handle my data",
    'I want you to correct what you noted about me',
  ])('is not remembered: %s', async (line) => {
    const { say, remembered } = await visit();
    await say(line);
    expect(await remembered()).toEqual([]);
  });

  test('a name that is put right is remembered as it is right', async () => {
    const { say, remembered } = await visit();
    await say("Hi, I'm Marla.");
    await say('please correct my name, it is Carla Lopez');
    expect(await remembered()).toEqual(['Is called Carla Lopez']);
  });

  test.each([
    ['Please delete everything you know about me.', 'erase', 'Delete everything'],
    ['Show me what data you have on me', 'data', 'What I remember about you'],
    ['The number you noted is wrong, please correct my details', 'data', 'What I remember about you'],
    ['I withdraw my consent', 'off_record', 'Go off the record'],
    ['Please stop recording this conversation', 'off_record', 'Go off the record'],
    ['Delete everything you know about me', 'erase', 'Delete everything'],
  ])('has its button, named as on the page: %s', async (line, kind, label) => {
    const { offers, text } = await (await visit()).say(line);
    expect(offers).toEqual([{ kind, label, payload: '' }]);
    expect(text).toContain('“What I remember about you”');
    const unkept = await (await visit(false)).say(line);
    expect(unkept.offers).toEqual([]);
    expect(unkept.text).toContain('not kept');
    expect(unkept.text).not.toMatch(/“What I remember|noted/);
  });
});

describe('what is asked after that', () => {
  test.each(['is it gone now?', 'did you delete it?', 'under gdpr you have to confirm that in writing'])(
    'deletion is never claimed: %s',
    async (line) => {
      const { say } = await visit();
      await say('delete everything you have on me');
      const { text, offers } = await say(line);
      expect(text).toContain("I can't delete it myself");
      expect(text).toContain('orla@');
      expect(offers.map(({ kind }) => kind)).toEqual(['erase']);
      const unkept = await (await visit(false)).say(line);
      expect(unkept.text).toContain('deleted when it ends');
      expect(unkept.offers).toEqual([]);
    },
  );

  test.each(['and does this go to openai or so', 'is this sent to chatgpt?', 'do my words go to a third party'])(
    'where words go is said as it is: %s',
    async (line) => {
      expect((await (await visit()).say(line)).text).toContain('No language model is connected');
    },
  );

  test('with a model of a company, that company is named, by no model', async () => {
    const provider = await startFakeProvider();
    const connected = await startTestApp();
    connected.parts.models.use([{ provider: 'groq', baseUrl: provider.url, apiKey: 'k', model: 'fake-model' }]);
    try {
      const { say } = await visit(true, newVisitor(), connected);
      const { text } = await say('and does this go to openai or so', { model: undefined });
      expect(text).toContain('Groq');
    } finally {
      await connected.close();
      await provider.close();
    }
  });
});

describe('a conversation that is not kept', () => {
  test('promises no note, and says once whom to tell', async () => {
    const { say } = await visit(false);
    const texts: string[] = [];
    for (const line of [
      "Hi, I'm Ana Costa of Costa Bikes.",
      "I'm looking for someone to run a workshop for us, we are 5 people and our budget is 20k.",
      'We want to hire someone for a workshop in May',
      'We want someone for a second workshop in June',
      'Sorry, our budget is 30k.',
      'My email is ana@costa.example',
      'What do you know about me?',
    ])
      texts.push((await say(line)).text);
    const all = texts.join('\n');
    expect(all).not.toMatch(/\bnoted\b|changed it|I have ana@|passed on|pass it on/i);
    expect(all.match(/This conversation is not kept, so tell Orla yourself/g)).toHaveLength(1);
  });
});
