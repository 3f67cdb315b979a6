import { describe, expect, it } from 'vitest';
import { SILENT_PORT, type SpeechPort } from './speech-port.ts';
import { events, startedConversation } from './testing/conversation-scene.ts';
import { answer, delta, screen } from './testing/scene.ts';

const SPEAKS: SpeechPort = { ...SILENT_PORT, isOn: () => true, asking: () => true };

/** A spoken conversation, and the interruptions reported to the server. */
async function spokenConversation(options: Parameters<typeof startedConversation>[0] = {}) {
  const told: unknown[] = [];
  const one = await startedConversation({
    voice: SPEAKS,
    calls: {
      interrupt_reply: (body: unknown) => {
        told.push(body);
        return { turn_id: 'id-1', text: '', interrupted: true };
      },
    },
    turns: [() => events(answer(['One two, three.', ['Four five six.', 700]]))],
    ...options,
  });
  return { ...one, told };
}

it('shows the text of a spoken reply as it is written, whatever its voice does', async () => {
  const { conversation, clock, talk } = await spokenConversation();
  conversation.say('Hello');
  await clock.passSlowly(10);
  expect(screen(talk())).toEqual(['> Hello', 'One two, three.']);
  await clock.passSlowly(700);
  expect(screen(talk())).toEqual(['> Hello', 'One two, three.', 'Four five six.']);
});

describe('an interruption', () => {
  it.each(['speech', 'stop_word', 'typing'])('by %s keeps what was shown, here and at the server', async (reason) => {
    const { conversation, clock, talk, told } = await spokenConversation();
    const turnId = conversation.say('Hello') ?? '';
    await clock.passSlowly(10);
    conversation.interrupt(turnId, reason);
    await clock.passSlowly(5_000);
    expect(screen(talk())).toEqual(['> Hello', 'One two, three.']);
    expect(talk().entries.at(-1)).toMatchObject({ status: 'interrupted', final: true });
    expect(told).toMatchObject([{ turn_id: turnId, heard: 'One two, three.', reason }]);
  });

  it('of a reply that stands there to its end concerns its sound alone', async () => {
    const { conversation, clock, talk, told } = await spokenConversation();
    const turnId = conversation.say('Hello') ?? '';
    await clock.passSlowly(2_000);
    conversation.interrupt(turnId, 'speech');
    conversation.say('And then?');
    await clock.passSlowly(2_000);
    expect(screen(talk())).toEqual(['> Hello', 'One two, three.', 'Four five six.', '> And then?', 'Hi.']);
    expect(talk().entries[1]).toMatchObject({ status: 'done' });
    expect(told).toEqual([]);
  });

  it('by a newer message tells the server what was shown', async () => {
    const { conversation, clock, talk, told } = await spokenConversation();
    conversation.say('Hello');
    await clock.passSlowly(10);
    conversation.say('And then?');
    await clock.passSlowly(2_000);
    expect(screen(talk())).toEqual(['> Hello', 'One two, three.', '> And then?', 'Hi.']);
    expect(told).toMatchObject([{ heard: 'One two, three.', reason: 'newer_turn' }]);
  });

  it('is none where the reply is not spoken', async () => {
    const { conversation, clock, talk, told } = await spokenConversation({ voice: SILENT_PORT });
    const turnId = conversation.say('Hello') ?? '';
    await clock.passSlowly(10);
    conversation.interrupt(turnId, 'speech');
    conversation.say('And then?');
    await clock.passSlowly(10);
    expect(screen(talk())).toEqual(['> Hello', 'One two, three.', 'Four five six.', '> And then?', 'Hi.']);
    expect(talk().entries[1]).toMatchObject({ status: 'done' });
    expect(told).toEqual([]);
  });

  it('tells the server first, and asks the next turn only then', async () => {
    const order: string[] = [];
    const { conversation, clock } = await spokenConversation({
      calls: {
        interrupt_reply: (body: unknown) => {
          order.push(JSON.stringify(body));
          return { turn_id: 'id-1', text: 'Hi there', interrupted: true };
        },
      },
      turns: [
        async function* (_body, signal) {
          yield delta('Hi there');
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          order.push('left');
        },
        (body) => {
          order.push(`asked ${body.user_message} ${body.speak}`);
          return events(answer(['Yes.']));
        },
      ],
    });
    const first = conversation.say('Hello');
    await clock.passSlowly(10);
    conversation.interrupt(first ?? '', 'speech');
    conversation.say('Wait');
    await clock.passSlowly(10);
    expect(order[0]).toContain('"turn_id":"id-1","heard":"Hi there","reason":"speech"');
    expect(order.slice(1).toSorted()).toEqual(['asked Wait true', 'left']);
  });
});

it('ends the sound with the conversation, and none of its text', async () => {
  const order: string[] = [];
  const { conversation, clock, talk } = await spokenConversation({
    voice: { ...SPEAKS, left: () => void order.push('silence') },
    calls: {
      end_session: () => void order.push('end_session'),
      interrupt_reply: () => void order.push('interrupt_reply'),
    },
  });
  conversation.say('Hello');
  await clock.passSlowly(10);
  await conversation.end();
  expect(screen(talk())).toEqual(['> Hello', 'One two, three.', 'Four five six.']);
  expect(talk().entries.at(-1)).toMatchObject({ status: 'done' });
  expect(order.slice(0, 2)).toEqual(['silence', 'end_session']);
  expect(order).not.toContain('interrupt_reply');
});

it('counts 30 s of silence from the end of the voice', async () => {
  let busy = true;
  const voice = { ...SPEAKS, isBusy: () => busy };
  const { conversation, clock, turns } = await spokenConversation({ voice });
  conversation.say('Hello');
  await clock.passSlowly(20_000);
  busy = false;
  conversation.fellSilent();
  conversation.noteSpeech();
  await clock.passSlowly(29_999);
  expect(turns).toHaveLength(1);
  await clock.passSlowly(1);
  expect(turns).toHaveLength(2);
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
  const { conversation, clock, turns } = await startedConversation({ voice: { ...SILENT_PORT, isBusy: () => busy } });
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
  const { conversation, clock, turns } = await startedConversation({ voice: { ...SILENT_PORT, isBusy: () => busy } });
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
