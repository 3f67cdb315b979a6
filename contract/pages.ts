/**
 * The existing pages, and the titles of the visitors' pages in browser tabs. The server writes them into the initial
 * HTML; the web app updates the tab from then on. Every visitor loads this file: what only the owner's pages or the
 * server need is in page-words.ts. No runtime library is imported.
 */
import type { Language } from './languages.ts';
import type { PublicConfig } from './wire.ts';

/** Every page of the web app in the router's notation: a segment that starts with `$` matches any segment. */
export const paths = {
  landing: '/',
  chat: '/chat',
  widget: '/widget',
  personalities: '/personalities',
  privacy: '/privacy',
  episode: '/episode/$slug',
  booking: '/booking/$token',
  admin: '/admin',
  adminSession: '/admin/session/$sessionId',
  people: '/admin/people',
  person: '/admin/people/$personId',
  bookings: '/admin/bookings',
  shows: '/admin/shows',
  show: '/admin/show/$sessionId',
  waitlist: '/admin/waitlist',
  actionItems: '/admin/action-items',
  users: '/admin/users',
  audit: '/admin/audit',
  account: '/admin/account',
  setup: '/admin/setup',
  signIn: '/auth',
  docs: '/docs',
} as const;

type Page = keyof typeof paths;
export type PublicPage = 'landing' | 'chat' | 'personalities' | 'privacy' | 'episode' | 'booking';
/** The widget is the chat in a frame. */
export type OwnersPage = Exclude<Page, PublicPage | 'widget'>;

/**
 * In each language in one place: the page and the server, which has no catalogue, read the same words. The pages of an
 * episode and of a booking name themselves.
 */
export const TITLES: Record<Language, Record<Exclude<PublicPage, 'episode' | 'booking'> | 'notFound', string>> = {
  en: {
    landing: 'AI {name}: {tagline}',
    chat: 'Chat with AI {name}',
    personalities: 'Personalities of AI {name}',
    privacy: 'Privacy: AI {name}',
    notFound: 'Page not found: AI {name}',
  },
  de: {
    landing: 'KI {name}: {tagline}',
    chat: 'Mit KI {name} chatten',
    personalities: 'Persönlichkeiten von KI {name}',
    privacy: 'Datenschutz: KI {name}',
    notFound: 'Seite nicht gefunden: KI {name}',
  },
  es: {
    landing: 'IA de {name}: {tagline}',
    chat: 'Chatear con la IA de {name}',
    personalities: 'Personalidades de la IA de {name}',
    privacy: 'Privacidad: IA de {name}',
    notFound: 'Página no encontrada: IA de {name}',
  },
};

const PATTERNS = Object.entries(paths).map(
  ([page, path]) => [new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`), page as Page] as const,
);

export type Consultant = Pick<PublicConfig['consultant'], 'name' | 'tagline' | 'title'>;

/** The page at a path, of which a trailing slash makes no difference; `notFound` if there is none. */
export function pageAt(path: string): PublicPage | OwnersPage | 'notFound' {
  const trimmed = path.replace(/([^/])\/$/, '$1');
  const page = PATTERNS.find(([pattern]) => pattern.test(trimmed))?.[1];
  return page === 'widget' ? 'chat' : (page ?? 'notFound');
}

/** In a single pass with a replacer function: the owner's text may contain placeholders or replacement patterns. */
export const fill = (text: string, consultant: Consultant) =>
  text.replace(/\{(name|tagline|title)\}/g, (_, field: keyof Consultant) => consultant[field]);

/**
 * The title of the visitors' page at a path of an address, as plain text; null for a page of the owner's and for one
 * that names itself.
 */
export function pageTitle(path: string, consultant: Consultant, language: Language): string | null {
  const titles: { [Of in ReturnType<typeof pageAt>]?: string } = TITLES[language];
  const title = titles[pageAt(path)];
  return title ? fill(title, consultant) : null;
}
