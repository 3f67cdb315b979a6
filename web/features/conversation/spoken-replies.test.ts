import { describe, expect, it } from 'vitest';
import { VOICE_GRACE_MS } from './reply.ts';
import type { Pace } from './talk.ts';
import type { TalkEvent } from './talk-reducer.ts';
import { events, startedConversation } from './testing/conversation-scene.ts';
import { answer, asks, delta, hears, play, screen, segment, startedTalk } from './testing/scene.ts';
import { SILENT_LINE, type VoiceLine } from './voice-line.ts';

const paced = (pace: Pace, at: number): TalkEvent => ({ type: 'paced', turnId: 'a', pace, at });

describe('bubbles in time with the voice', () => {
  const written = () =>
    play(
      startedTalk(),
      asks('a', 0),
      paced({ is: 'awaited' }, 0),
      hears('a', delta('One.'), 100),
      hears('a', segment(0, 'One.'), 110),
      hears('a', delta('Two.'), 120),
      hears('a', segment(1, 'Two.', 700), 130),
      hears('a', answer(['One.', ['Two.', 700]]), 140),
    );

  it('come when their sound does', () => {
    const before = written();
    expect(screen(before)).toEqual(['> Hello']);
    const first = play(before, paced({ is: 'playing', segment: 0 }, 300));
    expect(screen(first)).toEqual(['> Hello', 'One.']);
    const waited = play(first, { type: 'tick', at: 60_000 });
    expect(screen(waited)).toEqual(['> Hello', 'One.']);
    expect(screen(play(waited, paced({ is: 'playing', segment: 1 }, 60_001)))).toEqual(['> Hello', 'One.', 'Two.']);
  });

  it('come by themselves when the voice is over, or a second late while it does not come', () => {
    const late = play(written(), { type: 'tick', at: 100 + VOICE_GRACE_MS });
    expect(screen(late)).toEqual(['> Hello', 'One.']);
    const silent = play(written(), paced({ is: 'none' }, 500), { type: 'tick', at: 1_200 });
    expect(screen(silent)).toEqual(['> Hello', 'One.', 'Two.']);
  });
});

describe('a reply that is held before its first word', () => {
  const held = () => play(startedTalk(), asks('a', 0), paced({ is: 'held' }, 50), hears('a', answer(['One.']), 100));

  it('keeps its words back as long as its voice, and no longer', () => {
    const waiting = play(held(), { type: 'tick', at: 60_000 });
    expect(screen(waiting)).toEqual(['> Hello']);
    expect(screen(play(waiting, paced({ is: 'awaited' }, 60_000)))).toEqual(['> Hello', 'One.']);
  });

  it('was never said when the visitor goes on, here and at the server', async () => {
    const told: unknown[] = [];
    const one = await startedConversation({
      voice: { ...SILENT_LINE, asking: () => true },
      calls: { interrupt_reply: (body: unknown) => void told.push(body) },
      turns: [() => events(answer(['Are you there?']))],
    });
    const { conversation, clock, turns, talk } = one;
    const first = conversation.say('Hello');
    conversation.pace(first ?? '', { is: 'held' });
    await clock.passSlowly(5_000);
    conversation.say('I meant: hello, Orla');
    await clock.passSlowly(2_000);
    expect(told).toMatchObject([{ turn_id: 'id-1', heard: '', reason: 'newer_turn' }]);
    expect(turns).toHaveLength(2);
    expect(screen(talk())).toEqual(['> Hello', '> I meant: hello, Orla', 'Hi.']);
  });
});

describe('interruption', () => {
  it('keeps the words that were heard', () => {
    const talk = play(
      startedTalk(),
      asks('a', 0),
      hears('a', answer(['One two, three.', 'Four  five six.']), 100),
      { type: 'tick', at: 5_000 },
      { type: 'interrupted', turnId: 'a', heard: 'One two, three. Four five', at: 6_000 },
    );
    expect(screen(talk)).toEqual(['> Hello', 'One two, three.', 'Four  five']);
    expect(talk.entries.at(-1)).toMatchObject({ status: 'interrupted', final: true });
  });

  it('leaves nothing of a reply of which nothing was heard', () => {
    const talk = play(startedTalk(), asks('a', 0), hears('a', delta('One'), 1), {
      type: 'interrupted',
      turnId: 'a',
      heard: '',
      at: 2,
    });
    expect(screen(talk)).toEqual(['> Hello']);
  });

  it('tells the server how much was heard, and asks the next turn only then', async () => {
    const order: string[] = [];
    let taken = () => {};
    const voice: VoiceLine = { ...SILENT_LINE, asking: () => true };
    const one = await startedConversation({
      voice,
      calls: {
        interrupt_reply: (body: unknown) => {
          order.push(JSON.stringify(body));
          return { turn_id: 'id-1', text: 'Hi.', interrupted: true };
        },
      },
      turns: [
        async function* (_body, signal) {
          yield delta('Hi there');
          await new Promise<void>((resolve) => {
            taken = resolve;
            signal.addEventListener('abort', () => resolve());
          });
          order.push(signal.aborted ? 'left' : 'ended');
        },
        (body) => {
          order.push(`asked ${body.user_message} ${body.speak}`);
          return events(answer(['Yes.']));
        },
      ],
    });
    const { conversation, clock } = one;
    const first = conversation.say('Hello');
    await clock.passSlowly(10);
    conversation.interrupt(first ?? '', 'Hi', 'speech');
    conversation.say('Wait');
    await clock.passSlowly(10);
    taken();
    expect(order[0]).toContain('"turn_id":"id-1","heard":"Hi","reason":"speech"');
    expect(order).toContain('asked Wait true');
    expect(order.indexOf('asked Wait true')).toBeGreaterThan(0);
    expect(order).toContain('left');
  });
});

