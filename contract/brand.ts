/**
 * A brand's colors: what a page takes for its own, made of the one color that an owner chooses. Its hue stays; its
 * lightness moves only as far as text needs to be read (WCAG 2.2, 4.5:1), and a button to be seen.
 */
import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  type Oklch,
  useMode,
  wcagContrast,
} from 'culori/fn';

useMode(modeRgb);
useMode(modeLrgb);
const toOklab = useMode(modeOklab);
const toOklch = useMode(modeOklch);

/** What stands for a brand when the owner has not chosen a color. */
export const USUAL_BRAND = '#e7a13a';
export const BRAND_SCHEMES = ['light', 'dark'] as const;
export type BrandScheme = (typeof BRAND_SCHEMES)[number];

/** A brand in one color scheme, as `#rrggbb`, named as in `web/ui/tokens.css`. */
export interface BrandColors {
  primary: string;
  primary_strong: string;
  primary_foreground: string;
  primary_text: string;
  ring: string;
  light: string;
}
/** How a color was moved to become the one of buttons. */
export type BrandMove = 'none' | 'lighter' | 'darker';
/** A brand in both, and what became of the chosen color. */
export type Brand = Record<BrandScheme, BrandColors & { moved: BrandMove }>;

/** The house's colors that a brand meets (`web/ui/tokens.css`; a test compares them). */
export const HOUSE: Record<BrandScheme, { background: string; card: string; muted: string; stage: string | null }> = {
  light: {
    background: 'oklch(0.968 0.012 85)',
    card: 'oklch(0.988 0.008 88)',
    muted: 'oklch(0.938 0.016 84)',
    stage: null,
  },
  dark: {
    background: 'oklch(0.19 0.014 48)',
    card: 'oklch(0.225 0.016 48)',
    muted: 'oklch(0.255 0.017 50)',
    stage: 'oklch(0.165 0.018 55)',
  },
};

const TEXT_CONTRAST = 4.5;
const RING_CONTRAST = 3;
/** From which contrast a filled button stands out; on paper a color does so by its hue too. */
const FILL_CONTRAST = 1.5;
const FILL_DISTANCE = 0.15;
/** Steps of lightness in which a color is moved. */
const STEP = 0.005;
/** How far a button's color moves under the pointer. */
const STRONG = 0.05;
/** A smaller step from black is still black. */
const STRONG_ON_BLACK = -0.2;
/** Lightness and most chroma of inks on a fill, and of the pool of light on the floor. */
const DARK_INK = { l: 0.24, c: 0.04 };
const LIGHT_INK = { l: 0.985, c: 0.012 };
const POOL = { light: { l: 0.94, c: 0.045 }, dark: { l: 0.36, c: 0.055 } };

const hexOf = (color: Oklch): string => formatHex(clampChroma(color, 'oklch'));
const contrast = (one: string, other: string): number => wcagContrast(one, other);
const surfacesOf = (scheme: BrandScheme): string[] => Object.values(HOUSE[scheme]).filter((color) => color !== null);

function distance(one: string, other: string): number {
  const [a, b] = [toOklab(one), toOklab(other)];
  return a && b ? Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b) : 0;
}

/** The color, made darker by day or lighter by night until it fits. */
function moved(color: Oklch, scheme: BrandScheme, fits: (hex: string) => boolean): string {
  const step = scheme === 'light' ? -STEP : STEP;
  // White's lightness is a trace above 1.
  for (let l = Math.min(1, Math.max(0, color.l)); l >= 0 && l <= 1; l += step) {
    const hex = hexOf({ ...color, l });
    if (fits(hex)) return hex;
  }
  return scheme === 'light' ? '#000000' : '#ffffff';
}

/** What is written on a fill: a tinted ink if it can be read, otherwise black or white. */
function inkOn(fill: string, { c, h }: Oklch): string {
  const tinted = (ink: { l: number; c: number }) =>
    hexOf({ mode: 'oklch', l: ink.l, c: Math.min(c, ink.c), h: h ?? 0 });
  const clearest = (inks: string[]) => inks.toSorted((one, other) => contrast(other, fill) - contrast(one, fill))[0];
  const ink = clearest([tinted(DARK_INK), tinted(LIGHT_INK)]) ?? '';
  return contrast(ink, fill) >= TEXT_CONTRAST ? ink : (clearest(['#000000', '#ffffff']) ?? ink);
}

/** A fill under the pointer: darker by day and lighter by night, or the other way if its ink could not be read. */
function strongOf(fill: string, ink: string, scheme: BrandScheme): string {
  const color = toOklch(fill) ?? { mode: 'oklch', l: 0, c: 0 };
  const shifted = [STRONG, -STRONG, STRONG_ON_BLACK]
    .map((by) => (scheme === 'light' ? -by : by))
    .filter((by) => color.l + by >= 0 && color.l + by <= 1)
    .map((by) => hexOf({ ...color, l: color.l + by }));
  return shifted.find((hex) => hex !== fill && contrast(ink, hex) >= TEXT_CONTRAST) ?? fill;
}

function colorsIn(scheme: BrandScheme, chosen: string): Brand[BrandScheme] {
  const color: Oklch = { mode: 'oklch', l: 0, c: 0, ...toOklch(chosen) };
  const surfaces = surfacesOf(scheme);
  const isSeenOn = (fill: string) => (surface: string) =>
    contrast(fill, surface) >= FILL_CONTRAST || (scheme === 'light' && distance(fill, surface) >= FILL_DISTANCE);
  const fits = (least: number) => (hex: string) => surfaces.every((surface) => contrast(hex, surface) >= least);
  // The color itself where it fits, digit by digit.
  const own = (is: (hex: string) => boolean) => (is(chosen) ? chosen : moved(color, scheme, is));
  const primary = own((hex) => surfaces.every(isSeenOn(hex)));
  const ink = inkOn(primary, color);
  const pool = POOL[scheme];
  return {
    primary,
    primary_strong: strongOf(primary, ink, scheme),
    primary_foreground: ink,
    primary_text: own(fits(TEXT_CONTRAST)),
    ring: own(fits(RING_CONTRAST)),
    light: hexOf({ ...color, l: pool.l, c: Math.min(color.c, pool.c) }),
    moved: primary === chosen ? 'none' : scheme === 'light' ? 'darker' : 'lighter',
  };
}

/** The colors of a brand. @param color `#rrggbb` */
export function brandOf(color: string): Brand {
  const chosen = color.toLowerCase();
  return { light: colorsIn('light', chosen), dark: colorsIn('dark', chosen) };
}

/** The rule that puts a brand over the house's own colors, wherever it stands in the page. */
export function brandRule(color: string): string {
  const { light, dark } = brandOf(color);
  const names = ['primary', 'primary_strong', 'primary_foreground', 'primary_text', 'ring', 'light'] as const;
  const values = names.map((name) => `--${name.replace('_', '-')}:light-dark(${light[name]},${dark[name]})`);
  return `:root:root{${values.join(';')}}`;
}
