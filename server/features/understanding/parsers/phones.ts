import { oneOf } from '../../../platform/text/patterns.ts';
import { DIGIT_WORDS, isOthersNumber, NUMBER_WORDS } from '../../../platform/text/words.ts';
import { TIME } from './dates.ts';

/** A telephone number, and its place as UTF-16 offsets. */
interface Phone {
  /** As written, or in digits when it was said in words. */
  value: string;
  from: number;
  to: number;
}

const INTERNATIONAL = String.raw`(?<![\p{L}\d@])\(?\+ ?`;
const DOMESTIC = String.raw`(?<![\p{L}\d@.,/#-])(?:00)?\(?`;
const WRITTEN = new RegExp(
  `(?:${INTERNATIONAL}|${DOMESTIC})` +
    String.raw`\d{1,4}\)?(?:[ ./-]?\(?\d{1,5}\)?){2,6}` +
    String.raw`(?![\p{L}\d@]|[.,]\d)`,
  'gu',
);
/** Words before a telephone number, in the languages that visitors write. */
const CUE_WORDS = oneOf([
  'phone|telephone|mobile|mob|cell|call|ring|number|whats ?app|reach|text|dial|handy|fax|signal|viber|mine|my own|m|t',
  String.raw`nummer|telefon\p{L}*|téléphone|tél|teléfono|tel[ée]fono|telefone|numéro|número|numero|móvil|movil`,
  String.raw`celular|cellulare|portable|appelez|llám\p{L}+|ruf\p{L}*|bel|anrufen|puhelin|numer|cep`,
]);
const CUE = new RegExp(String.raw`(?:\b${CUE_WORDS}\b|\btel\b\.?)[^.!?]{0,40}$`, 'iu');
/** The written form of spoken digits, numbers up to nineteen and hundreds; and the first digit of the tens. */
const WORDS: Record<string, string> = { ...DIGIT_WORDS, oh: '0', o: '0', nought: '0', hundred: '00' };
const TENS: Record<string, string> = {};
for (const [word, value] of NUMBER_WORDS) {
  if (value < 20) WORDS[word] = String(value);
  else TENS[word] = String(value / 10);
}
const SPOKEN = oneOf([...Object.keys(WORDS), ...Object.keys(TENS), '\\d{1,4}']);
const REPEATED = oneOf('double triple treble');
const SAID = new RegExp(
  `\\b(?:plus )?(?:${REPEATED} )?${SPOKEN}(?:[ ,-]+(?:${REPEATED}[ -])?${SPOKEN}){5,14}\\b`,
  'gi',
);
/** Digits of a telephone number. */
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;
/** Digits from which a line that is only a number counts as a phone number: it can then be dialled from anywhere. */
const MIN_ALONE = 9;
/** Digits from which a number in the form of {@link NATIONAL} is one to dial. */
const MIN_NATIONAL = 10;

/** 'Plus', said or written, before the digits of an international number. */
const PLUS_WORD = /(?<![\p{L}\d])plus $/iu;

/** What may precede a number that is separate from the words before it: nothing, punctuation, or a day or an hour. */
const SET_OFF_BEFORE = new RegExp(
  `(?:^|[,;:.!?\\n(|/–—]|\\s-|(?:${TIME.source})|\\b(?:yes|yep|sure|ok|okay|and|it'?s|on|at|under)) *$`,
  'iu',
);
const CLOSING = 'please|thanks|thank you|cheers|any ?time|is best|works|will do|call|ring|phone|text';
const SET_OFF_AFTER = new RegExp(`^ *(?:$|[,;.!?\\n)|/–—]|- |(?:${TIME.source})|(?:${CLOSING})\\b)`, 'iu');

/** A number in groups that begins with its country's trunk zero: '07700 900519'. */
const NATIONAL = /^\(?0[1-9]\d*\)?[ ./-]/;

/**
 * Digits of a number said digit by digit or in pairs: 'plus four four seven double oh', 'oh six twelve thirty four'.
 */
function dialled(said: string): string {
  let number = '';
  let times = 1;
  let tens = '';
  for (const word of said.toLowerCase().split(/[ ,-]+/)) {
    if (tens && !/^(?:one|two|three|four|five|six|seven|eight|nine|[1-9])$/.test(word)) number += '0';
    tens = '';
    if (word === 'plus') number += '+';
    else if (word === 'double') times = 2;
    else if (word === 'triple' || word === 'treble') times = 3;
    else {
      tens = TENS[word] ?? '';
      number += (tens || (WORDS[word] ?? word)).repeat(times);
      times = 1;
    }
  }
  return tens ? `${number}0` : number;
}

