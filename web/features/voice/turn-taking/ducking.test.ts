import { expect, it } from 'vitest';
import { scene } from './testing/scene.ts';

const STORY = 'I once built a company that sold paper to people who had no printers at all';

it('lowers the voice for what might be the visitor, until that was in vain twice in a row', () => {
  const talk = scene();
  talk.visitorSays('Tell me a story');
  talk.dispatch({ type: 'speech-hinted' });
  talk.twinBegins(STORY);
  talk.dispatch({ type: 'speech-hinted' });
  expect(talk.script).toEqual(['visitor: Tell me a story']);
  talk.untilWord(3);
  talk.dispatch({ type: 'speech-hinted' });
  talk.dispatch({ type: 'speech-hinted' });
  talk.dispatch({ type: 'speech-hinted' });
  const lowered = ['(twin lowers its voice)', '(twin lowers its voice)'];
  expect(talk.script.slice(1)).toEqual(lowered);
  talk.visitorSays('uh-huh');
  talk.dispatch({ type: 'speech-hinted' });
  expect(talk.script.slice(1)).toEqual([
    ...lowered,
    '(twin falls silent)',
    '(twin goes on)',
    '(twin lowers its voice)',
  ]);
  talk.twinEnds();
  talk.dispatch({ type: 'speech-hinted' });
  expect(talk.script.at(-1)).toBe(`twin: ${STORY}`);
});
