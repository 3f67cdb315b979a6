import { compileMessage } from '@lingui/message-utils/compileMessage';

/** What a message consists of apart from words. */
interface MessageParts {
  /** Its placeholders and tags, in a fixed order. */
  parts: string[];
  /** What its selects tell apart: `priority high`. */
  choices: string[];
  /** The categories of each of its plurals. */
  plurals: string[][];
}

/** The parts of an ICU message, also those within its plurals and selects. */
export function messageParts(message: string): MessageParts {
  const parts = new Set<string>();
  const choices: string[] = [];
  const plurals: string[][] = [];
  const visit = (tokens: readonly unknown[]) => {
    for (const token of tokens) {
      if (!Array.isArray(token)) {
        for (const [tag] of String(token).matchAll(/<\w+\/?>/g)) parts.add(tag);
        continue;
      }
      const [name, kind, format] = token as [string, string?, Record<string, unknown>?];
      const branches = Object.entries(format ?? {}).filter(([, words]) => words !== undefined);
      const names = branches.map(([branch]) => branch);
      if (kind === 'plural') plurals.push(names);
      if (kind === 'select') choices.push(...names.map((choice) => `${name} ${choice}`));
      if (name !== '#') parts.add(name);
      for (const [, words] of branches) visit([words].flat());
    }
  };
  visit(compileMessage(message));
  return { parts: [...parts].sort(), choices, plurals };
}
