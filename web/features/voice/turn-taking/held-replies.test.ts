import { describe, expect, it } from 'vitest';
import { scene } from './testing/scene.ts';

describe('a reply that is held before its first word', () => {
  it('keeps a greeting to itself when the visitor speaks first, and says it when that was no turn', () => {
    const talk = scene({
      understands: (said) => (said === '(cough)' ? { text: '', dropped: 'empty' } : { text: said }),
    });
    talk.dispatch({ type: 'asked', turnId: 'greeting', by: 'twin' });
    talk.visitorBegins('(cough)');
    talk.twinBegins('Welcome to the house');
    expect(talk.script).toEqual(['(twin falls silent)', '(its words wait)']);
    talk.visitorEnds();
    expect(talk.script.slice(2)).toEqual(['(its words come)', '(twin goes on)']);
    talk.twinEnds();
    expect(talk.script.at(-1)).toBe('twin: Welcome to the house');
  });

  it.each(['voice off', 'leaving'] as const)('lets the words of a held reply come by %s', (exit) => {
    const talk = scene();
    talk.dispatch({ type: 'asked', turnId: 'greeting', by: 'twin' });
    talk.visitorBegins('Hello you');
    if (exit === 'leaving') talk.leaves();
    else talk.dispatch({ type: 'voice', on: false });
    expect(talk.script).toContain('(its words come)');
  });
});
