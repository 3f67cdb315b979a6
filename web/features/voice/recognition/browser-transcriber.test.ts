import { expect, it } from 'vitest';
import { createFakeClock } from '../../../platform/testing/fake-clock.ts';
import type { BrowserRecognition, RecognitionConstructor } from './browser-transcriber.ts';
import { createBrowserTranscriber } from './browser-transcriber.ts';

const TRACK = {} as MediaStreamTrack;

/** A browser recogniser controlled by the test. */
function stage({ onDevice = false } = {}) {
  const clock = createFakeClock(0);
  const log: string[] = [];
  const opened: BrowserRecognition[] = [];
  class Recognition extends EventTarget {
    constructor() {
      super();
      opened.push(this as unknown as BrowserRecognition);
    }
    start() {
      log.push('start');
    }
    stop() {
      log.push('stop');
    }
  }
  const transcriber = createBrowserTranscriber({
    recognition: Recognition as unknown as RecognitionConstructor,
    language: 'en',
    onDevice,
    clock,
  });
  const newest = () => opened.at(-1) as BrowserRecognition;
  const understand = (transcript: string, isFinal = true) =>
    newest().onresult?.({ resultIndex: 0, results: [{ isFinal, 0: { transcript } }] });
  const ask = (utterance: number, whole = true, signal = new AbortController().signal) =>
    transcriber.transcribe({ utterance, wav: null, whole, spoken: '', signal });
  return { transcriber, clock, log, newest, understand, ask };
}

it('gives an utterance the words that came since it began, once no more of them come', async () => {
  const { transcriber, clock, understand, ask } = stage();
  transcriber.listen(TRACK);
  transcriber.begin(1);
  understand(' What do you ', false);
  await expect(ask(1, false)).resolves.toEqual({ text: 'What do you', dropped: null });
  const asked = ask(1);
  await clock.passSlowly(100);
  understand('What do you charge?');
  transcriber.begin(2);
  await clock.passSlowly(500);
  await expect(asked).resolves.toEqual({ text: 'What do you charge?', dropped: null });
  understand('For a day.');
  const next = ask(2);
  await clock.passSlowly(2_000);
  await expect(next).resolves.toEqual({ text: 'For a day.', dropped: null });
});

it('waits for last words no longer than 1.5 s', async () => {
  const { transcriber, clock, ask } = stage();
  transcriber.listen(TRACK);
  transcriber.begin(1);
  const asked = ask(1);
  await clock.passSlowly(1_500);
  await expect(asked).resolves.toEqual({ text: '', dropped: 'empty' });
});

it('says that it failed when the browser refuses, and hears again when the microphone is opened anew', async () => {
  const { transcriber, clock, log, newest, understand, ask } = stage();
  transcriber.listen(TRACK);
  transcriber.begin(1);
  newest().onerror?.({ error: 'not-allowed' });
  newest().onend?.();
  await expect(ask(1)).rejects.toThrow('not-allowed');
  expect(log).toEqual(['start']);
  transcriber.listen(null);
  transcriber.listen(TRACK);
  transcriber.begin(2);
  understand('Hello.');
  const asked = ask(2);
  await clock.passSlowly(500);
  await expect(asked).resolves.toEqual({ text: 'Hello.', dropped: null });
});

it('does not take for silence what it had no network for, and hears again once there is one', async () => {
  const { transcriber, clock, newest, understand, ask } = stage();
  transcriber.listen(TRACK);
  transcriber.begin(1);
  newest().onerror?.({ error: 'network' });
  newest().onend?.();
  const lost = expect(ask(1)).rejects.toThrow('network');
  await clock.passSlowly(1_500);
  await lost;
  transcriber.begin(2);
  understand('Hello.');
  const heard = ask(2);
  await clock.passSlowly(500);
  await expect(heard).resolves.toEqual({ text: 'Hello.', dropped: null });
  transcriber.begin(3);
  const silence = ask(3);
  await clock.passSlowly(1_500);
  await expect(silence).resolves.toEqual({ text: '', dropped: 'empty' });
});

it('starts anew when the browser ends it by itself, but not without an end, and not once it is closed', () => {
  const { transcriber, log, newest } = stage();
  transcriber.listen(TRACK);
  newest().onerror?.({ error: 'no-speech' });
  newest().onend?.();
  expect(log).toEqual(['start', 'start']);
  for (let end = 0; end < 50; end += 1) newest().onend?.();
  expect(log.length).toBeLessThan(25);
  transcriber.listen(TRACK);
  const before = log.length;
  transcriber.listen(null);
  newest().onend?.();
  expect(log.slice(before)).toEqual(['stop']);
});

it('does not wait for an utterance that was given up', async () => {
  const { transcriber, ask } = stage();
  transcriber.listen(TRACK);
  transcriber.begin(1);
  const abort = new AbortController();
  const asked = ask(1, true, abort.signal);
  abort.abort();
  await expect(asked).rejects.toThrow('aborted');
});

it('keeps the sound on the device where the browser can', () => {
  const { transcriber, newest } = stage({ onDevice: true });
  transcriber.listen(TRACK);
  expect(newest()).toMatchObject({ processLocally: true, lang: 'en', continuous: true, interimResults: true });
});
