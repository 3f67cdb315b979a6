import {
  CURRENCY_AFTER,
  CURRENCY_BEFORE,
  DATE,
  DOMAIN,
  EMAIL,
  HANDLE,
  IBAN,
  INVISIBLE,
  LINK,
  PHONE,
  POSTCODE,
  SPELT_EMAIL,
  SPOKEN_PHONE,
  STREET,
  THOUSANDS,
} from './mask-patterns.ts';

/** What is known of a visitor that would identify them. */
export interface Identity {
  names: readonly string[];
  /** Names of which only the whole identifies anybody, such as a company's. */
  companies?: readonly string[];
  emails: readonly string[];
  phones: readonly string[];
}

/** Kinds of what is masked; names include handles and companies, numbers those of accounts. */
export type MaskKinds = Readonly<Record<'addresses' | 'numbers' | 'names', boolean>>;

const EVERYTHING: MaskKinds = { addresses: true, numbers: true, names: true };

/** What stands in place of what is masked, in the reader's language. */
export type MaskWords = Record<'name' | 'email' | 'link' | 'phone' | 'address' | 'account', string>;

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
/** Longer ones with their thousands apart are sums only of a currency. */
const MAX_SUM_DIGITS = 7;
/** Characters around a number in which its currency stands. */
const CURRENCY_CHARS = 12;

const WORD = /[\p{L}\p{M}]+/gu;

/** Without case and accents: 'José' is also written 'jose'. */
const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en').replaceAll('ß', 'ss');
const digitsOf = (text: string): string => text.replace(/\D/g, '');
const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Creates a function that masks in a text what identifies a visitor: each part of their names, email addresses, links,
 * handles, telephone and account numbers, and streets. It masks rather too much than too little. Names of other people
 * stay: nobody knows whose they are.
 */
export function createMask(
  identity: Identity,
  words: MaskWords,
  kinds: MaskKinds = EVERYTHING,
): (text: string) => string {
  const named = (names: readonly string[] = []) =>
    kinds.names ? names.map((name) => name.trim()).filter((name) => name.length >= MIN_NAME_CHARS) : [];
  const full = named(identity.names);
  const whole = [...full, ...named(identity.companies)].map(
    (name) => new RegExp(`(?<!\\p{L})${quoted(name).replace(/\s+/g, '\\s+')}(?!\\p{L})`, 'giu'),
  );
  const parts = new Set(
    full
      .flatMap((name) => [...name.matchAll(WORD)].map(([part]) => folded(part)))
      .filter((part) => part.length >= MIN_NAME_CHARS && !PARTICLES.has(part)),
  );
  const phones = identity.phones.map(digitsOf).filter((digits) => digits.length >= 5);
  const emails = identity.emails.filter(Boolean).map((email) => new RegExp(quoted(email), 'giu'));
  const isPhone = (text: string, at: number, whole: string): boolean => {
    const digits = digitsOf(text);
    if (phones.some((phone) => digits.endsWith(phone) || (phone.endsWith(digits) && digits.length >= 5))) return true;
    if (digits.length < MIN_PHONE_DIGITS || DATE.test(text.trim())) return false;
    if (!THOUSANDS.test(text.trim())) return true;
    const end = at + text.length;
    const isSum =
      digits.length <= MAX_SUM_DIGITS ||
      CURRENCY_BEFORE.test(whole.slice(Math.max(0, at - CURRENCY_CHARS), at)) ||
      CURRENCY_AFTER.test(whole.slice(end, end + CURRENCY_CHARS));
    return !isSum;
  };
  return (text) => {
    let masked = text.replace(INVISIBLE, '');
    if (kinds.addresses) {
      for (const email of emails) masked = masked.replace(email, words.email);
      masked = masked
        .replace(LINK, words.link)
        .replace(EMAIL, words.email)
        .replace(SPELT_EMAIL, words.email)
        .replace(DOMAIN, words.link);
    }
    if (kinds.names) masked = masked.replace(HANDLE, words.name);
    if (kinds.addresses) masked = masked.replace(STREET, words.address).replace(POSTCODE, words.address);
    if (kinds.numbers) {
      masked = masked
        .replace(IBAN, words.account)
        .replace(SPOKEN_PHONE, words.phone)
        .replace(PHONE, (found, at: number, all: string) => (isPhone(found, at, all) ? words.phone : found));
    }
    for (const name of whole) masked = masked.replace(name, words.name);
    return masked.replace(WORD, (word) => (parts.has(folded(word)) ? words.name : word));
  };
}