describe('an interruption in writing', () => {
  /** A reply of two segments, of which the voice is reading the last or only the first. */
  async function reading(segment: number) {
    const told: unknown[] = [];
    let keyPressed = () => {};
    const one = await startedConversation({
      voice: { ...SILENT_LINE, asking: () => true, typed: () => keyPressed() },
      calls: { interrupt_reply: (body: unknown) => void told.push(body) },
      turns: [() => events(answer(['One two, three.', ['Four five six.', 700]]))],
    });
    const { conversation, clock } = one;
    const turnId = conversation.say('Hello') ?? '';
    conversation.pace(turnId, { is: 'playing', segment });
    await clock.passSlowly(10);
    conversation.pace(turnId, { is: 'playing', segment });
    // The voice has come as far as the second word of the segment.
    const heard = segment === 0 ? 'One two,' : 'One two, three. Four five';
    keyPressed = () => conversation.interrupt(turnId, heard, 'typing');
    return { ...one, turnId, heard, told };
  }

  it('leaves a reply that stood on screen whole, here and at the server', async () => {
    const { conversation, clock, talk, told } = await reading(1);
    conversation.write('And');
    await clock.passSlowly(10);
    expect(screen(talk())).toEqual(['> Hello', 'One two, three.', 'Four five six.']);
    expect(talk().entries.at(-1)).toMatchObject({ status: 'done', pace: 'none' });
    expect(told).toMatchObject([{ heard: 'One two, three. Four five six.', reason: 'typing' }]);
    conversation.write('And then?');
    conversation.send();
    await clock.passSlowly(2_000);
    expect(screen(talk())).toEqual(['> Hello', 'One two, three.', 'Four five six.', '> And then?', 'Hi.']);
  });

  it('drops the segments that were not shown yet', async () => {
    const { conversation, clock, talk, told } = await reading(0);
    conversation.write('And');
    await clock.passSlowly(5_000);
    expect(screen(talk())).toEqual(['> Hello', 'One two, three.']);
    expect(talk().entries.at(-1)).toMatchObject({ status: 'interrupted', final: true });
    expect(told).toMatchObject([{ heard: 'One two, three.', reason: 'typing' }]);
  });

  it.each(['speech', 'stop_word', 'stopped'])('is another thing than one by %s', async (reason) => {
    const { conversation, clock, talk, told, turnId, heard } = await reading(1);
    conversation.interrupt(turnId, heard, reason);
    await clock.passSlowly(10);
    expect(screen(talk())).toEqual(['> Hello', 'One two, three.', 'Four five']);
    expect(told).toMatchObject([{ heard, reason }]);
  });
});

it('says nothing without a session, and nothing blank', async () => {
  const { conversation } = await startedConversation();
  expect(conversation.say('  ')).toBeNull();
  expect(conversation.say('Hello')).toBe('id-1');
  await conversation.end();
  expect(conversation.say('Hello')).toBeNull();
});

it('does not follow up while somebody speaks', async () => {
  let busy = true;
  const { conversation, clock, turns } = await startedConversation({ voice: { ...SILENT_LINE, isBusy: () => busy } });
  conversation.say('Hello');
  await clock.passSlowly(120_000);
  expect(turns).toHaveLength(1);
  busy = false;
  conversation.noteSpeech();
  await clock.passSlowly(24_999);
  expect(turns).toHaveLength(1);
  await clock.passSlowly(1);
  expect(turns).toHaveLength(2);
});

it('greets as soon as a sound at the beginning is known to be no turn', async () => {
  let busy = false;
  const { conversation, clock, turns } = await startedConversation({ voice: { ...SILENT_LINE, isBusy: () => busy } });
  const become = (now: boolean) => {
    busy = now;
    conversation.noteSpeech();
  };
  await clock.passSlowly(2_500);
  become(true);
  await clock.passSlowly(2_000);
  expect(turns).toEqual([]);
  become(false);
  await clock.passSlowly(1);
  expect(turns).toMatchObject([{ user_message: '', context: { is_followup: true } }]);
});
