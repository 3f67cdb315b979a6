/** What is known of a visitor that would identify them. */
export interface Identity {
  names: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
}

/** What stands in place of what is masked, in the reader's language. */
export type MaskWords = Record<'name' | 'email' | 'link' | 'phone' | 'address', string>;

/** Parts of names that are also common words: masked only within the whole name. */
const PARTICLES = new Set([
  'von',
  'van',
  'der',
  'den',
  'de',
  'del',
  'la',
  'las',
  'los',
  'da',
  'di',
  'du',
  'le',
  'el',
  'y',
]);
const MIN_NAME_CHARS = 2;
/** Shorter runs of digits are counts, years and prices. */
const MIN_PHONE_DIGITS = 7;

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
/** 'ana at costabikes dot com', 'ana at costabikes.com'. */
const SPELT_EMAIL = new RegExp(
  String.raw`[\p{L}\p{N}._+-]+\s*(?:\(at\)|\[at\]|\bat\b|\barroba\b)\s*[\p{L}\p{N}-]+` +
    String.raw`(?:\s*(?:\(dot\)|\[dot\])\s*|\s+(?:dot|punkt|punto)\s+|\.(?=\p{L}))\p{L}{2,}`,
  'giu',
);
const LINK = /\b(?:https?:\/\/|www\.)\S+/giu;
const PHONE = /(?<![\p{L}\p{N}])\+?\(?\d[\d\s()./-]*\d(?![\p{L}\p{N}])/gu;
/** Spans of years, dates, and sums with separators are no telephone numbers. */
const NO_PHONE = /^(?:\d{4}\s?[-/]\s?\d{4}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,3}(?:[.\s]\d{3})+)$/;
/** Street and number, as English, German and Spanish write them. */
const STREET = new RegExp(
  [
    String.raw`\b\d{1,5}[a-z]?\s+(?:\p{Lu}[\p{L}'.-]*\s+){1,3}` +
      String.raw`(?:[Ss]treet|St|[Rr]oad|Rd|[Aa]venue|Ave|[Ll]ane|[Dd]rive|[Ss]quare)\b`,
    String.raw`(?<!\p{L})\p{Lu}[\p{L}-]*(?:straße|strasse|str\.|gasse|allee|platz|weg|ufer)\s*\d{1,4}(?:\s?[a-z]\b)?`,
    String.raw`(?<!\p{L})(?:[Cc]alle|[Aa]venida|[Pp]laza|[Pp]aseo)\s+[\p{L}\s]{2,40}?,?\s*\d{1,4}\b`,
  ].join('|'),
  'gu',
);
const WORD = /[\p{L}\p{M}]+/gu;

/** Without case and accents: 'José' is also written 'jose'. */
const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en').replaceAll('ß', 'ss');
const digitsOf = (text: string): string => text.replace(/\D/g, '');
const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Creates a function that masks in a text what identifies a visitor: each part of their names, email addresses, links,
 * telephone numbers, and streets with their numbers. It masks rather too much than too little. Names of other people
 * stay: nobody knows whose they are.
 */
export function createMask(identity: Identity, words: MaskWords): (text: string) => string {
  const full = identity.names.map((name) => name.trim()).filter((name) => name.length >= MIN_NAME_CHARS);
  const whole = full.map((name) => new RegExp(`(?<!\\p{L})${quoted(name).replace(/\s+/g, '\\s+')}(?!\\p{L})`, 'giu'));
  const parts = new Set(
    full
      .flatMap((name) => [...name.matchAll(WORD)].map(([part]) => folded(part)))
      .filter((part) => part.length >= MIN_NAME_CHARS && !PARTICLES.has(part)),
  );
  const phones = identity.phones.map(digitsOf).filter((digits) => digits.length >= 5);
  const emails = identity.emails.filter(Boolean).map((email) => new RegExp(quoted(email), 'giu'));
  const isPhone = (text: string): boolean => {
    const digits = digitsOf(text);
    if (phones.some((phone) => digits.endsWith(phone) || (phone.endsWith(digits) && digits.length >= 5))) return true;
    return digits.length >= MIN_PHONE_DIGITS && !NO_PHONE.test(text.trim());
  };
  return (text) => {
    let masked = text;
    for (const email of emails) masked = masked.replace(email, words.email);
    masked = masked
      .replace(LINK, words.link)
      .replace(EMAIL, words.email)
      .replace(SPELT_EMAIL, words.email)
      .replace(STREET, words.address)
      .replace(PHONE, (found) => (isPhone(found) ? words.phone : found));
    for (const name of whole) masked = masked.replace(name, words.name);
    return masked.replace(WORD, (word) => (parts.has(folded(word)) ? words.name : word));
  };
}
