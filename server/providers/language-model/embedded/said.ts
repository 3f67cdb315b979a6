import { fill, hash } from './text.ts';

/** Candidates that are remembered for one conversation; beyond it they are looked for anew. */
const REMEMBERED_MAX = 4_000;
/** The candidate was found; otherwise the number of lines in which it was not. */
const FOUND = -1;

/** What the twin has said in this session, and the choice of what it has not. */
export interface Said {
  /** Whether this line, or a part of it between two pauses, was said. */
  has(line: string): boolean;
  /**
   * The first line from a starting point chosen by `salt` that was not said, filled in; lines with a placeholder that
   * has no value are passed over. Null when all were said.
   */
  pick(lines: readonly string[], salt: string, values?: Record<string, string | null>): string | null;
  /** Number of replies so far. */
  readonly count: number;
}

/**
 * Without its last mark, since 'How many are you?' was said in 'How many are you, Sam?' too, and without its first letter,
 * which is small behind a colon.
 */
const core = (part: string) =>
  part
    .trim()
    .slice(1)
    .replace(/[.?!:]$/, '');

/**
 * Looks at the twin's lines (pause markers already gone). The list may grow behind its back: what was looked for in the
 * first lines is looked for only in those that came since, so that a long conversation costs no more than a short one.
 */
export function createSaid(agentLines: readonly string[]): Said {
  const seen = new Map<string, number>();

  function has(line: string): boolean {
    const before = seen.get(line) ?? 0;
    if (before === FOUND) return true;
    if (before === agentLines.length) return false;
    const parts = line.includes('[pause:') ? line.split(/\[pause:[^\]]*\]/).map(core) : [core(line)];
    let found = false;
    for (let at = before; at < agentLines.length && !found; at += 1) {
      const spoken = agentLines[at] ?? '';
      found = parts.some((part) => spoken.includes(part));
    }
    if (seen.size >= REMEMBERED_MAX) seen.clear();
    seen.set(line, found ? FOUND : agentLines.length);
    return found;
  }

  return {
    get count() {
      return agentLines.length;
    },
    has,
    pick(lines, salt, values = {}) {
      const start = lines.length === 0 ? 0 : hash(salt) % lines.length;
      for (let step = 0; step < lines.length; step += 1) {
        const line = fill(lines[(start + step) % lines.length] ?? '', values);
        if (!/\{\w+\}/.test(line) && !has(line)) return line;
      }
      return null;
    },
  };
}
