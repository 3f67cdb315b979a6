import { squashed } from './found.ts';

/** Mail anybody may have: its domain names no company. */
const PUBLIC_MAIL =
  /^(?:g(?:oogle)?mail|yahoo|hotmail|outlook|live|icloud|me|mac|aol|gmx|web|proton(?:mail)?|tutanota|mail|email|post|posteo|zoho|yandex|qq|163|orange|free|laposte|wanadoo|libero|t-online|freenet|bluewin|btinternet|sky|comcast|verizon|fastmail|hey|inbox|seznam|wp|onet|interia|o2|abv|ukr|naver|daum|rediff(?:mail)?)$/;
const SECOND_LEVEL = /^(?:co|com|org|net|ac|edu|gov|or|go|ne|gob|gouv|nhs|sch|ltd|plc)$/;

/** What an address says of its owner, letters only. */
export interface AddressWords {
  /** The mailbox, cut at its points. */
  local: string[];
  /** The company's part of the domain; empty when the mail is anybody's. */
  domain: string;
}

/** The words of an address. */
export function addressWords(address: string): AddressWords {
  const [mailbox = '', host = ''] = address.split('@');
  const labels = host.split('.');
  labels.pop();
  while (labels.length > 1 && SECOND_LEVEL.test(labels.at(-1) ?? '')) labels.pop();
  const name = labels.at(-1) ?? '';
  const open = PUBLIC_MAIL.test(name) || /(?:mail|postfach|student|post|inbox)/.test(name);
  return {
    local: mailbox
      .split(/[._+-]/)
      .map(squashed)
      .filter(Boolean),
    domain: open ? '' : squashed(name),
  };
}

/** How well a person's name fits a mailbox: 0 not at all, 1 one part, 2 more. */
export function nameFits(name: string, { local }: AddressWords): number {
  const words = name
    .split(/[\s-]+/)
    .map(squashed)
    .filter((word) => word.length > 0);
  const box = local.join('');
  if (!box) return 0;
  const whole = words.filter((word) => word.length >= 3 && box.includes(word)).length;
  const initials = words.map((word) => word[0]).join('');
  if (whole > 0) return whole > 1 || box.length <= words.join('').length ? 2 : 1;
  const short = words.some((word) => word.length >= 3 && box.length >= 3 && word.startsWith(box));
  return short || (box.length >= 2 && initials.startsWith(box)) ? 1 : 0;
}

/** Whether letters can be read off words in their order, each word giving its beginning, its whole or nothing. */
function readOff(letters: string, words: readonly string[]): boolean {
  if (letters === '') return true;
  const [word, ...rest] = words;
  if (word === undefined) return false;
  for (let taken = Math.min(word.length, letters.length); taken >= 0; taken -= 1) {
    if (word.startsWith(letters.slice(0, taken)) && readOff(letters.slice(taken), rest)) return true;
  }
  return false;
}

/** Domains longer than this are not compared; no company has one. */
const DOMAIN_CHARS = 40;
const WORDS_MOST = 8;

/** How well a company's name fits a domain, 0 to 1. */
export function companyFits(name: string, { domain }: AddressWords): number {
  if (domain.length < 3 || domain.length > DOMAIN_CHARS) return 0;
  const words = name
    .split(/[\s&+-]+/)
    .map(squashed)
    .filter((word) => word.length > 0)
    .slice(0, WORDS_MOST);
  const joined = words.join('');
  if (joined.length < 3) return 0;
  if (joined === domain || joined.replace(/and/g, '') === domain.replace(/and/g, '')) return 1;
  if (domain.length >= 4 && joined.startsWith(domain)) return 0.9;
  if (
    words.some((word) => word.length >= 4 && domain.startsWith(word)) ||
    words.some((word) => word.length >= 5 && domain.includes(word))
  )
    return 0.8;
  if (joined.length >= 5 && domain.includes(joined)) return 0.8;
  const first = words[0]?.[0];
  return words.length > 1 && first === domain[0] && readOff(domain, words) ? 0.6 : 0;
}
