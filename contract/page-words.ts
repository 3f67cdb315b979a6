/** The words for pages that visitors do not load: titles of the owner's pages, and what search engines show. */
import type { Language } from './languages.ts';
import { type Consultant, fill, type OwnersPage, type PublicPage, pageAt, TITLES } from './pages.ts';

/** Titles that visitors' pages do not load: of the owner's pages, and of those that name themselves. */
const FURTHER_TITLES: Record<Language, Record<OwnersPage | 'episode' | 'booking', string>> = {
  en: {
    admin: 'AI {name} Dashboard',
    adminSession: 'Session Details: AI {name}',
    people: 'People: AI {name}',
    person: 'Person: AI {name}',
    bookings: 'Bookings: AI {name}',
    shows: 'Shows: AI {name}',
    show: 'Show: AI {name}',
    waitlist: 'Waitlist: AI {name}',
    actionItems: 'Action items: AI {name}',
    users: 'Users: AI {name}',
    audit: 'Audit log: AI {name}',
    account: 'Your account: AI {name}',
    setup: 'Setup: AI {name}',
    signIn: 'Sign in: AI {name} Admin',
    docs: 'API: AI {name}',
    episode: 'A show with AI {name}',
    booking: 'Your meeting with {name}',
  },
  de: {
    admin: 'Dashboard von KI {name}',
    adminSession: 'Sitzungsdetails: KI {name}',
    people: 'Personen: KI {name}',
    person: 'Person: KI {name}',
    bookings: 'Termine: KI {name}',
    shows: 'Shows: KI {name}',
    show: 'Show: KI {name}',
    waitlist: 'Warteliste: KI {name}',
    actionItems: 'Aufgaben: KI {name}',
    users: 'Benutzer: KI {name}',
    audit: 'Protokoll: KI {name}',
    account: 'Ihr Konto: KI {name}',
    setup: 'Einrichtung: KI {name}',
    signIn: 'Anmelden: Verwaltung von KI {name}',
    docs: 'API: KI {name}',
    episode: 'Eine Show mit KI {name}',
    booking: 'Ihr Treffen mit {name}',
  },
  es: {
    admin: 'Dashboard de la IA de {name}',
    adminSession: 'Detalles de la sesión: IA de {name}',
    people: 'Personas: IA de {name}',
    person: 'Persona: IA de {name}',
    bookings: 'Citas: IA de {name}',
    shows: 'Programas: IA de {name}',
    show: 'Programa: IA de {name}',
    waitlist: 'Lista de espera: IA de {name}',
    actionItems: 'Tareas: IA de {name}',
    users: 'Usuarios: IA de {name}',
    audit: 'Registro: IA de {name}',
    account: 'Su cuenta: IA de {name}',
    setup: 'Configuración: IA de {name}',
    signIn: 'Iniciar sesión: administración de la IA de {name}',
    docs: 'API: IA de {name}',
    episode: 'Un programa con la IA de {name}',
    booking: 'Su reunión con {name}',
  },
};

/** For search engines and previews of links; the owner's pages share one. */
const DESCRIPTIONS: Record<Language, Record<PublicPage | 'notFound' | 'owner', string>> = {
  en: {
    landing: 'Talk with the AI twin of {name}, {title}. {tagline}',
    chat: 'Ask the AI twin of {name} about services, prices and how to start.',
    personalities: 'Six personalities of the AI twin of {name}, each for another kind of conversation.',
    privacy: 'What the AI twin of {name} keeps, why, for how long, and what you can ask for.',
    episode: 'A show of AI {name} with a visitor: the best moments, the show notes and the whole transcript.',
    booking: 'Shows, moves and cancels your meeting with {name}.',
    notFound: 'There is nothing at this address.',
    owner: 'For the owner of AI {name}.',
  },
  de: {
    landing: 'Sprechen Sie mit dem KI-Zwilling von {name}, {title}. {tagline}',
    chat: 'Fragen Sie den KI-Zwilling von {name} nach Leistungen, Preisen und den ersten Schritten.',
    personalities: 'Sechs Persönlichkeiten des KI-Zwillings von {name}, jede für eine andere Art von Gespräch.',
    privacy: 'Was der KI-Zwilling von {name} speichert, warum, wie lange, und was Sie verlangen können.',
    episode: 'Eine Show von KI {name} mit einem Gast: die besten Momente, die Notizen und das ganze Transkript.',
    booking: 'Zeigt, verschiebt und storniert Ihr Treffen mit {name}.',
    notFound: 'Unter dieser Adresse gibt es nichts.',
    owner: 'Für den Inhaber von KI {name}.',
  },
  es: {
    landing: 'Hable con el gemelo de IA de {name}, {title}. {tagline}',
    chat: 'Pregunte al gemelo de IA de {name} por sus servicios, sus precios y cómo empezar.',
    personalities: 'Seis personalidades del gemelo de IA de {name}, cada una para otro tipo de conversación.',
    privacy: 'Qué guarda el gemelo de IA de {name}, por qué, durante cuánto tiempo y qué puede pedir usted.',
    episode: 'Un programa de la IA de {name} con un visitante: los mejores momentos, las notas y la transcripción.',
    booking: 'Muestra, cambia y cancela su reunión con {name}.',
    notFound: 'No hay nada en esta dirección.',
    owner: 'Para el propietario de la IA de {name}.',
  },
};

/** Pages that are not for visitors are the owner's. */
const PUBLIC: readonly (PublicPage | 'notFound')[] = [
  ...(['landing', 'chat', 'personalities', 'privacy', 'episode', 'booking', 'notFound'] as const),
];
const isOwners = (page: OwnersPage | PublicPage | 'notFound'): page is OwnersPage =>
  !(PUBLIC as readonly string[]).includes(page);

/** What the twin is called (docs/voice.md). */
const TWIN_NAMES: Record<Language, string> = { en: 'AI {name}', de: 'KI {name}', es: 'IA de {name}' };

/** The title of the owner's page at a path of an address, as plain text; null for a page of the visitors'. */
export function ownersPageTitle(path: string, consultant: Consultant, language: Language): string | null {
  const page = pageAt(path);
  return isOwners(page) ? fill(FURTHER_TITLES[language][page], consultant) : null;
}

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
  const isPublic = !isOwners(page);
  const titles = { ...TITLES[language], ...FURTHER_TITLES[language] };
  return {
    title: fill(titles[page], consultant),
    description: fill(DESCRIPTIONS[language][isPublic ? page : 'owner'], consultant),
    site: fill(TWIN_NAMES[language], consultant),
    found: page !== 'notFound',
    isPublic,
  };
}
