import { brandRule } from '@understudy/contract/brand';
import type { Language } from '@understudy/contract/languages';
import { describePage } from '@understudy/contract/page-words';
import { paths } from '@understudy/contract/pages';
import type { PublicConfig } from '@understudy/contract/wire';
import { escapeHtml } from '../../platform/text/wording.ts';

/** Input for one page. */
interface PageRequest {
  path: string;
  nonce: string;
  language: Language;
  /** Origin under which visitors reach this server, without a trailing slash. */
  origin: string;
  config: PublicConfig;
  /** The consultant's color, for visitors' pages; null for the house's own. */
  brand: string | null;
}

/** A page as it is sent. */
interface RenderedPage {
  html: string;
  found: boolean;
  isPublic: boolean;
  /** Whether it is made for a frame in pages of other origins. */
  isFramed: boolean;
}

/**
 * Fills the page's placeholders (described in web/index.html).
 *
 * @returns the HTML, whether the page exists and whether it is one for visitors
 */
export function renderPage(template: string, request: PageRequest): RenderedPage {
  const { consultant } = request.config;
  const page = describePage(request.path, consultant, request.language);
  const isFramed = isWidget(request.path);
  const title = escapeHtml(page.title);
  const description = escapeHtml(page.description);
  const url = escapeHtml(request.origin + request.path);
  const social = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', escapeHtml(request.origin + consultant.portrait)],
    ['og:site_name', escapeHtml(page.site)],
  ].map(([property, content]) => `<meta property="${property}" content="${content}">`);
  social.push('<meta name="twitter:card" content="summary">', `<link rel="canonical" href="${url}">`);
  // On the owner's side the charts need the house's colors.
  if (request.brand !== null && page.isPublic)
    social.push(`<style nonce="${request.nonce}" id="brand">${brandRule(request.brand)}</style>`);
  const values: Record<string, string> = {
    __NONCE__: request.nonce,
    __LANGUAGE__: request.language,
    __TITLE__: title,
    __DESCRIPTION__: description,
    __SOCIAL__: social.join('\n    '),
    __CONFIG__: JSON.stringify(request.config).replaceAll('<', '\\u003c'),
  };
  // What only visitors or only the owner need is in comments (web/build), and the first other comment is for readers of
  // the template.
  const reader = page.isPublic ? 'visitors' : 'admin';
  const forReader = template
    .replace(/<!--(visitors|admin) ([\s\S]*?)-->/g, (_, whose, tags) => (whose === reader ? tags : ''))
    .replace(/<!--[\s\S]*?-->/, '');
  const inLanguage = forReader.replace(
    /<template lang="(\w+)" data-shell="([^"]*)"[\s\S]*?<\/template>|<link [^>]*\blang="(\w+)"[^>]*>/g,
    (tag, ofShell, path, ofPreload) =>
      (ofShell ?? ofPreload) === request.language && (path ?? request.path) === request.path ? tag : '',
  );
  // On the dashboard, preloaded fonts would delay the script and with it the figures.
  const body = page.isPublic
    ? withoutHidden(inLanguage, request.config)
    : inLanguage.replace(/<link rel="preload" as="font"[^>]*>/g, '');
  return {
    html: body.replace(/__(NONCE|LANGUAGE|TITLE|DESCRIPTION|SOCIAL|CONFIG)__/g, (mark) => values[mark] ?? ''),
    found: page.found,
    isPublic: page.isPublic,
    isFramed,
  };
}

/** Links to the dashboard, the waitlist with what it is for, and the 'Talk' button, in prerendered first screens. */
const DASHBOARD_LINKS = /<a [^>]*href="\/admin"[^>]*>[^<]*<\/a>/g;
const WAITLIST = /<section aria-labelledby="(?:own-agent|early-access)-title"[\s\S]*?<\/section>/g;
const TALK_BUTTON = /<button [^>]*value="talk"[\s\S]*?<\/button>/g;

const SAMPLE_NOTE = /<aside [^>]*\bsample-note\b[^>]*>[\s\S]*?<\/aside>/g;
const PROOF = /<section aria-labelledby="proof-title"[\s\S]*?<\/section>/g;
/** An entry of a list in such a screen, with the mark of its text. */
const ENTRY =
  /<(li|button|blockquote)\b[^>]*>(?:(?!<\/\1>)[\s\S])*?\{\{(starter|client|quote)_(\d+)\}\}[\s\S]*?<\/\1>/g;

/**
 * The page without what the owner does not show visitors, and without marks for which there is no text, so that neither
 * appears until the script has come.
 */
function withoutHidden(html: string, { visitor_page: shows, proof, sample }: PublicConfig): string {
  const counts = { starter: shows.starters.length, client: proof.clients.length, quote: proof.quotes.length };
  const hidden = [
    ...(shows.dashboard_link ? [] : [DASHBOARD_LINKS]),
    ...(shows.waitlist ? [] : [WAITLIST]),
    ...(shows.voice ? [] : [TALK_BUTTON]),
    ...(sample ? [] : [SAMPLE_NOTE]),
    ...(counts.client + counts.quote > 0 ? [] : [PROOF]),
  ];
  const shown = hidden.reduce((rest, part) => rest.replace(part, ''), html);
  return shown.replace(ENTRY, (entry, _tag, list: keyof typeof counts, at) => (at > counts[list] ? '' : entry));
}

/** Whether it is the page in the widget's frame. */
export const isWidget = (path: string): boolean => path.replace(/([^/])\/$/, '$1') === paths.widget;
