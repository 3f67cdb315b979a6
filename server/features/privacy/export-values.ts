import type { Language } from '@understudy/contract/languages';

/** A code in English, German and Spanish. */
type Words = Readonly<Record<string, readonly [string, string, string]>>;

const INTENT: Words = {
  consulting_inquiry: ['consulting inquiry', 'Beratungsanfrage', 'consulta de consultoría'],
  partnership_vendor: ['partnership vendor', 'Partner oder Anbieter', 'socio o proveedor'],
  speaking_request: ['speaking request', 'Vortragsanfrage', 'solicitud de ponencia'],
  advice_request: ['advice request', 'Bitte um Rat', 'petición de consejo'],
  purchase_intent: ['purchase intent', 'Kaufabsicht', 'intención de compra'],
  demo_request: ['demo request', 'Demo-Anfrage', 'solicitud de demostración'],
  support_request: ['support request', 'Support-Anfrage', 'solicitud de soporte'],
  job_inquiry: ['job inquiry', 'Jobanfrage', 'consulta de empleo'],
  general_chat: ['general chat', 'Plauderei', 'charla general'],
  spam: ['spam', 'Spam', 'spam'],
};
/** Rules of the lead score. */
const RULE: Words = {
  intent: ['What they want', 'Was sie wollen', 'Qué quiere'],
  need: ['What they need', 'Was sie brauchen', 'Qué necesita'],
  company: ['Where they work', 'Wo sie arbeiten', 'Dónde trabaja'],
  role: ['Their role', 'Ihre Funktion', 'Su función'],
  authority: ['Decision maker', 'Entscheider', 'Quién decide'],
  budget: ['Budget', 'Budget', 'Presupuesto'],
  timeline: ['Timeline', 'Zeitplan', 'Plazo'],
  urgency: ['Urgency', 'Dringlichkeit', 'Urgencia'],
  request: ['Asked for a next step', 'Hat um einen nächsten Schritt gebeten', 'Pidió un siguiente paso'],
  email: ['Left an address', 'Adresse hinterlassen', 'Dejó una dirección'],
  phone: ['Left a phone number', 'Telefonnummer hinterlassen', 'Dejó un teléfono'],
  engagement: ['Engagement', 'Beteiligung', 'Implicación'],
  no_budget: ['No budget', 'Kein Budget', 'Sin presupuesto'],
  ceiling: ['Limited to this', 'Darauf begrenzt', 'Limitado a esto'],
};
/**
 * What columns hold as codes. What is not here is an id, somebody's words, or a name. The server has no catalogue, so
 * what a page says too stands in `web/texts` as well; a test keeps both the same.
 */
export const VALUES: Readonly<Record<string, Words>> = {
  intent: INTENT,
  final_intent: INTENT,
  // Of an event that tells of a change.
  from: INTENT,
  to: INTENT,
  rule: RULE,
  status: {
    new: ['new', 'neu', 'nuevo'],
    contacted: ['contacted', 'kontaktiert', 'contactado'],
    qualified: ['qualified', 'qualifiziert', 'cualificado'],
    won: ['won', 'gewonnen', 'ganado'],
    lost: ['lost', 'verloren', 'perdido'],
    open: ['open', 'offen', 'pendiente'],
    running: ['running', 'läuft', 'en curso'],
    done: ['done', 'erledigt', 'hecho'],
    interrupted: ['interrupted', 'unterbrochen', 'interrumpido'],
    partial: ['incomplete', 'unvollständig', 'incompleto'],
    failed: ['failed', 'fehlgeschlagen', 'fallido'],
    confirmed: ['confirmed', 'bestätigt', 'confirmada'],
    cancelled: ['canceled', 'storniert', 'cancelada'],
  },
  cancelled_by: {
    visitor: ['you', 'Ihnen', 'usted'],
    owner: ['the other side', 'der anderen Seite', 'la otra parte'],
  },
  end_reason: {
    visitor: ['you ended it', 'von Ihnen beendet', 'lo terminó usted'],
    idle: ['nobody went on', 'niemand machte weiter', 'nadie continuó'],
    gone: ['the page was closed', 'die Seite wurde geschlossen', 'se cerró la página'],
  },
  cta_chosen: {
    book_call: ['book a call', 'Anruf vereinbaren', 'concertar una llamada'],
    leave_email: ['leave an email', 'E-Mail-Adresse hinterlassen', 'dejar un correo'],
    get_summary: ['get the summary', 'Zusammenfassung ansehen', 'ver el resumen'],
  },
  priority: {
    high: ['high', 'hoch', 'alta'],
    medium: ['medium', 'mittel', 'media'],
    low: ['low', 'niedrig', 'baja'],
  },
  // The task of the consultant, who is 'you' to the twin.
  owner: {
    you: ['the consultant', 'des Beraters', 'del consultor'],
    visitor: ['yours', 'Ihre', 'suya'],
  },
  category: {
    sales: ['sales', 'Vertrieb', 'ventas'],
    promise: ['promise', 'Zusage', 'promesa'],
    support: ['support', 'Hilfe', 'ayuda'],
    'follow-up': ['follow-up', 'Nachfassen', 'seguimiento'],
  },
  kind: {
    fact: ['fact', 'Angabe', 'dato'],
    preference: ['preference', 'Vorliebe', 'preferencia'],
    thread: ['topic', 'Thema', 'tema'],
    promise: ['promise', 'Zusage', 'promesa'],
    message: ['message', 'Nachricht', 'mensaje'],
    greeting: ['greeting', 'Begrüßung', 'saludo'],
    followup: ['follow-up', 'Nachfrage', 'seguimiento'],
    voice: ['voice', 'Stimme', 'voz'],
    transcription: ['transcription', 'Mitschrift', 'transcripción'],
    action_item: ['action item', 'Aufgabe', 'tarea'],
    booking: ['booking', 'Termin', 'reserva'],
  },
  sentiment: {
    positive: ['positive', 'positiv', 'positivo'],
    neutral: ['neutral', 'neutral', 'neutro'],
    negative: ['negative', 'negativ', 'negativo'],
  },
  analyser: {
    embedded: ['rules', 'Regeln', 'reglas'],
    merged: ['rules and a model', 'Regeln und einem Modell', 'reglas y un modelo'],
    visitor: ['corrected by you', 'von Ihnen berichtigt', 'corregido por usted'],
  },
  offer: {
    asked: ['you asked for it', 'Sie haben darum gebeten', 'usted lo pidió'],
    score: ['because of the lead score', 'wegen der Lead-Bewertung', 'por la puntuación del lead'],
  },
  field: {
    name: ['name', 'Name', 'nombre'],
    email: ['email', 'E-Mail', 'correo electrónico'],
    phone: ['phone', 'Telefon', 'teléfono'],
    company: ['company', 'Firma', 'empresa'],
    role: ['role', 'Funktion', 'cargo'],
  },
};

const PLACE: Record<Language, 0 | 1 | 2> = { en: 0, de: 1, es: 2 };

/** Columns with languages. */
const LANGUAGES = new Set(['language', 'consent_language']);

/** An entry of a table by a name that a page may have made up, such as `constructor`. */
export const entryOf = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** What a column holds as a code, in words; null for what is none. */
export const valueWords = (column: string, value: string, language: Language): string | null =>
  LANGUAGES.has(column) && /^[a-z]{2,3}$/.test(value)
    ? (new Intl.DisplayNames(language, { type: 'language' }).of(value) ?? null)
    : (entryOf(entryOf(VALUES, column) ?? {}, value)?.[PLACE[language]] ?? null);
