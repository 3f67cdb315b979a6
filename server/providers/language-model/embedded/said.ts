import { fill, hash } from './text.ts';

/** Agent lines that are looked at for repetition, newest last: more than a visitor can be answered in a day. */
const LINES_MAX = 600;

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
  count: number;
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

/** Looks at what was said (pause markers already gone) once, so that each question to it is one search in one text. */
export function createSaid(agentLines: readonly string[]): Said {
  const spoken = agentLines.slice(-LINES_MAX).join('\n');

  function has(line: string): boolean {
    if (spoken === '') return false;
    if (!line.includes('[pause:')) return spoken.includes(core(line));
    return line.split(/\[pause:[^\]]*\]/).some((part) => spoken.includes(core(part)));
  }

  return {
    count: agentLines.length,
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
