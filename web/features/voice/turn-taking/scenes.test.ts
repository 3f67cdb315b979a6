import { describe, expect, it } from 'vitest';
import { scene } from './testing/scene.ts';

const STORY = 'I once built a company that sold paper to people who had no printers at all';

describe('hands-free', () => {
  it('takes what the visitor said for a turn once it is over', () => {
    const talk = scene();
    talk.visitorSays('What do you charge');
    expect(talk.script).toEqual(['visitor: What do you charge']);
    expect(talk.events).toEqual(['voice_speech_started', 'voice_speech_ended']);
  });

  it('takes a short answer for a turn when the twin is quiet', () => {
    const talk = scene();
    talk.visitorSays('No');
    expect(talk.script).toEqual(['visitor: No']);
  });

  it('makes one turn of a sentence whose speaker paused while the first half was being transcribed', () => {
    const talk = scene({ transcriberMs: 600 });
    talk.visitorBegins('I would like to');
    talk.silence(1_200);
    talk.silence(1_000);
    talk.dispatch({ type: 'speech-ended' });
    talk.silence(300);
    talk.visitorSays('talk about prices');
    expect(talk.script).toEqual(['visitor: I would like to talk about prices']);
  });

  it('sends the first half when what followed was only a noise', () => {
    const talk = scene({
      transcriberMs: 600,
      understands: (said) => (said === '(cough)' ? { text: '', dropped: 'empty' } : { text: said }),
    });
    talk.visitorBegins('Tell me more');
    talk.silence(1_900);
    talk.dispatch({ type: 'speech-ended' });
    talk.silence(100);
    talk.visitorSays('(cough)');
    expect(talk.script).toEqual(['visitor: Tell me more']);
  });

  it('is no turn when nothing was understood', () => {
    const talk = scene({ understands: () => ({ text: '', dropped: 'hallucination' }) });
    talk.visitorSays('(breath)');
    expect(talk.script).toEqual([]);
    expect(talk.events.at(-1)).toBe('voice_dropped hallucination');
  });

  it('says so and goes on hearing when the transcriber fails', () => {
    let fails = true;
    const talk = scene({ understands: (text) => (fails ? 'failure' : { text }) });
    talk.visitorSays('Hello');
    fails = false;
    talk.visitorSays('Hello again');
    expect(talk.script).toEqual(["(screen: Sorry, I didn't catch that)", 'visitor: Hello again']);
  });
});

