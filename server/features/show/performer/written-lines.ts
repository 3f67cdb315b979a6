import { sample } from '../../../platform/random.ts';
import type { PerformOrder } from '../engine/show-events.ts';

/** Words of the longest thing that is named within a written line. */
const MAX_NAMED_WORDS = 3;
/** Where a written line names what the visitor said. */
const SETUP = '{setup}';

/** Key of a written line among what was told. One that names something says so in its key. */
export const keyOf = (line: string): string => (line.includes(SETUP) ? NAMING : '') + line.slice(0, 60);
const NAMING = 'naming:';

const capitalized = (words: string): string =>
  words.replace(/^(\W*)(\p{Ll})/u, (_, mark, letter) => mark + letter.toUpperCase());

/** A line with what the visitor said in it; with a capital where it begins a sentence. Null for no line. */
export function filled(line: string | null, name: 'setup' | 'topic', words: string): string | null {
  if (line === null) return null;
  const place = new RegExp(`(?<before>[.!?]["”’)]? |\\] |)(?<mark>["“‘(]?)\\{${name}\\}`, 'g');
  return line.replaceAll(place, (...match) => {
    const { before, mark } = match.at(-1) as Record<'before' | 'mark', string>;
    const isFirst = before !== '' || match.at(-3) === 0;
    return before + mark + (isFirst ? capitalized(words) : words);
  });
}

/** Chooses among written lines for one reply, and notes what it chose. */
export class LinePicker {
  /** Keys and ids of the material chosen for this reply. */
  readonly told: string[] = [];
  readonly #order: Pick<PerformOrder, 'told' | 'echo'>;
  readonly #random: { seed: number };
  /** When each key was told last in this show. */
  readonly #toldAt: ReadonlyMap<string, number>;

  constructor(order: Pick<PerformOrder, 'told' | 'echo' | 'seed'>) {
    this.#order = order;
    this.#toldAt = new Map(order.told.map((key, at) => [key, at]));
    this.#random = { seed: order.seed };
  }

  /** One of these values; undefined of none. */
  choose<Value>(values: readonly Value[]): Value | undefined {
    return sample(this.#random, values);
  }

  /** Whether a key or id was told in this show. */
  wasTold(key: string): boolean {
    return this.#toldAt.has(key);
  }

  /** A line that was not told in this show; when all were, the one that was told longest ago. Null of no lines. */
  pick(lines: readonly string[] | undefined): string | null {
    if (!lines || lines.length === 0) return null;
    const fresh = lines.filter((line) => !this.wasTold(keyOf(line)) && !this.told.includes(keyOf(line)));
    const at = (line: string) => this.#toldAt.get(keyOf(line)) ?? -1;
    const oldest = [...lines].sort((one, two) => at(one) - at(two));
    const line = this.choose(fresh.length > 0 ? fresh : oldest.slice(0, 1)) ?? null;
    if (line !== null) this.told.push(keyOf(line));
    return line;
  }

  /** A line that names what was said, if there is a name for it and the line before named nothing; else one without. */
  pickAbout(lines: readonly string[] | undefined): string | null {
    const { echo, told } = this.#order;
    const naming = lines?.filter((line) => line.includes(SETUP));
    const isFresh = naming?.some((line) => !this.wasTold(keyOf(line)));
    const isShort = (echo?.split(' ').length ?? 0) <= MAX_NAMED_WORDS;
    if (echo !== null && isFresh && isShort && !told.at(-1)?.startsWith(NAMING))
      return filled(this.pick(naming), 'setup', echo);
    return this.pick(lines?.filter((line) => !line.includes(SETUP)));
  }
}
