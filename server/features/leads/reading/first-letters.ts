/**
 * The letters with which whatever a pattern finds begins. Patterns are dear and most find nothing in most lines; what a
 * line's words begin with is looked at once, and says which patterns are worth asking.
 */

/** Letters that are looked at, of each word and of what follows it. */
export const LETTERS_MOST = 6;
/** Stands in a beginning for the end of a word. */
export const WORD_END = '\b';
/** Beginnings of one pattern that are told apart; of more it is only known how they begin. */
const BEGINNINGS_MOST = 2_000;

const WORD = /\w$/;
const ASCII = /^[\0-\x7f]*$/;

/** Beginnings of a part of a pattern, lower case. */
interface Beginnings {
  /** What follows the part continues these. */
  open: Set<string>;
  /** After these anything may stand. */
  shut: Set<string>;
}

const anything = (): Beginnings => ({ open: new Set(), shut: new Set(['']) });
const nothing = (): Beginnings => ({ open: new Set(['']), shut: new Set() });
/** Letters beyond ASCII may be written in more ways than one: they are not told apart. */
const oneOf = (letters: string): Beginnings =>
  ASCII.test(letters) ? { open: new Set(letters.toLowerCase()), shut: new Set() } : anything();

function followedBy(first: Beginnings, second: Beginnings): Beginnings {
  const both: Beginnings = { open: new Set(), shut: new Set(first.shut) };
  if (first.open.size * (second.open.size + second.shut.size) > BEGINNINGS_MOST) {
    return { open: new Set(), shut: new Set([...first.shut, ...first.open]) };
  }
  for (const start of first.open) {
    for (const next of second.shut) both.shut.add((start + next).slice(0, LETTERS_MOST));
    for (const next of second.open) {
      const whole = start + next;
      if (next === WORD_END) {
        if (WORD.test(start)) both.shut.add(whole);
        else both.open.add(start);
      } else if (whole.length >= LETTERS_MOST) both.shut.add(whole.slice(0, LETTERS_MOST));
      else both.open.add(whole);
    }
  }
  return both;
}

/** Reads the syntax of regular expressions as far as beginnings need it; what it does not know may be anything. */
class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** The alternatives up to the end of the group, or of the pattern. */
  alternatives(): { beginnings: Beginnings; atWord: boolean }[] {
    const found = [];
    do {
      const atWord = this.#source.startsWith('\\b', this.#at);
      found.push({ beginnings: this.#sequence(), atWord });
    } while (this.#take('|'));
    return found;
  }

  #take(text: string): boolean {
    const stands = this.#source.startsWith(text, this.#at);
    if (stands) this.#at += text.length;
    return stands;
  }

  #sequence(): Beginnings {
    let whole = nothing();
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? '')) {
      whole = followedBy(whole, this.#repeated(this.#part()));
    }
    return whole;
  }

  #repeated(part: Beginnings): Beginnings {
    const [quantifier = '', least = ''] = /^(?:[?*+]|\{(\d+),?\d*\})/.exec(this.#source.slice(this.#at)) ?? [];
    if (!quantifier) return part;
    this.#at += quantifier.length;
    this.#take('?');
    const optional = quantifier === '?' || quantifier === '*' || least === '0';
    const again = quantifier !== '?';
    const open = again ? new Set<string>() : new Set(part.open);
    const shut = again ? new Set([...part.shut, ...part.open]) : new Set(part.shut);
    if (optional) open.add('');
    return { open, shut };
  }

  #part(): Beginnings {
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return this.#class();
    if (this.#take('\\')) return this.#escaped();
    const letter = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (letter === '^' || letter === '$') return nothing();
    return letter === '.' ? anything() : oneOf(letter);
  }

  #group(): Beginnings {
    const looksAround = this.#take('?=') || this.#take('?!') || this.#take('?<=') || this.#take('?<!');
    if (!looksAround && !this.#take('?:') && this.#take('?')) throw new Error('Named groups are not read.');
    const parts = this.alternatives().map(({ beginnings }) => beginnings);
    this.#take(')');
    if (looksAround) return nothing();
    return {
      open: new Set(parts.flatMap(({ open }) => [...open])),
      shut: new Set(parts.flatMap(({ shut }) => [...shut])),
    };
  }

  /** A class of plain letters; ranges, escapes and all but some letters are anything. */
  #class(): Beginnings {
    const body = /^(?:\\.|[^\]\\])*/u.exec(this.#source.slice(this.#at))?.[0] ?? '';
    this.#at += body.length + 1;
    return /[\\^]|.-./u.test(body) ? anything() : oneOf(body);
  }

  #escaped(): Beginnings {
    const letter = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (letter === 'b') return oneOf(WORD_END);
    if (letter === 'd') return oneOf('0123456789');
    if (/[^a-z0-9]/i.test(letter)) return oneOf(letter);
    const code = letter === 'u' ? /^[0-9a-f]{4}/i : /^\{[^}]*\}/;
    if (/[pu]/i.test(letter)) this.#at += code.exec(this.#source.slice(this.#at))?.[0].length ?? 0;
    return anything();
  }
}

/**
 * The letters with which whatever a pattern finds begins: one to LETTERS_MOST, lower case. Null when any may, or when it may
 * find something elsewhere than at a word's beginning or end.
 */
export function beginningsOf({ source }: RegExp): ReadonlySet<string> | null {
  const found = new Set<string>();
  for (const { beginnings, atWord } of new PatternReader(source).alternatives()) {
    if (!atWord) return null;
    for (const beginning of [...beginnings.open, ...beginnings.shut]) {
      if (beginning === '') return null;
      found.add(beginning);
    }
  }
  return found;
}
