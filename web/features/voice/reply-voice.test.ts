import type { StreamEvent } from '@understudy/contract/wire';
import { expect, it } from 'vitest';
import { CallError } from '../../platform/http.ts';
import { createFakeClock } from '../../platform/testing/fake-clock.ts';
import type { Player } from './playback/player.ts';
import { createReplyVoice } from './reply-voice.ts';

function scene(speak: (text: string) => string | Error = () => new CallError('network', 'down')) {
  const clock = createFakeClock(0);
  const log: string[] = [];
  const waiting = new Set<string>();
  const player: Player = {
    add(turnId, { segment, text }) {
      waiting.add(turnId);
      log.push(`${turnId} ${segment} ${text}`);
    },
    pause: (turnId, segment, ms) => void log.push(`${turnId} ${segment} pause ${ms}`),
    complete: (turnId) => void log.push(`${turnId} complete`),
    duck() {},
    hold() {},
    resume() {},
    drop: (turnId) => void waiting.delete(turnId),
    dropAll: () => waiting.clear(),
    has: (turnId) => waiting.has(turnId),
    spokenWithin: () => '',
  };
  const asked: string[] = [];
  const reported: string[] = [];
  const voice = createReplyVoice({
    player,
    clock,
    async speak(text) {
      asked.push(`${clock.now()} ${text}`);
      const answer = speak(text);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    report: (_error, context) => void reported.push(context),
    unvoiced: (turnId) => void log.push(`${turnId} unvoiced`),
  });
  return { voice, clock, log, asked, reported };
}

const audio = (segment: number, text: string): StreamEvent => ({
  event: 'audio',
  data: { segment, text, audio_base64: 'AAAA', mime: 'audio/wav' },
});

const done = (...texts: string[]): StreamEvent => ({
  event: 'done',
  data: {
    text: texts.join(' '),
    audio_base64: null,
    extract: null,
    debug_commands: [],
    turn_id: 'a',
    segments: texts.map((text, index) => ({ text, pause_ms: index * 100 })),
    mode: 'mentor',
    model: 'm',
    provider: 'custom',
    interrupted: false,
    partial: false,
    knowledge: [],
    offers: [],
  },
});

it('brings sentences and pauses to the player as they come', async () => {
  const { voice, log, clock, asked } = scene();
  voice.heard('a', audio(0, 'One.'));
  voice.heard('a', { event: 'segment', data: { index: 0, total: null, text: 'One.', pause_ms: 0 } });
  voice.heard('a', audio(1, 'Two.'));
  voice.heard('a', done('One.', 'Two.'));
  await clock.passSlowly(0);
  expect(log).toEqual(['a 0 One.', 'a 0 pause 0', 'a 1 Two.', 'a 0 pause 0', 'a 1 pause 100', 'a complete']);
  expect(asked).toEqual([]);
});

it('adds nothing twice when a lost reply is heard anew', async () => {
  const { voice, log, clock } = scene();
  voice.heard('a', audio(0, 'One.'));
  voice.heard('a', audio(0, 'Two.'));
  voice.rejoining('a');
  for (const text of ['One.', 'Two.', 'Three.']) voice.heard('a', audio(0, text));
  voice.heard('a', done('One. Two. Three.'));
  await clock.passSlowly(0);
  expect(log.filter((line) => /\.$/.test(line))).toEqual(['a 0 One.', 'a 0 Two.', 'a 0 Three.']);
});

it('asks for the sound that did not come, and for that of no sentence before it', async () => {
  const { voice, log, clock, asked } = scene(() => 'AAAA');
  voice.heard('a', audio(0, 'One.'));
  voice.heard('a', done('One.', 'Two.'));
  await clock.passSlowly(0);
  expect(asked).toEqual(['0 Two.']);
  expect(log.slice(-2)).toEqual(['a 1 Two.', 'a complete']);
});

it('tries after 1 s and 2 s, then leaves the text on the screen in silence', async () => {
  const { voice, log, clock, asked, reported } = scene();
  voice.heard('a', done('One.', 'Two.'));
  await clock.passSlowly(10_000);
  expect(asked).toEqual(['0 One.', '1000 One.', '3000 One.']);
  expect(reported).toEqual(['Speech synthesis failed']);
  expect(log.slice(-2)).toEqual(['a complete', 'a unvoiced']);
});

it('does not repeat what the server refuses to speak', async () => {
  const { voice, clock, asked, reported } = scene(() => new CallError('nothing_to_speak', 'nothing', { status: 400 }));
  voice.heard('a', done('One.'));
  await clock.passSlowly(10_000);
  expect(asked).toEqual(['0 One.']);
  expect(reported).toEqual(['Speech synthesis failed']);
});

it('asks for nothing once the reply was dropped', async () => {
  const { voice, clock, asked, log } = scene();
  voice.heard('a', done('One.'));
  await clock.passSlowly(500);
  voice.drop('a');
  await clock.passSlowly(10_000);
  expect(asked).toEqual(['0 One.']);
  expect(log).not.toContain('a unvoiced');
});

it('completes a reply that ended without a word of goodbye', async () => {
  const { voice, clock, log } = scene();
  voice.heard('a', audio(0, 'One.'));
  voice.over('a');
  await clock.passSlowly(0);
  expect(log.at(-1)).toBe('a complete');
});