describe('barge-in', () => {
  it('silences the twin at the onset and keeps the words that were heard', () => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.twinBegins(STORY);
    talk.untilWord(6);
    talk.visitorBegins('sorry but how much was it');
    expect(talk.script.at(-1)).toBe('(twin falls silent)');
    talk.visitorEnds();
    expect(talk.script).toEqual([
      'visitor: Tell me a story',
      '(twin falls silent)',
      'twin, interrupted (speech): I once built a company that',
      'visitor: sorry but how much was it',
    ]);
    expect(talk.state().turn).toBe(3);
  });

  it.each(['uh-huh', 'yeah', 'right', 'mhm'])("goes on within 2 s after '%s'", (word) => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.twinBegins(STORY);
    talk.untilWord(4);
    talk.visitorBegins(word);
    talk.silence(1_000);
    expect(talk.script.slice(1)).toEqual(['(twin falls silent)', '(twin goes on)']);
    talk.visitorEnds();
    talk.twinEnds();
    expect(talk.script.at(-1)).toBe(`twin: ${STORY}`);
    expect(talk.events).toContain('voice_resumed backchannel');
    expect(talk.events).toContain('voice_dropped backchannel');
  });

  it.each(['No', 'stop', 'wait', 'hold on'])("always stops at '%s'", (word) => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.twinBegins(STORY);
    talk.untilWord(4);
    talk.visitorSays(word);
    expect(talk.script.slice(1)).toEqual([
      '(twin falls silent)',
      'twin, interrupted (stop_word): I once built a',
      `visitor: ${word}`,
    ]);
  });

  it('goes on at once after a sound that was no speech', () => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.twinBegins(STORY);
    talk.untilWord(4);
    talk.noise();
    expect(talk.script.slice(1)).toEqual(['(twin falls silent)', '(twin goes on)']);
    expect(talk.events).toContain('voice_dropped noise');
  });

  it('goes on after 2 s when no words came', () => {
    const talk = scene({ transcriberMs: 60_000 });
    talk.dispatch({ type: 'asked', turnId: 'a', by: 'visitor', spoken: true });
    talk.twinBegins(STORY);
    talk.untilWord(4);
    talk.visitorBegins('la la la la la la la la la la');
    talk.silence(1_999);
    expect(talk.script).toEqual(['(twin falls silent)']);
    talk.silence(1);
    expect(talk.script).toEqual(['(twin falls silent)', '(twin goes on)']);
  });

  it('does not hear itself', () => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.twinBegins(STORY);
    talk.untilWord(8);
    talk.visitorSays('a company that sold paper');
    talk.twinEnds();
    expect(talk.script.slice(1)).toEqual(['(twin falls silent)', '(twin goes on)', `twin: ${STORY}`]);
    expect(talk.events).toContain('voice_dropped echo');
  });

  it('lets no sound interrupt the first 500 ms, and then at once', () => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.twinBegins(STORY);
    talk.untilWord(1);
    talk.visitorBegins('excuse me may I say something');
    talk.silence(199);
    expect(talk.script).toEqual(['visitor: Tell me a story']);
    talk.silence(1);
    expect(talk.script.at(-1)).toBe('(twin falls silent)');
  });

  it('does not begin to speak while the visitor speaks', () => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.visitorBegins('about your company please');
    talk.twinBegins(STORY);
    expect(talk.isHeld()).toBe(true);
    talk.visitorEnds();
    expect(talk.script).toEqual([
      'visitor: Tell me a story',
      '(twin falls silent)',
      'visitor: about your company please',
    ]);
  });
});

describe('typing', () => {
  it('interrupts the twin', () => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.twinBegins(STORY);
    talk.untilWord(3);
    talk.types();
    expect(talk.script.at(-1)).toBe('twin, interrupted (typing): I once built');
  });

  it('keeps sound from interrupting', () => {
    const talk = scene();
    talk.types();
    talk.twinBegins(STORY);
    talk.untilWord(2);
    talk.visitorBegins('somebody else in the room');
    talk.silence(500);
    talk.types();
    // Typing itself was the interruption: the next reply is spoken while the visitor still types.
    talk.twinBegins(STORY);
    talk.silence(600);
    expect(talk.script).toEqual(['twin, interrupted (typing): I once built']);
  });
});

describe('a spoken reply whose text is there before its voice', () => {
  it('is interrupted by typing, and its voice never begins', () => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.types();
    expect(talk.script.at(-1)).toBe('visitor: Tell me a story');
    talk.twinWrites();
    talk.types();
    expect(talk.script.at(-1)).toBe('twin, interrupted (typing): ');
    expect(talk.state().agent).toEqual({ is: 'idle' });
  });

  it('is interrupted by speech', () => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.twinWrites();
    talk.visitorSays('about prices please');
    expect(talk.script).toEqual([
      'visitor: Tell me a story',
      '(twin falls silent)',
      'twin, interrupted (speech): ',
      'visitor: about prices please',
    ]);
    expect(talk.isHeld()).toBe(false);
  });

  it('lets the visitor hold the button', () => {
    const talk = scene({ handsFree: false });
    talk.dispatch({ type: 'asked', turnId: 'a', by: 'visitor', spoken: true });
    talk.presses('Hello');
    expect(talk.script).toEqual([]);
    talk.twinWrites();
    talk.presses('Hello');
    expect(talk.script).toContain('(microphone on)');
  });
});

