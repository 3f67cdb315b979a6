/**
 * The widget: the chat on somebody else's page. `/widget.js` runs on that page (the host page), `/widget` is the page
 * in its frame, and the two talk by messages. No runtime library is imported, because the script has to stay small.
 */

/** The owner's settings of the widget. */
export interface WidgetSettings {
  /** Origins of the pages on which the widget works, such as `https://www.example.com`; elsewhere it stays hidden. */
  origins: string[];
  /** Color of the button, `#rrggbb`. */
  color: string;
  /** Corner of the window in which the button stands. */
  position: WidgetPosition;
  /** The button's text; `{name}` and `{first_name}` stand for the consultant. */
  label: string;
}
export const WIDGET_POSITIONS = ['right', 'left'] as const;
export type WidgetPosition = (typeof WIDGET_POSITIONS)[number];

/** Most origins, and the longest of each and of the label, in characters. */
export const WIDGET_ORIGINS_MAX = 50;
export const WIDGET_ORIGIN_MAX_CHARS = 200;
export const WIDGET_LABEL_MAX_CHARS = 40;

/** What `/widget.js` brings along: the settings without placeholders. */
export interface WidgetSetup extends WidgetSettings {
  /** The twin's name, such as `AI Orla Venstrom`. */
  name: string;
}

/** The answer of `GET /api/widget`: whether the widget works on the page that asks, by its `Origin`. */
export interface WidgetAnswer {
  allowed: boolean;
  /** The origin that asked; null if the request named none. */
  origin: string | null;
  name: string;
  color: string;
  position: WidgetPosition;
  label: string;
}

/** Machines on which a site is developed; only these do without https. */
const LOCAL_HOST = /^(localhost|127\.0\.0\.1)$/;

/** Why a text is no origin, as the rest of a sentence; `{origin}` and `{most}` are filled in. */
export const ORIGIN_PROBLEMS = {
  too_long: 'has more than {most} characters',
  no_https: 'must start with https://, like https://www.example.com',
  star: 'has a *: list each address by itself',
  no_address: 'is not a web address, like https://www.example.com',
  credentials: 'contains a name or a password: leave it out',
  path: 'has something after the address: {origin} is enough for all of its pages',
  http: 'must start with https://; http:// works for localhost only',
} as const;

/** Reads an origin as a person writes it: as browsers send it, or the problem with the origin that was found. */
export function readOrigin(
  text: string,
): { origin: string } | { problem: keyof typeof ORIGIN_PROBLEMS; found: string } {
  const typed = text.trim();
  const refuse = (problem: keyof typeof ORIGIN_PROBLEMS, found = '') => ({ problem, found });
  if (typed.length > WIDGET_ORIGIN_MAX_CHARS) return refuse('too_long');
  if (!/^https?:\/\//i.test(typed)) return refuse('no_https');
  if (typed.includes('*')) return refuse('star');
  const url = URL.canParse(typed) ? new URL(typed) : null;
  // What a policy for frames can name: no IPv6 address, and nothing that would end the line.
  if (!url || !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(url.hostname)) return refuse('no_address');
  if (url.username || url.password) return refuse('credentials');
  if (url.pathname !== '/' || /[?#]/.test(typed)) return refuse('path', url.origin);
  if (url.protocol === 'http:' && !LOCAL_HOST.test(url.hostname)) return refuse('http');
  return { origin: url.origin };
}

/** The color as `#rrggbb`; null if it is none. */
export function readColor(text: string | null | undefined): string | null {
  const [, short, long] = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i.exec(text?.trim() ?? '') ?? [];
  if (long) return `#${long.toLowerCase()}`;
  return short ? `#${[...short.toLowerCase()].map((digit) => digit + digit).join('')}` : null;
}

/** The page on which a conversation began. Data from outside, never instructions. */
export interface HostPage {
  title: string;
  /** http or https, without query, fragment and credentials. */
  url: string;
}
export const HOST_TITLE_MAX_CHARS = 200;
export const HOST_URL_MAX_CHARS = 500;

/** Controls, line separators, and characters that change the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const UNSEEN = /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]+/g;

/** A page's title and address as they may be passed on; null if the address is none of the web. */
export function readHostPage(page: { title: string; url: string }): HostPage | null {
  const url = URL.canParse(page.url) ? new URL(page.url) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const title = page.title.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  return {
    title: [...title].slice(0, HOST_TITLE_MAX_CHARS).join(''),
    url: (url.origin + url.pathname).slice(0, HOST_URL_MAX_CHARS),
  };
}

/**
 * Messages of the host page's script to the frame. `hello` answers `ready`, and comes again with each opening, since
 * the host page may have changed.
 */
export type ToFrame =
  | {
      type: 'hello';
      open: boolean;
      /** Whether the frame takes the focus: not where it opens by itself. */
      focus: boolean;
      page: HostPage | null;
    }
  | { type: 'closed' };

/**
 * Messages of the frame to the host page's script; none contains words of the conversation. `ready`: the page in the
 * frame listens. `close`: the visitor wants it closed. `lead`: the visitor left an address or asked for a call.
 */
export type FromFrame =
  | { type: 'ready' }
  | { type: 'close' }
  | { type: 'message'; from: 'visitor' | 'twin' }
  | { type: 'lead' };

/** Marks the widget's messages among others of the page, with the version of their form. */
const MARK = 'understudy.1';

/** The message in the form in which it is posted. */
export const posted = <Message extends ToFrame | FromFrame>(message: Message): Message & { widget: string } => ({
  ...message,
  widget: MARK,
});

const fieldsOf = (data: unknown): Record<string, unknown> | null => {
  const fields = data as Record<string, unknown> | null;
  return typeof data === 'object' && fields?.['widget'] === MARK ? fields : null;
};

/** A message from the frame; null for anything else. */
export function readFromFrame(data: unknown): FromFrame | null {
  const { type, from } = fieldsOf(data) ?? {};
  if (type === 'ready' || type === 'close' || type === 'lead') return { type };
  return type === 'message' && (from === 'visitor' || from === 'twin') ? { type, from } : null;
}

/** A message to the frame; null for anything else. */
export function readToFrame(data: unknown): ToFrame | null {
  const { type, open, focus, page } = fieldsOf(data) ?? {};
  if (type === 'closed') return { type };
  if (type !== 'hello' || typeof open !== 'boolean' || typeof focus !== 'boolean') return null;
  const { title, url } = (page ?? {}) as Record<string, unknown>;
  const isPage = typeof title === 'string' && typeof url === 'string';
  return { type, open, focus, page: isPage ? readHostPage({ title, url }) : null };
}

/** Parameters of the frame's address; `host` is the origin of the page around it. */
export type FrameParam = 'host' | 'form' | 'lang' | 'theme' | 'mode';
/** `floating` over the page, or `inline` as a part of it. */
export type WidgetForm = 'floating' | 'inline';
