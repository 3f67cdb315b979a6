/** Longest reply that is shown, in UTF-16 units; four times what 500 tokens make. */
const REPLY_MAX_CHARS = 8_000;
/**
 * So many letters and digits of a private text in a row count as its disclosure. A recitation that begins between two
 * marks is noticed up to one mark later, at 47: with its spaces that is under the 60 characters of the promise (M1).
 */
const DISCLOSURE_CHARS = 32;
const MARK_CHARS = 16;
/** What must be remembered between two stretches: a disclosure less one character, or a canary. */
const KEPT_CHARS = 100;
/** Controls, and the invisible tag characters in which text can be smuggled. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]|\uDB40[\uDC00-\uDC7F]/g;

/** What is said in place of the rest when a reply begins to recite its instructions. */
export const WITHHELD_SENTENCE = 'I keep my working notes to myself, but I am glad to talk about the work.';

/** A text that must not be recited, made ready to be compared with. */
export interface PrivateText {
  /** Its letters and digits alone; a line break stands for what is public in it. */
  letters: string;
  /** They, cut into stretches of 16: a recitation of 47 has a whole one behind its first 16. */
  marks: ReadonlySet<string>;
}

/**
 * Makes a text ready to be compared with what a model writes; once a text, not once a reply.
 * @param open what is public though it stands in the text, such as a name; of fewer letters than a mark nothing need be
 *   told
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
 * Stands between a model and the visitor: strips what cannot be seen, ends a reply that grows without end, and stops
 * one that recites the private part of its prompt. Deterministic, so that it holds whatever the model does.
 */
export class OutputFilter {
  readonly #canary: string;
  readonly #private: PrivateText;
  readonly #own: string;
  #tail = '';
  #length = 0;
  /** Why the reply was stopped, if it was. */
  stopped: 'too_long' | 'withheld' | null = null;

  /**
   * @param privateText what must not be recited; knowledge passages are not among them
   * @param canary a mark in the prompt that must never be served, whatever surrounds it
   * @param own what the program itself would say, which is no disclosure
   */
  constructor(privateText: PrivateText, canary: string, own = '') {
    this.#private = privateText;
    this.#own = squash(own);
    this.#canary = squash(canary);
  }

  /** Takes the next stretch and gives back what may be shown. After `stopped` is set nothing more may be. */
  push(delta: string): string {
    if (this.stopped) return '';
    const text = delta.replace(UNSEEN, '');
    if (this.#disclosedBy(squash(text))) {
      this.stopped = 'withheld';
      return '';
    }
    this.#length += text.length;
    if (this.#length <= REPLY_MAX_CHARS) return text;
    this.stopped = 'too_long';
    return text.slice(0, Math.max(0, text.length - (this.#length - REPLY_MAX_CHARS))).toWellFormed();
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

/** Case, spaces and punctuation do not hide a recitation. */
function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
