import type { WidgetOptions } from './options.ts';
import { inkOn } from './options.ts';
import { SMALL_SCREEN, STYLE } from './style.ts';
import type { WidgetWords } from './words.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** An element with properties and content; markup in texts would be refused where a page demands trusted types. */
function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...content);
  return element;
}

function icon(name: string, path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  for (const [key, value] of [
    ['class', name],
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
  ] as const)
    svg.setAttribute(key, value);
  svg.append(line);
  return svg;
}
const talkIcon = () => icon('talk', 'M4 5h16v11H10l-5 4v-4H4z');
const crossIcon = () => icon('close', 'M6 6l12 12M18 6L6 18');

/** What the visitor does with the elements. */
export interface ViewActions {
  toggle(): void;
  close(): void;
  /** The visitor seems about to open it. */
  near(): void;
  again(): void;
}

/** The elements on the host page, inside a shadow root. */
export interface View {
  /** Shows the panel, as a sheet over the whole screen on a phone. */
  show(): void;
  hide(): void;
  /** Puts a frame in, over which the cover lies until it is ready. */
  load(src: string): HTMLIFrameElement;
  cover(state: 'loading' | 'failed' | 'gone'): void;
  unread(is: boolean): void;
  /** Whether the focus is in the widget, the frame included. */
  hasFocus(): boolean;
  /** What has the focus, inside or outside of the widget. */
  focused(): HTMLElement | null;
  focusFrame(): void;
  focusButton(): void;
}

/** Builds the elements; nothing of the product is loaded by that. @param place puts the element into the page */
export function createView(
  options: WidgetOptions,
  { words, chatUrl, place }: { words: WidgetWords; chatUrl: string; place(host: HTMLElement): void },
  act: ViewActions,
): View {
  const isInline = options.form === 'inline';
  const host = make('div');
  host.dataset['understudy'] = options.form;
  // The page's own rules would win over those of the shadow root.
  const lies = isInline
    ? { display: 'block', width: '100%', height: `${options.height}px` }
    : { position: 'fixed', 'z-index': '2147483000' };
  for (const [name, value] of Object.entries({ all: 'initial', ...lies }))
    host.style.setProperty(name, value, 'important');
  host.style.setProperty('--color', options.color);
  host.style.setProperty('--ink', inkOn(options.color));
  if (options.theme) host.setAttribute('theme', options.theme);
  // Whoever looks through the page by its landmarks finds it.
  if (!isInline) Object.assign(host, { role: 'complementary', ariaLabel: words.title });
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const button = make('button', { onclick: act.toggle, onfocus: act.near }, talkIcon());
  button.append(make('span', {}, options.label));
  button.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && act.near());
  const poster = isInline ? make('div', { className: 'cover' }, button) : null;
  const dialog = isInline ? null : make('dialog', { className: `panel ${options.position}` });
  const panel = dialog ?? make('section', { className: 'panel' });
  panel.ariaLabel = words.title;
  if (poster) panel.append(poster);
  else {
    button.className = `launch ${options.position}`;
    button.ariaExpanded = 'false';
    button.ariaHasPopup = 'dialog';
    // A button of its own: one that changed its size would count as a shift of the page's layout.
    const className = `shut ${options.position}`;
    root.append(button, make('button', { className, ariaLabel: words.close, onclick: act.close }, crossIcon()));
  }
  root.append(panel);

  const cover = make('div', { className: 'cover' });
  const dismiss = make('button', { className: 'dismiss', ariaLabel: words.close, onclick: act.close }, crossIcon());
  let frame: HTMLIFrameElement | null = null;

  const small = matchMedia(SMALL_SCREEN);
  const viewport = window.visualViewport;
  /** A phone's keyboard covers the lower part of the page; the sheet ends above it. */
  const fit = () => {
    if (!dialog || !viewport) return;
    const isSheet = dialog.open && small.matches && viewport.scale < 1.01;
    dialog.style.height = isSheet ? `${viewport.height}px` : '';
    dialog.style.top = isSheet ? `${viewport.offsetTop}px` : '';
  };
  const present = () => {
    if (!dialog) return;
    if (dialog.open) dialog.close();
    dialog.classList.toggle('full', small.matches);
    // A sheet that covers the page also takes it out of the tab order.
    if (small.matches) dialog.showModal();
    else dialog.show();
    fit();
  };
  small.addEventListener('change', () => dialog?.open && present());
  viewport?.addEventListener('resize', fit);
  viewport?.addEventListener('scroll', fit);
  dialog?.addEventListener('cancel', (event) => {
    event.preventDefault();
    act.close();
  });

  place(host);
  return {
    show() {
      if (poster) poster.hidden = true;
      if (frame) frame.hidden = false;
      if (!isInline) button.ariaExpanded = 'true';
      host.toggleAttribute('open', true);
      present();
    },
    hide() {
      if (poster) poster.hidden = false;
      if (isInline && frame) frame.hidden = true;
      if (!isInline) button.ariaExpanded = 'false';
      host.toggleAttribute('open', false);
      dialog?.close();
      fit();
    },
    load(src) {
      frame?.remove();
      frame = make('iframe', { title: words.title, allow: 'microphone; autoplay; clipboard-write' });
      frame.setAttribute(
        'sandbox',
        'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
      );
      frame.src = src;
      panel.prepend(frame);
      return frame;
    },
    cover(state) {
      cover.hidden = state === 'gone';
      if (state === 'gone') return;
      const isLoading = state === 'loading';
      const more = isLoading
        ? [make('div', { className: 'wait' })]
        : [
            make('button', { onclick: act.again }, words.again),
            make('a', { href: chatUrl, target: '_blank', rel: 'noopener' }, words.elsewhere),
          ];
      const text = make('p', { role: 'status' }, isLoading ? words.loading : words.failed);
      cover.replaceChildren(text, ...more, ...(isInline ? [] : [dismiss]));
      panel.append(cover);
    },
    unread: (is) => button.toggleAttribute('data-unread', is),
    hasFocus: () => document.activeElement === host,
    focused: () => (root.activeElement ?? document.activeElement) as HTMLElement | null,
    focusFrame: () => frame?.focus(),
    focusButton: () => button.focus(),
  };
}
