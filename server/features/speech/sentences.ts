/**
 * A sentence without an end is split at the last clause within this many characters, so that the voice can start in
 * time.
 */
const MAX_CHARS = 220;
/** The first sentence of a text is split earlier, because there is silence until it is spoken. */
const MAX_FIRST_CHARS = 120;
/**
 * If the first sentence is longer than this, its first clause is spoken on its own, while the rest is synthesized.
 */
const MAX_FIRST_CLAUSE_CHARS = 60;
/** Characters of a clause that is spoken on its own. */
const MIN_CLAUSE_CHARS = 24;
/**
 * Marks at the end of a sentence. A longer row of marks does not end a sentence at its first mark, so that it is not
 * scanned repeatedly.
 */
const MAX_END_MARKS = 12;

/** Abbreviations with a full stop within a sentence, in lower case and without their last stop. */
const ABBREVIATIONS = new Set(
  (
    'mr|mrs|ms|dr|prof|st|sr|jr|vs|approx|dept|est|fig|inc|ltd|co|corp|no|nr|vol|pp|ca|cf|al|e.g|i.e|eg|ie|gen|rev' +
    '|hon|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|min|max|tel'
  ).split('|'),
);
/** Abbreviations that may also end a sentence, if a capital letter follows. */
const ENDING_ABBREVIATION = /(?:^|[\s(])(?:etc|[ap]\.m|inc|ltd|co|corp|jr|sr)$/iu;
/** Ends of sentences in scripts that put no space after them. */
const WIDE_END = /[。！？]/u;
const CLOSING = /["'”’»)\]]/u;

/**
 * Splits streamed text into sentences, each as soon as it is certain, so that the first can be spoken while later
 * ones are still being written. The sentences of a text do not depend on how it arrived.
 */
export class SentenceCutter {
  #waiting = '';
  #first = true;

  /** Takes the next chunk of text and returns the sentences that it completes. */
  push(text: string): string[] {
    this.#waiting = tidy(this.#waiting + text);
    const sentences: string[] = [];
    for (let end = this.#nextEnd(); end > 0; end = this.#nextEnd()) this.#cut(end, sentences);
    return sentences;
  }

  /** Ends the text and returns the rest. */
  end(): string[] {
    // A capital letter after it makes an end certain that was waiting for one.
    const sentences = this.push('\nX');
    this.#waiting = this.#waiting.slice(0, -1);
    this.#cut(this.#waiting.length, sentences);
    this.#first = true;
    return sentences;
  }

  #cut(end: number, sentences: string[]): void {
    const sentence = this.#waiting.slice(0, end).trim();
    this.#waiting = this.#waiting.slice(end).trimStart();
    if (!/[\p{L}\p{N}]/u.test(sentence)) return;
    sentences.push(sentence);
    this.#first = false;
  }

  /** The end of the first sentence, or 0 while it is uncertain. */
  #nextEnd(): number {
    const text = this.#waiting;
    const longest = this.#first ? MAX_FIRST_CHARS : MAX_CHARS;
    const firstClause =
      this.#first && text.length > MAX_FIRST_CLAUSE_CHARS ? lastClause(text.slice(0, MAX_FIRST_CLAUSE_CHARS)) : 0;
    for (let at = 0; at < text.length && at < longest; at += 1) {
      const end = endsAt(text, at);
      if (end === 'unknown') return 0;
      if (end > 0) return end;
      if (at === MAX_FIRST_CLAUSE_CHARS - 1 && firstClause >= MIN_CLAUSE_CHARS) return firstClause;
    }
    return text.length > longest ? clauseEnd(text.slice(0, longest)) : 0;
  }
}

/** The sentences of a complete text. */
export function cutSentences(text: string): string[] {
  const cutter = new SentenceCutter();
  return [...cutter.push(text), ...cutter.end()];
}

/**
 * Collapses each run of whitespace to a line break if it contains one, otherwise to a space, and removes leading
 * whitespace.
 */
function tidy(text: string): string {
  return text.replace(/\s+/gu, (run) => (run.includes('\n') ? '\n' : ' ')).replace(/^\s+/u, '');
}

/** The end of the sentence if it ends at this character, 0 if it does not, unknown if more text is needed. */
function endsAt(text: string, at: number): number | 'unknown' {
  const char = text[at] ?? '';
  if (char === '\n') return at + 1;
  const isWide = WIDE_END.test(char);
  if (!isWide && !/[.!?…]/u.test(char)) return 0;
  const after = afterClosing(text, at + 1);
  const space = text[after];
  // A quote or another mark that belongs to this end may follow.
  if (space === undefined) return 'unknown';
  if (isWide) return after;
  if (!/\s/u.test(space)) return 0;
  if (space === '\n') return after;
  const next = text[after + 1];
  if (next === undefined) return 'unknown';
  const lower = /\p{Ll}/u.test(next);
  if (char === '!' || char === '?') return lower && CLOSING.test(text[after - 1] ?? '') ? 0 : after;
  if (lower) return 0;
  return isAbbreviation(text.slice(0, at), next) ? 0 : after;
}

/** The position after closing quotes and brackets, and further marks of the same end. */
function afterClosing(text: string, at: number): number {
  let end = at;
  while (end - at < MAX_END_MARKS && (/[.!?…]/u.test(text[end] ?? '') || CLOSING.test(text[end] ?? ''))) end += 1;
  return end;
}

/** Whether the full stop after this text belongs to its last word. */
function isAbbreviation(before: string, next: string): boolean {
  const word = /[^\s("'“‘]*$/u.exec(before)?.[0] ?? '';
  if (ENDING_ABBREVIATION.test(before) && /[\p{Lu}"'“‘(]/u.test(next)) return false;
  if (word.toLowerCase() === 'no' || word.toLowerCase() === 'nr') return /\d/u.test(next);
  // An initial: 'J. Smith'. An 'I' more often ends a sentence than begins a name.
  if (/^\p{Lu}$/u.test(word)) return word !== 'I';
  return ABBREVIATIONS.has(word.toLowerCase()) || /^(?:\p{L}\.)+\p{L}$/u.test(word);
}

/** The position after the last clause of a text; 0 if it has only one. */
function lastClause(text: string): number {
  return Math.max(...[', ', '; ', ': ', ' – ', ' — ', ') '].map((mark) => text.lastIndexOf(mark) + 1));
}

/** Whether a piece is cut off before the end of its sentence. */
export function endsWithClause(piece: string): boolean {
  return !/[.!?…。！？]["'”’»)\]]*$/u.test(piece.trimEnd());
}

/** The best place to split an endless sentence: after a clause, or between two words. */
function clauseEnd(text: string): number {
  const clause = lastClause(text);
  if (clause >= MIN_CLAUSE_CHARS) return clause;
  const space = text.lastIndexOf(' ');
  if (space >= MIN_CLAUSE_CHARS) return space;
  // Never split a surrogate pair.
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
}

const CURRENCIES: Record<string, [one: string, many: string]> = {
  '€': ['euro', 'euros'],
  $: ['dollar', 'dollars'],
  '£': ['pound', 'pounds'],
  '¥': ['yen', 'yen'],
};
const MAGNITUDES: Record<string, string> = { k: 'thousand', m: 'million', bn: 'billion', b: 'billion' };

/** What is replaced for a voice, in order. Every expression runs in linear time. */
const RULES: [RegExp, string | ((...groups: string[]) => string)][] = [
  // Pause markers, including broken ones, are silence rather than words (specification, section 5).
  [/\[pause:[^\]]{0,40}\]/giu, ' '],
  // Markdown: the text of images and links, the content of code and emphasis, and headings and lists without their
  // marks.
  [/!?\[([^\]\n]{0,300})\]\([^)\s]{0,500}\)/gu, '$1'],
  [/```[a-z]*|[`*~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/giu, ''],
  [/^[ \t]{0,8}(?:#{1,6}|>+|[-•·]|\d{1,3}[.)])[ \t]+/gmu, ''],
  [/<\/?[a-z][^<>]{0,300}>/giu, ' '],
  [
    /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gu,
    (address) => address.replace('@', ' at ').replaceAll('.', ' dot '),
  ],
  [/\bhttps?:\/\/[^\s<>"')\]]{1,2000}|\bwww\.[^\s<>"')\]]{1,2000}/giu, spokenAddress],
  [/([€$£¥])\s?(\d[\d,]{0,15}(?:\.\d{1,6})?)\s?(k|m|bn|b)?(?![\p{L}\p{N}])/giu, spokenMoney],
  [/(\d[\d,]{0,15}(?:\.\d{1,6})?)\s?([€£¥])/gu, (_, number, sign) => spokenMoney('', sign, number)],
  [/(\d)\s?[–-]\s?(?=\d)/gu, '$1 to '],
  [/\be\.g\.,?/giu, 'for example'],
  [/\bi\.e\.,?/giu, 'that is'],
  [/\bvs\.?(?=\s)/giu, 'versus'],
  [/\betc\./giu, 'et cetera.'],
  [/(?<![\p{L}\p{N}])[~≈](?=\d)/gu, 'about '],
  [/#(?=\d)/gu, 'number '],
  [/\band\/or\b/giu, 'and or'],
  [/(?<=[\p{L}\p{N}])\/(?=\p{L})/gu, ' or '],
  [/\s+[–—-]{1,3}\s+|—/gu, ', '],
  [/\s?&\s?/gu, ' and '],
  [/\s?(?:→|⇒|=>|->)\s?/gu, ' to '],
  [/[“”„«»]/gu, '"'],
  [/[‘’]/gu, "'"],
  [/…/gu, '...'],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3]|\p{Emoji_Modifier}/gu, ' '],
  // Anything else without a sound: signs that a synthesizer would name, control characters, and direction marks.
  [/[<>{}[\]|\\^=_@#*~`]|[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' '],
  [/([!?])[!?]+/gu, '$1'],
  [/\s+/gu, ' '],
  [/\s+(?=[,.;:!?])/gu, ''],
];

/**
 * Converts shown text to text for a voice: the same words, without what only makes sense in writing. Empty if nothing
 * in it can be spoken. Pure.
 */
export function spokenText(shown: string): string {
  let text = shown;
  for (const [pattern, replacement] of RULES) text = text.replace(pattern, replacement as string);
  text = text.trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** Reduces a URL to its host; nobody wants to hear a path. */
function spokenAddress(address: string): string {
  const tail = /[.,;:!?]+$/u.exec(address)?.[0] ?? '';
  const host =
    address
      .replace(/^https?:\/\//iu, '')
      .replace(/^www\./iu, '')
      .split(/[/?#:]/u)[0] ?? '';
  return host.replace(/[.,;:!?]+$/u, '').replaceAll('.', ' dot ') + tail;
}

/** A sum as it is spoken, from the groups of its expression. */
function spokenMoney(_: string, sign: string, number: string, magnitude?: string): string {
  const [one, many] = CURRENCIES[sign] ?? ['', ''];
  const amount = number.replace(/,+$/u, '');
  const comma = amount === number ? '' : ',';
  if (magnitude) return `${amount} ${MAGNITUDES[magnitude.toLowerCase()]} ${many}${comma}`;
  const [whole = '', cents] = amount.split('.');
  if (cents?.length === 2 && cents !== '00') return `${whole} ${many} ${cents}${comma}`;
  return `${cents === '00' ? whole : amount} ${amount === '1' ? one : many}${comma}`;
}
