/** Maximum length of a reply in UTF-16 units; four times what 500 tokens yield. */
const MAX_REPLY_CHARS = 8_000;
/**
 * A run of this many letters and digits of a private text counts as disclosure. A recitation that begins between two
 * marks is noticed up to one mark later, at 47 characters: including spaces, that is below the promised 60 (M1).
 */
const DISCLOSURE_CHARS = 32;
const MARK_CHARS = 16;
/** Characters kept between two pushes: a disclosure less one character, or a canary. */
const KEPT_CHARS = 100;
/** Control characters, and the invisible tag characters that can smuggle text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]|\uDB40[\uDC00-\uDC7F]/g;

/** Replaces the rest of a reply that begins to recite its instructions. */
export const WITHHELD_SENTENCE = 'I keep my working notes to myself, but I am glad to talk about the work.';

/** A text that must not be recited, prepared for comparison. */
export interface PrivateText {
  /** Its letters and digits only; line breaks replace the parts that are public. */
  letters: string;
  /** The letters in chunks of 16: any recitation of 47 contains a whole chunk after its first 16 letters. */
  marks: ReadonlySet<string>;
}

/**
 * Prepares a text for comparison with a model's output; call once per text, not per reply.
 *
 * @param open parts of the text that are public, such as a name; those shorter than a mark can be left out
 */
export function readPrivateText(text: string, open: readonly string[] = []): PrivateText {
  const letters = open
    .map(squash)
    .filter(({ length }) => length >= MARK_CHARS)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, known) => rest.replaceAll(known, '\n'), squash(text));
  const marks = new Set<string>();
  for (let at = 0; at + MARK_CHARS <= letters.length; at += MARK_CHARS) marks.add(letters.slice(at, at + MARK_CHARS));
  return { letters, marks };
}

/**
 * Filters a model's output before the visitor sees it: strips invisible characters, ends a reply that is too long,
 * and stops one that recites the private part of its prompt. Deterministic, so that it holds whatever the model does.
 */
export class OutputFilter {
  readonly #canary: string;
  readonly #private: PrivateText;
  readonly #own: string;
  #tail = '';
  #length = 0;
  /** Why the reply was stopped; null if it was not. */
  stopped: 'too_long' | 'withheld' | null = null;

  /**
   * @param privateText what must not be recited; does not include knowledge passages
   * @param canary a marker in the prompt that must never be served, in any context
   * @param own text that the program itself would say, which is not a disclosure
   */
  constructor(privateText: PrivateText, canary: string, own = '') {
    this.#private = privateText;
    this.#own = squash(own);
    this.#canary = squash(canary);
  }

  /** Takes the next part of the output and returns what may be shown. Once `stopped` is set, show nothing more. */
  push(delta: string): string {
    if (this.stopped) return '';
    const text = delta.replace(UNSEEN, '');
    if (this.#disclosedBy(squash(text))) {
      this.stopped = 'withheld';
      return '';
    }
    this.#length += text.length;
    if (this.#length <= MAX_REPLY_CHARS) return text;
    this.stopped = 'too_long';
    return text.slice(0, Math.max(0, text.length - (this.#length - MAX_REPLY_CHARS))).toWellFormed();
  }

  #disclosedBy(words: string): boolean {
    const { letters, marks } = this.#private;
    const before = this.#tail.length;
    const heard = this.#tail + words;
    this.#tail = heard.slice(-KEPT_CHARS);
    if (this.#canary && heard.includes(this.#canary)) return true;
    for (let end = Math.max(before + 1, DISCLOSURE_CHARS); end <= heard.length; end += 1) {
      if (!marks.has(heard.slice(end - MARK_CHARS, end))) continue;
      const stretch = heard.slice(end - DISCLOSURE_CHARS, end);
      if (letters.includes(stretch) && !this.#own.includes(stretch)) return true;
    }
    return false;
  }
}

/** Reduces text to letters and digits in lower case, so that case, spaces and punctuation cannot hide a recitation. */
function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