describe('the stop button', () => {
  it('ends the voice and leaves the text alone', () => {
    const talk = scene();
    talk.visitorSays('Tell me a story');
    talk.twinBegins(STORY);
    talk.untilWord(3);
    talk.dispatch({ type: 'stop' });
    expect(talk.script.at(-1)).toBe('(its voice ends, its text goes on)');
    expect(talk.events).toContain('voice_interrupted stopped');
    expect(talk.state().agent).toEqual({ is: 'idle' });
  });
});

describe('push-to-talk', () => {
  it('sends what was said while the button was held, and lets go of the microphone', () => {
    const talk = scene({ handsFree: false });
    talk.presses('How do you work');
    talk.releases();
    expect(talk.script).toEqual(['(microphone on)', '(microphone off)', 'visitor: How do you work']);
  });

  it('does nothing while words are on their way, or while the twin thinks about them', () => {
    const talk = scene({ handsFree: false, transcriberMs: 1_000 });
    talk.presses('Hello');
    talk.dispatch({ type: 'released' });
    talk.presses('Hello');
    talk.silence(1_000);
    talk.presses('Hello');
    expect(talk.script).toEqual(['(microphone on)', '(microphone off)', 'visitor: Hello']);
  });

  it('silences the twin while the button is held', () => {
    const talk = scene({ handsFree: false });
    talk.twinBegins(STORY);
    talk.untilWord(5);
    talk.presses('And what does it cost');
    talk.silence(4_000);
    expect(talk.isHeld()).toBe(true);
    talk.releases();
    expect(talk.script).toEqual([
      '(twin falls silent)',
      '(microphone on)',
      '(microphone off)',
      'twin, interrupted (speech): I once built a company',
      'visitor: And what does it cost',
    ]);
  });

  it('lets the twin go on when the press was a slip', () => {
    const talk = scene({ handsFree: false, understands: () => ({ text: '', dropped: 'empty' }) });
    talk.twinBegins(STORY);
    talk.untilWord(5);
    talk.presses();
    talk.releases();
    expect(talk.script.at(-1)).toBe('(twin goes on)');
  });
});

describe('the microphone', () => {
  it('falls back to push-to-talk when it fails', () => {
    const talk = scene();
    talk.dispatch({ type: 'mic-failed', sentence: 'No microphone.', reason: 'ended' });
    expect(talk.script).toEqual(['(microphone off)', '(screen: No microphone.)']);
    expect(talk.state()).toMatchObject({ hearing: { mode: 'push-to-talk', mic: 'closed' } });
  });

  it.each(['voice off', 'leaving'] as const)('is released, with every timer, by %s in any moment', (exit) => {
    for (const moment of ['listening', 'speech', 'transcribing', 'speaking', 'held'] as const) {
      const talk = scene({ transcriberMs: 500 });
      if (moment === 'speech') talk.visitorBegins('Hello you');
      if (moment === 'transcribing') {
        talk.visitorBegins('Hello you');
        talk.silence(1_600);
        talk.dispatch({ type: 'speech-ended' });
      }
      if (moment === 'speaking' || moment === 'held') {
        talk.twinBegins(STORY);
        talk.untilWord(3);
      }
      if (moment === 'held') talk.visitorBegins('Hello you');
      if (exit === 'leaving') talk.leaves();
      else talk.dispatch({ type: 'voice', on: false });
      expect(talk.script, moment).toContain('(microphone off)');
      expect(talk.timersRunning(), moment).toBe(0);
      talk.silence(60_000);
      expect(
        talk.script.filter((line) => /^(visitor|twin)/.test(line)),
        moment,
      ).toEqual([]);
    }
  });
});

it('does not silence a reply again for an acknowledgement that was heard before it began', () => {
  const talk = scene();
  talk.visitorSays('Tell me a story');
  talk.visitorBegins('uh-huh');
  talk.silence(950);
  talk.twinBegins(STORY);
  talk.silence(700);
  expect(talk.script.slice(0, 2)).toEqual(['visitor: Tell me a story', '(twin falls silent)']);
  expect(talk.script.filter((line) => line === '(twin falls silent)')).toHaveLength(1);
  expect(talk.isHeld()).toBe(false);
});
