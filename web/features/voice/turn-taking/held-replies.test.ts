import { describe, expect, it } from 'vitest';
import { scene } from './testing/scene.ts';

describe('a reply that is held before its first word', () => {
  it('keeps a greeting to itself when the visitor speaks first, and says it when that was no turn', () => {
    const talk = scene({
      understands: (said) => (said === '(cough)' ? { text: '', dropped: 'empty' } : { text: said }),
    });
    talk.dispatch({ type: 'asked', turnId: 'greeting', by: 'twin', spoken: true });
    talk.visitorBegins('(cough)');
    talk.twinBegins('Welcome to the house');
    expect(talk.script).toEqual(['(twin falls silent)']);
    talk.visitorEnds();
    expect(talk.script.slice(1)).toEqual(['(twin goes on)']);
    talk.twinEnds();
    expect(talk.script.at(-1)).toBe('twin: Welcome to the house');
  });

  it('does not begin while the words of a visitor who has ended are still on their way', () => {
    const talk = scene({ transcriberMs: 3_000 });
    talk.dispatch({ type: 'asked', turnId: 'greeting', by: 'twin', spoken: true });
    talk.visitorBegins('Tell me');
    talk.twinBegins('Welcome to the house');
    talk.silence(1_600);
    talk.dispatch({ type: 'speech-ended' });
    // Longer than a voice that has started would be held without words.
    talk.silence(2_900);
    expect(talk.isHeld()).toBe(true);
    talk.silence(100);
    expect(talk.script).toEqual(['(twin falls silent)', 'visitor: Tell me']);
  });
});
