import type { Locator } from 'playwright-core';

/** How an element looks; a colour is told by the token that names it, if one does. */
export interface Looks {
  background: string;
  color: string;
  isOutlined: boolean;
  /** It is animated for ever. */
  pulses: boolean;
}

/** The background of what has none. */
export const CLEAR = 'rgba(0, 0, 0, 0)';

/** Looks at an element as the browser shows it. */
export const looksOf = (element: Locator): Promise<Looks> =>
  element.evaluate((node) => {
    const probe = document.body.appendChild(document.createElement('i'));
    const named = (token: string) => {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    };
    const tokens = ['--primary', '--muted', '--destructive', '--destructive-text', '--tier-warm'] as const;
    const colours = new Map(tokens.map((token) => [named(token), token]));
    probe.remove();
    const { backgroundColor, borderTopWidth, color, animationName, animationIterationCount } = getComputedStyle(node);
    return {
      background: colours.get(backgroundColor) ?? backgroundColor,
      color: colours.get(color) ?? color,
      isOutlined: borderTopWidth !== '0px',
      pulses: animationName !== 'none' && animationIterationCount === 'infinite',
    };
  });
