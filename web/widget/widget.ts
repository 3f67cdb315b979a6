import {
  type FrameParam,
  type HostPage,
  posted,
  readFromFrame,
  type ToFrame,
  type WidgetAnswer,
  type WidgetSetup,
} from '@understudy/contract/widget';
import { createListeners, type Listeners } from './events.ts';
import { readOptions, type WidgetOptions } from './options.ts';
import { SMALL_SCREEN } from './style.ts';
import { createView } from './view.ts';
import { wordsIn } from './words.ts';

/** Written before the script by the server (server/app/pages/widget.ts). */
declare const __WIDGET_SETUP__: WidgetSetup;

/** The page's interface, `window.Understudy` (docs/widget.md). */
interface Understudy extends Pick<Listeners, 'on' | 'off'> {
  open(): void;
  close(): void;
  toggle(): void;
}
declare global {
  interface Window {
    Understudy?: Understudy;
  }
}

/** How long a frame may take before the visitor is offered another way. */
const PATIENCE_MS = 15_000;

// biome-ignore lint/suspicious/noConsole: the console is where a page's author looks
const say = (sentence: string) => console.error(`Understudy: ${sentence}`);

/** The title and address of the page, without query and fragment; the frame cuts it to what may be passed on. */
const hostPage = (): HostPage => ({ title: document.title, url: location.origin + location.pathname });

/** Whether the widget may be shown here; the answer that came with the script may be a minute old. */
async function isAllowed(base: string): Promise<boolean> {
  if (location.origin === base || __WIDGET_SETUP__.origins.includes(location.origin)) return true;
  try {
    const response = await fetch(`${base}/api/widget`, { credentials: 'omit', cache: 'no-store' });
    return ((await response.json()) as WidgetAnswer).allowed;
  } catch {
    // Such as a content-security-policy that allows no requests to the product.
    return false;
  }
}

/** Puts the element where it belongs: into an element of the page, behind the script, or over everything. */
function placeOf({ form, into }: WidgetOptions, script: HTMLScriptElement): ((host: HTMLElement) => void) | null {
  if (form === 'floating') return (host) => document.body.append(host);
  if (into === '') return (host) => script.after(host);
  const found = document.querySelector(into);
  return found && ((host) => found.append(host));
}

/** Waits for what the parser has not reached yet. */
const whenParsed = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve());
    else resolve();
  });

/** The script's address in the frame's parameters. */
function frameUrl(base: string, { form, language, theme, mode }: WidgetOptions): string {
  const params: Partial<Record<FrameParam, string | null>> = {
    host: location.origin,
    form,
    lang: language ?? (document.documentElement.lang || null),
    theme,
    mode,
  };
  const given = Object.entries(params).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return `${base}/widget?${new URLSearchParams(given)}`;
}

async function start(script: HTMLScriptElement): Promise<void> {
  const base = new URL(script.src).origin;
  const options = readOptions({ ...script.dataset }, __WIDGET_SETUP__);
  const listeners = createListeners((error) => setTimeout(() => reportError(error)));
  /** What the page asked for before there was anything to open. */
  let isWanted = false;
  const want = (is: boolean) => {
    isWanted = is;
  };
  const api: Understudy = {
    open: () => want(true),
    close: () => want(false),
    toggle: () => want(!isWanted),
    on: listeners.on,
    off: listeners.off,
  };
  window.Understudy = api;
  // An inline chat takes its place at once, so that nothing moves later.
  if (options.form === 'floating' || (options.into !== '' && !placeOf(options, script))) await whenParsed();
  const place = placeOf(options, script);
  if (!place) return say(`there is no element ${options.into} for the chat on this page. Check data-inline.`);
  if (!(await isAllowed(base))) {
    place(reserved(options));
    return say(
      `the chat is hidden, because it is not allowed on ${location.origin}. ` +
        `Add this origin in the settings: ${base}/admin?tab=settings&section=widget`,
    );
  }

  let frame: HTMLIFrameElement | null = null;
  let isReady = false;
  let isOpen = false;
  let takesFocus = true;
  let opener: HTMLElement | null = null;
  let patience = 0;
  const src = frameUrl(base, options);

  const send = (message: ToFrame) => frame?.contentWindow?.postMessage(posted(message), base);
  const load = () => {
    isReady = false;
    frame = view.load(src);
    view.cover('loading');
    clearTimeout(patience);
    patience = setTimeout(() => {
      view.cover('failed');
      say(`the chat did not load. If this page has a content-security-policy, it needs "frame-src ${base}".`);
    }, PATIENCE_MS);
  };
  const greet = () => send({ type: 'hello', open: isOpen, focus: isOpen && takesFocus, page: hostPage() });
  const open = (by: 'visitor' | 'load' = 'visitor') => {
    if (isOpen) return;
    isOpen = true;
    takesFocus = by === 'visitor';
    opener = view.focused();
    if (!frame) load();
    view.unread(false);
    view.show();
    if (takesFocus) view.focusFrame();
    else if (view.hasFocus()) view.focused()?.blur();
    if (isReady) greet();
    listeners.emit('open', {});
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    const hadFocus = view.hasFocus();
    view.hide();
    send({ type: 'closed' });
    if (hadFocus) {
      if (opener?.isConnected && opener !== document.body) opener.focus();
      else view.focusButton();
    }
    listeners.emit('close', {});
  };
  const toggle = () => (isOpen ? close() : open());
  const view = createView(
    options,
    {
      words: wordsIn([options.language, document.documentElement.lang, ...navigator.languages], __WIDGET_SETUP__.name),
      chatUrl: `${base}/chat`,
      place,
    },
    { toggle, close, near: () => frame ?? load(), again: load },
  );

  window.addEventListener('message', ({ source, origin, data }) => {
    if (origin !== base || !frame || source !== frame.contentWindow) return;
    const message = readFromFrame(data);
    if (message?.type === 'ready') {
      isReady = true;
      clearTimeout(patience);
      view.cover('gone');
      greet();
    } else if (message?.type === 'close') close();
    else if (message?.type === 'lead') listeners.emit('lead', {});
    else if (message) {
      if (message.from === 'twin' && !isOpen) view.unread(true);
      listeners.emit('message', { from: message.from });
    }
  });
  document.addEventListener('keydown', (event) => {
    const isElsewhere = !view.hasFocus() && document.activeElement !== document.body;
    if (event.key === 'Escape' && !event.defaultPrevented && options.form === 'floating' && !isElsewhere) close();
  });

  Object.assign(api, { open: () => open(), close, toggle });
  listeners.emit('ready', {});
  window.dispatchEvent(new CustomEvent('understudy:ready'));
  if (isWanted) open();
  // A sheet over a whole phone is not what anybody came for.
  else if (options.opensOnLoad && !(options.form === 'floating' && matchMedia(SMALL_SCREEN).matches)) open('load');
}

/** An empty element of the reserved size, where the chat is not allowed. */
function reserved({ form, height }: WidgetOptions): HTMLElement {
  const empty = document.createElement('div');
  empty.dataset['understudy'] = 'hidden';
  if (form === 'inline') empty.style.height = `${height}px`;
  else empty.hidden = true;
  return empty;
}

const script = (document.currentScript ??
  document.querySelector('script[src$="/widget.js"]')) as HTMLScriptElement | null;
if (!script?.src) say('put the script into the page with its address: <script src="https://…/widget.js" async>.');
else if (window.Understudy) say('the script is on this page twice. Only the first one is used.');
else start(script).catch((error) => say(String(error)));
