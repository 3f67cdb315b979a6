import { DIGIT_WORDS, NUMBER_WORDS } from '../../../platform/text/number-words.ts';
import type { Found } from './found.ts';

const WRITTEN = /(?<![\p{L}\d@.,/#-])(?:\+|00)?\(?\d{1,4}\)?(?:[ ./-]?\(?\d{1,5}\)?){2,6}(?![\p{L}\d@]|[.,]\d)/gu;
const CUE =
  /(?:\b(?:phone|telephone|mobile|mob|cell|call|ring|number|whats ?app|reach|text|dial|handy|fax|signal|viber|m|t|nummer|telefon\p{L}*|téléphone|tél|teléfono|tel[ée]fono|telefone|numéro|número|numero|móvil|movil|celular|cellulare|portable|appelez|llám\p{L}+|ruf\p{L}*|bel|anrufen|puhelin|numer|cep)\b|\btel\b\.?)[^.!?]{0,40}$/iu;
/** Digits, numbers up to nineteen and hundreds as they are said, with what they are written as; and the tens. */
const WORDS: Record<string, string> = { ...DIGIT_WORDS, oh: '0', o: '0', nought: '0', hundred: '00' };
const TENS: Record<string, string> = {};
for (const [word, value] of NUMBER_WORDS) {
  if (value < 20) WORDS[word] = String(value);
  else TENS[word] = String(value / 10);
}
const SPOKEN = [...Object.keys(WORDS), ...Object.keys(TENS), '\\d{1,4}'].join('|');
const SAID = new RegExp(
  `\\b(?:plus )?(?:(?:double|triple|treble) )?(?:${SPOKEN})(?:[ ,-]+(?:(?:double|triple|treble)[ -])?(?:${SPOKEN})){5,14}\\b`,
  'gi',
);
const DIGITS_LEAST = 7;
const DIGITS_MOST = 15;
/** A line that is a number and nothing else tells it, if it is as long as one that can be dialled from anywhere. */
const ALONE_LEAST = 9;

const WHOSE = '(?:number|mobile|phone|cell|line|whats ?app|direct line|tel(?:ephone)?)';
/** Said before a number that is not the visitor's, not any more, not to be called, or that counts something else. */
const NOT_MINE = new RegExp(
  `(?:\\b(?:his|her|their|your|the (?:company|hotline|support|helpdesk)) (?:\\p{L}+ )?${WHOSE}` +
    `|\\b(?!(?:it|that|here|there|what|who|name|number|mobile|cell|phone|mine)'s)\\p{L}+'s? (?:\\p{L}+ )?${WHOSE}` +
    '|\\b(?:call|ring|reach|phone|text|ask|contact) (?:my|our|his|her|their) (?!own|direct|mobile|cell|phone|number|office|desk|line|whats|landline)\\p{L}+' +
    '|\\b(?:call|ring|reach|phone|text|ask|contact) (?:him|her|them)' +
    "|\\b(?:don'?t|do not|never|not|stop) (?:\\p{L}+ ){0,2}(?:call|ring|use|phone|dial|text|on|at)" +
    '|\\bi (?:called|rang|dialled|dialed|tried|phoned)|\\b(?:old|former|previous)|\\bused to be|\\b(?:it|number|mobile|phone) was' +
    '|\\b(?:fax|order|invoice|iban|account|vat|ref(?:erence)?|ticket|case|serial|customer|booking|policy|kvk|registration|code)' +
    ')\\b[^.!?]{0,20}$',
  'iu',
);
/** Said right after it. */
const NOT_MINE_AFTER =
  /^[,)]? (?:(?:is|was|'s|but that'?s|that'?s|which is) (?:not |no longer )?(?:my |the |his |her |their |your )?(?:old|former|his|hers|her|their|theirs|your|yours|\p{L}+'s|assistant|boss|not mine|switched off|disconnected|dead)\b|is (?:not|no longer) mine\b)/iu;
/** 'His number is ..., mine is ...': from here on it is one's own again. */
const MINE =
  /\b(?:mine|my(?: own| direct| new)?(?: number| mobile| phone| cell| line)?|me|now)(?: (?:is|on|at|it'?s))?\s*[:,(]?\s*$/i;

/** Figures of a number said digit by digit or in pairs: 'plus four four seven double oh', 'oh six twelve thirty four'. */
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

const theirs = (before: string, after: string): boolean =>
  NOT_MINE_AFTER.test(after) || (NOT_MINE.test(before) && !MINE.test(before));

/** The visitor's own telephone number in a line, as they wrote it, or in figures when it was said. */
export function phoneIn(text: string, asked: boolean): Found | null {
  let best: Found | null = null;
  const around = (from: number, to: number) =>
    [text.slice(Math.max(0, from - 60), from), text.slice(to, to + 40)] as const;
  for (const match of text.matchAll(WRITTEN)) {
    const said = match[0].trimEnd();
    const digits = said.replace(/\D/g, '').length;
    const [before, after] = around(match.index, match.index + said.length);
    if (digits < DIGITS_LEAST || digits > DIGITS_MOST || theirs(before, after)) continue;
    if (/^\d{1,3}(?:[., ]\d{3})+$/.test(said) && !CUE.test(before)) continue;
    if (/^\d{1,2}[./-]\d{1,2}[./-]\d{4}$/.test(said)) continue;
    const alone = digits >= ALONE_LEAST && /^[+0]/.test(said) && text.trim().length - said.length < 4;
    if (/^(?:\+|00)/.test(said) || CUE.test(before) || asked || alone)
      best = { value: said.trim(), from: match.index, to: match.index + said.length, strength: 2 };
  }
  if (best) return best;
  for (const match of text.matchAll(SAID)) {
    const value = dialled(match[0]);
    const digits = value.replace(/\D/g, '').length;
    const [before, after] = around(match.index, match.index + match[0].length);
    if (digits >= DIGITS_LEAST && digits <= DIGITS_MOST && !theirs(before, after))
      best = { value, from: match.index, to: match.index + match[0].length, strength: 2 };
  }
  return best;
}
