import type { PublicConfig } from '@understudy/contract/wire';

/** The pages that exist, with the words for a browser tab and a search engine. `{name}` is the consultant. */
const PAGES: { path: RegExp; title: string; description: string }[] = [
  { path: /^\/$/, title: 'AI {name}: {tagline}', description: 'Talk with the AI twin of {name}, {title}. {tagline}' },
  {
    path: /^\/chat$/,
    title: 'Chat with AI {name}',
    description: 'Ask the AI twin of {name} about services, prices and how to start.',
  },
  {
    path: /^\/personalities$/,
    title: 'Personalities of AI {name}',
    description: 'Six personalities of the AI twin of {name}, each for another kind of conversation.',
  },
  {
    path: /^\/privacy$/,
    title: 'Privacy: AI {name}',
    description: 'What the AI twin of {name} keeps, why, for how long, and what you can ask for.',
  },
  {
    path: /^\/(admin(\/session\/[^/]+)?|auth)$/,
    title: 'AI {name} Dashboard',
    description: 'For the owner of AI {name}.',
  },
];

/** What one request for a page needs. */
export interface PageRequest {
  path: string;
  nonce: string;
  /** Origin under which visitors reach this server, without a slash at the end. */
  origin: string;
  config: PublicConfig;
}

/** Fills the page's placeholders (they are described in web/index.html). @returns the HTML and whether the page exists */
export function renderPage(template: string, request: PageRequest): { html: string; found: boolean } {
  const { consultant } = request.config;
  const path = request.path.replace(/([^/])\/$/, '$1');
  const page = PAGES.find((candidate) => candidate.path.test(path));
  // In one pass and by a function: what an operator wrote is neither a placeholder nor a pattern.
  const fill = (text: string) =>
    text.replace(/\{(name|tagline|title)\}/g, (_, field: 'name' | 'tagline' | 'title') => consultant[field]);
  const title = escapeHtml(fill(page?.title ?? 'Page not found: AI {name}'));
  const description = escapeHtml(fill(page?.description ?? 'There is nothing at this address.'));
  const url = escapeHtml(request.origin + request.path);
  const social = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:image', escapeHtml(request.origin + consultant.portrait)],
    ['og:site_name', escapeHtml(`AI ${consultant.name}`)],
  ].map(([property, content]) => `<meta property="${property}" content="${content}">`);
  social.push('<meta name="twitter:card" content="summary">', `<link rel="canonical" href="${url}">`);
  const values: Record<string, string> = {
    __NONCE__: request.nonce,
    __TITLE__: title,
    __DESCRIPTION__: description,
    __SOCIAL__: social.join('\n    '),
    __CONFIG__: JSON.stringify(request.config).replaceAll('<', '\\u003c'),
  };
  const body = template.replace(/<!--[\s\S]*?-->/, '');
  return {
    html: body.replace(/__(NONCE|TITLE|DESCRIPTION|SOCIAL|CONFIG)__/g, (mark) => values[mark] ?? ''),
    found: page !== undefined,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
