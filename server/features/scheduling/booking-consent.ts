import type { Language } from '@understudy/contract/languages';

/** What visitors agree to by booking. It is kept with the booking, word for word. */
const SENTENCES: Record<Language, (name: string, days: string, byPhone: boolean) => string> = {
  en: (name, days, byPhone) =>
    `I agree that ${name} keeps my name, my email address${byPhone ? ', my telephone number' : ''} and my note for ` +
    `this meeting, sees them with it in the ` +
    `calendar, and writes to me about it. They are deleted ${days}.`,
  de: (name, days, byPhone) =>
    `Ich bin einverstanden, dass ${name} meinen Namen, meine E-Mail-Adresse` +
    `${byPhone ? ', meine Telefonnummer' : ''} und meine Notiz für dieses Treffen ` +
    `speichert, sie mit ihm im Kalender sieht und mir dazu schreibt. Sie werden ${days} gelöscht.`,
  es: (name, days, byPhone) =>
    `Acepto que ${name} guarde mi nombre, mi correo electrónico` +
    `${byPhone ? ', mi número de teléfono' : ''} y mi nota para esta reunión, los vea con ella en el ` +
    `calendario y me escriba al respecto. Se eliminan ${days}.`,
};

const DAYS: Record<Language, (days: number | null) => string> = {
  en: (days) => (days === null ? 'when I ask for it' : `${days} days after the meeting`),
  de: (days) => (days === null ? 'auf meine Bitte' : `${days} Tage nach dem Treffen`),
  es: (days) => (days === null ? 'cuando lo pida' : `${days} días después de la reunión`),
};

/**
 * The sentence that a visitor agrees to before booking.
 *
 * @param days how long bookings are kept after the meeting; null without a limit
 * @param byPhone whether they give a number to be called on
 */
export const bookingConsent = (language: Language, firstName: string, days: number | null, byPhone: boolean): string =>
  SENTENCES[language](firstName, DAYS[language](days), byPhone);
