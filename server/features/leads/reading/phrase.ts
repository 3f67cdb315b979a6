import { beginningsOf, WORD_END } from './first-letters.ts';

/**
 * What may be found in a text, as far as the beginnings of its words tell: one bit for each phrase, in the order in which
 * they were made.
 */
export type Openings = Int32Array;

const BITS = 32;
const CODES = 128;
const END_CODE = WORD_END.charCodeAt(0);

/** The beginnings of all phrases as a tree: from its root letter by letter to those that begin so. */
interface Tree {
  /** Number of an ASCII letter among those that occur in beginnings; 0 for others. */
  symbolOf: Uint8Array;
  symbols: number;
  /** By node and symbol the next node; 0, the root, where nothing begins so. */
  next: Uint16Array;
  /** By node, `width` words: the phrases that begin with the letters to there. Those of the root may begin anyhow. */
  found: Int32Array;
  width: number;
  /** How many phrases there were when it was made. */
  phrases: number;
}

const made: Phrase[] = [];
let tree: Tree | null = null;

/** A pattern that is asked only where the words of a text begin as what it finds does. */
export class Phrase {
  readonly pattern: RegExp;
  readonly #word: number;
  readonly #bit: number;

  /** @param pattern without state: neither global nor sticky */
  constructor(pattern: RegExp) {
    this.pattern = pattern;
    this.#word = Math.floor(made.length / BITS);
    this.#bit = 1 << (made.length % BITS);
    made.push(this);
  }

  /** Whether it may be found, by the openings of the text or of one that the text is cut from between words. */
  mayBeIn(openings: Openings): boolean {
    return ((openings[this.#word] ?? 0) & this.#bit) !== 0;
  }

  test(text: string, openings: Openings): boolean {
    return this.mayBeIn(openings) && this.pattern.test(text);
  }

  exec(text: string, openings: Openings): RegExpExecArray | null {
    return this.mayBeIn(openings) ? this.pattern.exec(text) : null;
  }
}

/** All phrases that were made, to have them ready before they are needed. */
export const phrases = (): readonly Phrase[] => made;

function treeOfAll(): Tree {
  if (tree?.phrases === made.length) return tree;
  const width = Math.ceil(made.length / BITS);
  const beginnings = made.map(({ pattern }) => beginningsOf(pattern) ?? ['']);
  const letters = [...new Set(beginnings.flatMap((some) => [...some].flatMap((one) => [...one])))];
  const symbolOf = new Uint8Array(CODES);
  for (const [at, letter] of letters.entries()) symbolOf[letter.charCodeAt(0)] = at + 1;
  const symbols = letters.length + 1;
  const nodes: number[][] = [[]];
  const found: Int32Array[] = [new Int32Array(width)];
  for (const [id, some] of beginnings.entries()) {
    for (const beginning of some) {
      let node = 0;
      for (const letter of beginning) {
        const branches = nodes[node] as number[];
        const symbol = symbolOf[letter.charCodeAt(0)] as number;
        node = branches[symbol] ?? nodes.push([]) - 1;
        branches[symbol] = node;
        found[node] ??= new Int32Array(width);
      }
      const marks = found[node] as Int32Array;
      marks[Math.floor(id / BITS)] = (marks[Math.floor(id / BITS)] as number) | (1 << (id % BITS));
    }
  }
  const next = new Uint16Array(nodes.length * symbols);
  for (const [node, branches] of nodes.entries()) {
    branches.forEach((to, symbol) => {
      next[node * symbols + symbol] = to;
    });
  }
  const all = new Int32Array(nodes.length * width);
  for (const [node, marks] of found.entries()) all.set(marks, node * width);
  tree = { symbolOf, symbols, next, found: all, width, phrases: made.length };
  return tree;
}

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95;
/** The long s and the sign of Kelvin: the letters beyond ASCII that a pattern may take for one of ASCII. */
const isDoubtful = (code: number): boolean => code === 0x17f || code === 0x212a;

/** What may be found in a text, or in any of several. Linear in their length. */
export function openingsOf(...texts: readonly string[]): Openings {
  const all = treeOfAll();
  const openings = all.found.slice(0, all.width);
  for (const text of texts) addOpenings(openings, text, all);
  return openings;
}

function addOpenings(openings: Openings, text: string, { symbolOf, symbols, next, found, width }: Tree): void {
  const follow = (node: number, code: number): number => {
    const symbol = code < CODES ? (symbolOf[code] as number) : 0;
    const to = symbol === 0 ? 0 : (next[node * symbols + symbol] as number);
    if (to === 0) return 0;
    for (let from = to * width, word = 0; word < width; word += 1) {
      openings[word] = (openings[word] as number) | (found[from + word] as number);
    }
    return to;
  };
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDoubtful(code)) openings.fill(-1);
    const word = isWord(code);
    if (word === inWord) continue;
    inWord = word;
    let node = 0;
    let before = word;
    for (let letter = at; letter <= text.length; letter += 1) {
      const here = text.charCodeAt(letter);
      const within = isWord(here);
      if (before && !within) follow(node, END_CODE);
      before = within;
      node = follow(node, here >= 65 && here <= 90 ? here + 32 : here);
      if (node === 0) break;
    }
  }
}
