/**
 * The existing pages with their titles and descriptions for browser tabs and search engines. The server writes them
 * into the initial HTML; the web app updates the tab from then on. No runtime library is imported.
 */
import type { PublicConfig } from './wire.ts';

/** Every page of the web app in the router's notation: a segment that starts with `$` matches any segment. */
export const paths = {
  landing: '/',
  chat: '/chat',
  widget: '/widget',
  personalities: '/personalities',
  privacy: '/privacy',
  admin: '/admin',
  adminSession: '/admin/session/$sessionId',
  waitlist: '/admin/waitlist',
  users: '/admin/users',
  audit: '/admin/audit',
  account: '/admin/account',
  setup: '/admin/setup',
  signIn: '/auth',
  docs: '/docs',
} as const;

/** The title of a page and a one-sentence description. */
export interface PageWords {
  title: string;
  description: string;
}

const BACKSTAGE: PageWords = { title: 'AI {name} Dashboard', description: 'For the owner of AI {name}.' };
const NOT_FOUND: PageWords = {
  title: 'Page not found: AI {name}',
  description: 'There is nothing at this address.',
};
const CHAT: PageWords = {
  title: 'Chat with AI {name}',
  description: 'Ask the AI twin of {name} about services, prices and how to start.',
};
const WORDS: Record<keyof typeof paths, PageWords> = {
  landing: { title: 'AI {name}: {tagline}', description: 'Talk with the AI twin of {name}, {title}. {tagline}' },
  chat: CHAT,
  widget: CHAT,
  personalities: {
    title: 'Personalities of AI {name}',
    description: 'Six personalities of the AI twin of {name}, each for another kind of conversation.',
  },
  privacy: {
    title: 'Privacy: AI {name}',
    description: 'What the AI twin of {name} keeps, why, for how long, and what you can ask for.',
  },
  admin: BACKSTAGE,
  adminSession: { ...BACKSTAGE, title: 'Session Details: AI {name}' },
  waitlist: { ...BACKSTAGE, title: 'Waitlist: AI {name}' },
  users: { ...BACKSTAGE, title: 'Users: AI {name}' },
  audit: { ...BACKSTAGE, title: 'Audit log: AI {name}' },
  account: { ...BACKSTAGE, title: 'Your account: AI {name}' },
  setup: { ...BACKSTAGE, title: 'Setup: AI {name}' },
  signIn: { ...BACKSTAGE, title: 'Sign in: AI {name} Admin' },
  docs: { ...BACKSTAGE, title: 'API: AI {name}' },
};
const PUBLIC: readonly string[] = ['landing', 'chat', 'widget', 'personalities', 'privacy'];
const PATTERNS = Object.entries(paths).map(
  ([page, path]) => [new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`), page as keyof typeof paths] as const,
);

/**
 * Title and description of the page at a path, as plain text with the consultant's own texts filled in.
 * @param path of an address; a trailing slash makes no difference
 * @returns also whether the page exists, and whether it is for visitors: other pages are not indexed by search engines,
 * and opening them does not count as a visit
 */
export function describePage(
  path: string,
  consultant: Pick<PublicConfig['consultant'], 'name' | 'tagline' | 'title'>,
): PageWords & { found: boolean; isPublic: boolean } {
  const trimmed = path.replace(/([^/])\/$/, '$1');
  const page = PATTERNS.find(([pattern]) => pattern.test(trimmed))?.[1];
  const words = page ? WORDS[page] : NOT_FOUND;
  // A single pass with a replacer function, since the operator's text may contain placeholders or replacement patterns.
  const fill = (text: string) =>
    text.replace(/\{(name|tagline|title)\}/g, (_, field: 'name' | 'tagline' | 'title') => consultant[field]);
  const isPublic = page === undefined || PUBLIC.includes(page);
  return { title: fill(words.title), description: fill(words.description), found: page !== undefined, isPublic };
}
