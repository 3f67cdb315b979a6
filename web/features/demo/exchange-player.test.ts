import { describe, expect, it } from 'vitest';
import { exchangeFrames, exchangeWords } from './exchange-player.tsx';

const exchange = {
  human: 'Everything crosses my desk.',
  reply: [
    { text: 'Forty people,  one light.', pause_ms: 0 },
    { text: 'What waited?', pause_ms: 800 },
  ],
};

describe('exchangeFrames', () => {
  it('begins without a word and ends with all of them, one more each time', () => {
    const frames = exchangeFrames(exchange);
    expect(frames.map((frame) => frame.words)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(exchangeWords(exchange)).toHaveLength(6);
  });

  it('holds the pause between two segments before the first word of the second', () => {
    const frames = exchangeFrames(exchange);
    const holds = frames.map((frame) => frame.holdMs);
    expect(holds[4]).toBe((holds[3] ?? 0) + 800);
  });

  it('is one empty frame when there is no reply', () => {
    expect(exchangeFrames({ human: 'Hello?', reply: [] })).toHaveLength(1);
  });
});
