import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';
import { BRAND_SCHEMES, type BrandScheme, brandOf, brandRule, HOUSE, USUAL_BRAND } from './brand.ts';

const tokens = await readFile(path.join(import.meta.dirname, '../web/ui/tokens.css'), 'utf8');
/** A color of the house in a scheme. */
function token(name: string, scheme: BrandScheme): string {
  const [, value = ''] = new RegExp(`^  --${name}: (.*);$`, 'm').exec(tokens) ?? [];
  const [, light, dark] = /^light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)$/.exec(value) ?? [];
  return (scheme === 'light' ? light : dark) ?? '';
}

/** Two hundred colors, the same in each run. */
function colors(): string[] {
  let state = 20_261_126;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return Array.from(
    { length: 200 },
    () =>
      `#${Math.floor(next() * 0x1000000)
        .toString(16)
        .padStart(6, '0')}`,
  );
}

test('the surfaces are those of the page', () => {
  for (const scheme of BRAND_SCHEMES)
    for (const name of ['background', 'card', 'muted'] as const) expect(HOUSE[scheme][name]).toBe(token(name, scheme));
  expect(tokens).toContain(`.stage {\n  --background: ${HOUSE.dark.stage};`);
});

describe('every text can be read and every ring seen, in both schemes and on the stage', () => {
  const extremes = ['#000000', '#ffffff', '#ffff00', '#0000ff', '#808080', '#ff0000', '#00ff00', USUAL_BRAND];
  test.each([
    ['extremes', extremes],
    ['two hundred others', colors()],
  ])('%s', (_, chosen) => {
    for (const color of chosen) {
      const brand = brandOf(color);
      for (const scheme of BRAND_SCHEMES) {
        const { primary, primary_strong, primary_foreground, primary_text, ring, light } = brand[scheme];
        const surfaces = Object.values(HOUSE[scheme]).filter((one) => one !== null);
        const pairs: [number, string, string][] = [
          [4.5, primary_foreground, primary],
          [4.5, primary_foreground, primary_strong],
          [4.5, token('foreground', scheme), light],
          ...surfaces.map((surface) => [4.5, primary_text, surface] as [number, string, string]),
          ...surfaces.map((surface) => [3, ring, surface] as [number, string, string]),
        ];
        for (const [least, one, other] of pairs)
          expect(wcagContrast(one, other), `${color} ${scheme}: ${one} on ${other}`).toBeGreaterThanOrEqual(least);
        expect(primary_strong, `${color} ${scheme}`).not.toBe(primary);
      }
    }
  });
});

test('a color that fits is used as it is, and one that does not is moved only as far as needed', () => {
  expect(brandOf('#E7A13A')).toMatchObject({
    light: { primary: '#e7a13a', moved: 'none' },
    dark: { primary: '#e7a13a', primary_text: '#e7a13a', ring: '#e7a13a', moved: 'none' },
  });
  expect(brandOf('#0a4d8c')).toMatchObject({
    light: { primary: '#0a4d8c', primary_text: '#0a4d8c', moved: 'none' },
    dark: { primary: '#0a4d8c', moved: 'none' },
  });
  const navy = brandOf('#000040');
  expect(navy.light.primary).toBe('#000040');
  expect(navy.dark.moved).toBe('lighter');
  expect(wcagContrast(navy.dark.primary, HOUSE.dark.muted)).toBeLessThan(1.65);
  expect(brandOf('#ffffff')).toMatchObject({ light: { moved: 'darker' }, dark: { primary: '#ffffff', moved: 'none' } });
  expect(brandOf('#ffff00')).toMatchObject({ light: { primary: '#ffff00' }, dark: { primary: '#ffff00' } });
});

test('the rule has hexadecimal colors only', () => {
  expect(brandRule('#0000FF')).toMatch(/^:root:root\{(--[a-z-]+:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);?){6}\}$/);
});
