import { readColor, type WidgetForm, type WidgetPosition, type WidgetSetup } from '@understudy/contract/widget';

/** What the page's author chose by attributes; the rest is as the owner set it. */
export interface WidgetOptions {
  form: WidgetForm;
  /** Selector of the element that takes the inline chat; empty for the place of the script. */
  into: string;
  /** Reserved for the inline chat, in pixels. */
  height: number;
  color: string;
  position: WidgetPosition;
  label: string;
  language: string | null;
  theme: 'light' | 'dark' | null;
  mode: string | null;
  opensOnLoad: boolean;
}

const HEIGHT = { usual: 640, least: 320, most: 2000 };

/** @param given the script's `data-` attributes */
export function readOptions(given: Readonly<Record<string, string | undefined>>, setup: WidgetSetup): WidgetOptions {
  const height = Number.parseInt(given['height'] ?? '', 10) || HEIGHT.usual;
  const oneOf = <Value extends string>(text: string | undefined, ...values: Value[]) =>
    values.find((value) => value === text) ?? null;
  return {
    form: given['inline'] === undefined ? 'floating' : 'inline',
    into: given['inline'] ?? '',
    height: Math.min(HEIGHT.most, Math.max(HEIGHT.least, height)),
    color: readColor(given['color']) ?? setup.color,
    position: oneOf(given['position'], 'left', 'right') ?? setup.position,
    label: given['label']?.trim() || setup.label,
    language: given['language']?.trim() || null,
    theme: oneOf(given['theme'], 'light', 'dark'),
    mode: given['mode']?.trim() || null,
    opensOnLoad: given['open'] !== undefined && given['open'] !== 'false',
  };
}

/** Relative luminance of a color `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const [DARK, LIGHT] = ['#000000', '#ffffff'] as const;

/** The color of text that can be read on this one: of any color, one of the two is at least 4.5:1. */
export function inkOn(color: string): string {
  const under = luminance(color);
  return (under + 0.05) / (luminance(DARK) + 0.05) >= 1.05 / (under + 0.05) ? DARK : LIGHT;
}
