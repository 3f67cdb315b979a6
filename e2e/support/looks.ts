import type { Locator } from 'playwright-core';

/** An element's appearance; a colour is given by the token that names it, if there is one. */
export interface Looks {
  background: string;
  color: string;
  isOutlined: boolean;
  /** Whether it has an endless animation. */
  pulses: boolean;
}

/** The background of elements without one. */
export const CLEAR = 'rgba(0, 0, 0, 0)';

/** Reads an element's rendered appearance. */
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
