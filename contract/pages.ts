/**
 * The existing pages with their titles and descriptions for browser tabs and search engines. The server writes them
 * into the initial HTML; the web app updates the tab from then on. No runtime library is imported.
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

type Page = keyof typeof paths;
type Words = Record<Page | 'notFound', string>;

const titles = (own: Omit<Words, 'widget'>): Words => ({ ...own, widget: own.chat });

/**
 * Titles, in each language in one place: the page and the server, which has no catalogue, read the same words. Apart
 * from the descriptions, so that the page carries only titles.
 */
const TITLES: Record<Language, Words> = {
  en: titles({
    landing: 'AI {name}: {tagline}',
    chat: 'Chat with AI {name}',
    personalities: 'Personalities of AI {name}',
    privacy: 'Privacy: AI {name}',
    admin: 'AI {name} Dashboard',
    adminSession: 'Session Details: AI {name}',
    waitlist: 'Waitlist: AI {name}',
    users: 'Users: AI {name}',
    audit: 'Audit log: AI {name}',
    account: 'Your account: AI {name}',
    setup: 'Setup: AI {name}',
    signIn: 'Sign in: AI {name} Admin',
    docs: 'API: AI {name}',
    notFound: 'Page not found: AI {name}',
  }),
  de: titles({
    landing: 'KI {name}: {tagline}',
    chat: 'Mit KI {name} chatten',
    personalities: 'Persönlichkeiten von KI {name}',
    privacy: 'Datenschutz: KI {name}',
    admin: 'Dashboard von KI {name}',
    adminSession: 'Sitzungsdetails: KI {name}',
    waitlist: 'Warteliste: KI {name}',
    users: 'Benutzer: KI {name}',
    audit: 'Protokoll: KI {name}',
    account: 'Ihr Konto: KI {name}',
    setup: 'Einrichtung: KI {name}',
    signIn: 'Anmelden: Verwaltung von KI {name}',
    docs: 'API: KI {name}',
    notFound: 'Seite nicht gefunden: KI {name}',
  }),
  es: titles({
    landing: 'IA de {name}: {tagline}',
    chat: 'Chatear con la IA de {name}',
    personalities: 'Personalidades de la IA de {name}',
    privacy: 'Privacidad: IA de {name}',
    admin: 'Dashboard de la IA de {name}',
    adminSession: 'Detalles de la sesión: IA de {name}',
    waitlist: 'Lista de espera: IA de {name}',
    users: 'Usuarios: IA de {name}',
    audit: 'Registro: IA de {name}',
    account: 'Su cuenta: IA de {name}',
    setup: 'Configuración: IA de {name}',
    signIn: 'Iniciar sesión: administración de la IA de {name}',
    docs: 'API: IA de {name}',
    notFound: 'Página no encontrada: IA de {name}',
  }),
};

/** For search engines and previews of links; the owner's pages share one. */
const DESCRIPTIONS: Record<
  Language,
  Record<'landing' | 'chat' | 'personalities' | 'privacy' | 'notFound' | 'owner', string>
> = {
  en: {
    landing: 'Talk with the AI twin of {name}, {title}. {tagline}',
    chat: 'Ask the AI twin of {name} about services, prices and how to start.',
    personalities: 'Six personalities of the AI twin of {name}, each for another kind of conversation.',
    privacy: 'What the AI twin of {name} keeps, why, for how long, and what you can ask for.',
    notFound: 'There is nothing at this address.',
    owner: 'For the owner of AI {name}.',
  },
  de: {
    landing: 'Sprechen Sie mit dem KI-Zwilling von {name}, {title}. {tagline}',
    chat: 'Fragen Sie den KI-Zwilling von {name} nach Leistungen, Preisen und den ersten Schritten.',
    personalities: 'Sechs Persönlichkeiten des KI-Zwillings von {name}, jede für eine andere Art von Gespräch.',
    privacy: 'Was der KI-Zwilling von {name} speichert, warum, wie lange, und was Sie verlangen können.',
    notFound: 'Unter dieser Adresse gibt es nichts.',
    owner: 'Für den Inhaber von KI {name}.',
  },
  es: {
    landing: 'Hable con el gemelo de IA de {name}, {title}. {tagline}',
    chat: 'Pregunte al gemelo de IA de {name} por sus servicios, sus precios y cómo empezar.',
    personalities: 'Seis personalidades del gemelo de IA de {name}, cada una para otro tipo de conversación.',
    privacy: 'Qué guarda el gemelo de IA de {name}, por qué, durante cuánto tiempo y qué puede pedir usted.',
    notFound: 'No hay nada en esta dirección.',
    owner: 'Para el propietario de la IA de {name}.',
  },
};

/** What the twin is called (docs/voice.md). */
const TWIN_NAMES: Record<Language, string> = { en: 'AI {name}', de: 'KI {name}', es: 'IA de {name}' };

const PUBLIC: readonly string[] = ['landing', 'chat', 'widget', 'personalities', 'privacy'];
const PATTERNS = Object.entries(paths).map(
  ([page, path]) => [new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`), page as Page] as const,
);

type Consultant = Pick<PublicConfig['consultant'], 'name' | 'tagline' | 'title'>;

/** The page at a path, of which a trailing slash makes no difference; undefined if there is none. */
function pageAt(path: string): Page | undefined {
  const trimmed = path.replace(/([^/])\/$/, '$1');
  return PATTERNS.find(([pattern]) => pattern.test(trimmed))?.[1];
}

/** In a single pass with a replacer function: the owner's text may contain placeholders or replacement patterns. */
const fill = (text: string, consultant: Consultant) =>
  text.replace(/\{(name|tagline|title)\}/g, (_, field: keyof Consultant) => consultant[field]);

/** The title of the page at a path of an address, in the reader's language, as plain text. */
export const pageTitle = (path: string, consultant: Consultant, language: Language): string =>
  fill(TITLES[language][pageAt(path) ?? 'notFound'], consultant);

/** A page as search engines and previews of links show it. */
interface PageWords {
  title: string;
  /** A sentence. */
  description: string;
  /** What the twin is called. */
  site: string;
}

/**
 * The page at a path of an address, as plain text in the reader's language with the consultant's own texts filled in.
 * @returns also whether the page exists, and whether it is for visitors: other pages are not indexed by search engines,
 * and opening them does not count as a visit
 */
export function describePage(
  path: string,
  consultant: Consultant,
  language: Language,
): PageWords & { found: boolean; isPublic: boolean } {
  const page = pageAt(path);
  const isPublic = page === undefined || PUBLIC.includes(page);
  const known = page === 'widget' ? 'chat' : (page ?? 'notFound');
  const descriptions: Partial<Words> & { owner: string } = DESCRIPTIONS[language];
  return {
    title: pageTitle(path, consultant, language),
    description: fill(descriptions[known] ?? descriptions.owner, consultant),
    site: fill(TWIN_NAMES[language], consultant),
    found: page !== undefined,
    isPublic,
  };
}
