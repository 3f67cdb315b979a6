import { describe, expect, test } from 'vitest';
import { newTotpSecret, presentTotpSecret, stepOfCode } from './totp.ts';

/** RFC 6238, appendix B: the seed of its SHA-1 vectors, and the last six of their eight digits. */
const SEED = Buffer.from('12345678901234567890');
const VECTORS: [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a code', () => {
  test.each(VECTORS)('of %i s is that of RFC 6238', (seconds, code) => {
    expect(stepOfCode(SEED, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  test('is accepted one step early and one step late, and no further', () => {
    const [seconds, code] = [1_111_111_111, '050471'];
    const step = Math.floor(seconds / 30);
    const steps = [-2, -1, 0, 1, 2].map((drift) => stepOfCode(SEED, code, at(seconds + 30 * drift)));
    expect(steps).toEqual([null, step, step, step, null]);
  });

  test.each(['', '05047', '0504711', 'abcdef', '٠٥٠٤٧١', '050472'])('%j is wrong', (code) => {
    expect(stepOfCode(SEED, code, at(1_111_111_111))).toBeNull();
  });

  test('may be typed in groups', () => {
    expect(stepOfCode(SEED, ' 050 471 ', at(1_111_111_111))).not.toBeNull();
  });
});

test('a secret is told as text, as a link and as a picture', () => {
  const told = presentTotpSecret(SEED, { issuer: 'AI Orla: Twin', account: 'kim@example.test' });
  expect(told.secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const uri = new URL(told.uri);
  expect(decodeURIComponent(uri.pathname)).toContain('kim@example.test');
  expect(uri.searchParams.get('secret')).toBe(told.secret);
  expect(uri.searchParams.get('issuer')).toBe('AI Orla: Twin');
  expect(told.qr_code).toMatch(/^<svg[^#]*<\/svg>$/s);
  expect(newTotpSecret()).toHaveLength(20);
});