/** A number written in digits: characters `from` to `to` (exclusive). */
interface Written {
  /** As written; a spelled-out 'plus' becomes a sign. */
  value: string;
  from: number;
  to: number;
  digits: number;
  /** Whether it is written with thousands separators, and nothing before it says that it is a number to dial. */
  isSum: boolean;
  before: string;
  after: string;
}

/** Characters before and after a number that show whose it is. */
const CHARS_BEFORE = 60;
const CHARS_AFTER = 40;

const around = (text: string, from: number, to: number) => ({
  before: text.slice(Math.max(0, from - CHARS_BEFORE), from),
  after: text.slice(to, to + CHARS_AFTER),
});

/** Numbers that may be telephone numbers, judging by their digits alone. */
function* writtenIn(text: string): Generator<Written> {
  for (const match of text.matchAll(WRITTEN)) {
    const said = match[0].trimEnd();
    const digits = said.replace(/\D/g, '').length;
    if (digits < MIN_DIGITS || digits > MAX_DIGITS || /^\d{1,2}[./-]\d{1,2}[./-]\d{4}$/.test(said)) continue;
    const to = match.index + said.length;
    const plus = /^\d/.test(said) ? (PLUS_WORD.exec(text.slice(0, match.index))?.[0] ?? '') : '';
    const from = match.index - plus.length;
    const value = plus ? `+${said}` : unbracketed(said).replace(/^(\(?)\+ /, '$1+');
    const places = around(text, from, to);
    const isSum = /^\d{1,3}(?:[., ]\d{3})+$/.test(value) && !CUE.test(places.before);
    yield { value, from, to, digits, isSum, ...places };
  }
}

/** Drops brackets without a partner: '+47) 912', when the bracket was opened before the number or never. */
const unbracketed = (said: string): string =>
  said.split('(').length === said.split(')').length ? said : said.replace(/[()]/g, '');

/** Whether a number is presented as one to dial: by its plus, by the word before it, or by its form. */
const isTold = ({ value, digits, before }: Written): boolean =>
  /^\(?(?:\+|00)/.test(value) || CUE.test(before) || (NATIONAL.test(value) && digits >= MIN_NATIONAL);

/**
 * Whether a number stands alone, beside a day or an hour, or between punctuation.
 *
 * @param wanted whether a call is requested
 */
const isSetOff = ({ value, digits, isSum, before, after }: Written, wanted: boolean): boolean =>
  SET_OFF_BEFORE.test(before) &&
  SET_OFF_AFTER.test(after) &&
  (wanted ? !isSum || (digits >= MIN_ALONE && !value.endsWith('000')) : digits >= MIN_ALONE && /^\(?0/.test(value));

/**
 * The visitor's own telephone number in a line.
 *
 * @param asked whether the twin asked for it
 * @param wantsCall whether the line requests a call
 */
export function phoneIn(text: string, asked: boolean, wantsCall = false): Phone | null {
  let told: Phone | null = null;
  let setOff: Phone | null = null;
  for (const one of writtenIn(text)) {
    if (isOthersNumber(one.before, one.after)) continue;
    const found = { value: one.value, from: one.from, to: one.to };
    const isAlone = text.trim().length - one.value.length < 4 && one.digits >= MIN_ALONE && /^\(?0/.test(one.value);
    if (!one.isSum && (asked || isTold(one) || isAlone)) told = found;
    else if (isSetOff(one, asked || wantsCall)) setOff = found;
  }
  return told ?? saidIn(text) ?? setOff;
}

/** The visitor's last number said in words. */
function saidIn(text: string): Phone | null {
  let best: Phone | null = null;
  for (const match of text.matchAll(SAID)) {
    const value = dialled(match[0]);
    const digits = value.replace(/\D/g, '').length;
    const to = match.index + match[0].length;
    const { before, after } = around(text, match.index, to);
    if (digits >= MIN_DIGITS && digits <= MAX_DIGITS && !isOthersNumber(before, after))
      best = { value, from: match.index, to };
  }
  return best;
}
