import { beforeAll, describe, expect, it } from 'vitest';
import { replyOf, sampleTwin, startTalk } from '../../../testing/talk.ts';
import type { Line } from '../port.ts';
import { createCast, type Find } from './cast.ts';
import { createEmbeddedTwin } from './embedded-twin.ts';
import { createMemory } from './memory.ts';
import { createSaid } from './said.ts';

let stage: Awaited<ReturnType<typeof sampleTwin>>;
beforeAll(async () => {
  stage = await sampleTwin();
});

const WORDS = ["I'm Ada, we are 30 people", 'what does it cost?', 'how do I delegate better?', 'ok', 'tell me more'];

describe('what is remembered between replies', () => {
  it('changes no reply: each is the one that a fresh twin gives to the same history', async () => {
    const talk = startTalk(stage.model);
    for (let turn = 0; turn < 25; turn += 1) {
      const userMessage = WORDS[turn % WORDS.length] ?? '';
      const history = talk.history.map((line) => ({ ...line }));
      const { raw } = await talk.say(userMessage);
      if (turn % 6 > 0) continue;
      const fresh = createEmbeddedTwin({ twin: stage.twin, find: stage.knowledge.find });
      expect((await replyOf(fresh, { userMessage, history })).raw).toBe(raw);
    }
  });

  it('is read anew when words of the history were changed, or taken away', () => {
    const remember = createMemory(createCast(stage.twin, stage.knowledge.find));
    const lines: Line[] = [
      { speaker: 'agent', text: 'Hello.' },
      { speaker: 'visitor', text: 'I am Ada' },
    ];
    expect(remember(lines).facts.name).toBe('Ada');
    lines[1] = { speaker: 'visitor', text: 'I am Bo' };
    expect(remember(lines).facts.name).toBe('Bo');
    expect(remember(lines.slice(0, 1)).facts.name).toBeNull();
    expect(remember([]).agentLines).toEqual([]);
  });

  it('grows with the conversation instead of being made anew', () => {
    let searches = 0;
    const find: Find = (query, limit) => {
      searches += 1;
      return stage.knowledge.find(query, limit);
    };
    const remember = createMemory(createCast(stage.twin, find));
    const lines: Line[] = [{ speaker: 'agent', text: 'Hello.' }];
    const first = remember(lines);
    searches = 0;
    for (let turn = 0; turn < 300; turn += 1) {
      lines.push({ speaker: 'visitor', text: `line ${turn}` }, { speaker: 'agent', text: `reply ${turn}` });
      expect(remember(lines)).toBe(first);
    }
    expect(first.agentLines).toHaveLength(301);
    expect(first.slots).toHaveLength(301);
    expect(first.visitorLines).toHaveLength(300);
    expect(searches).toBe(0);
  });
});

describe('what was said', () => {
  it('is found in lines that came later, and stays found', () => {
    const lines = ['Good morning.'];
    const said = createSaid(lines);
    expect(said.has('A short story.')).toBe(false);
    expect(said.has('A short story.')).toBe(false);
    lines.push('Listen: a short story, Sam.');
    expect(said.has('A short story.')).toBe(true);
    expect(said.has('One part. [pause:1s] A short story.')).toBe(true);
    expect(said.count).toBe(2);
    expect(said.pick(['Good morning.', 'Good evening.'], 'x')).toBe('Good evening.');
    expect(said.pick(['Good morning.'], 'x')).toBeNull();
  });
});
