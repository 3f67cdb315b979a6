import { compileMessage } from '@lingui/message-utils/compileMessage';

/** What a message consists of apart from words: placeholders, the choices of a select, and tags; and its plurals. */
export function messageParts(message: string): { parts: string[]; plurals: string[][] } {
  const parts = new Set<string>();
  const plurals: string[][] = [];
  const visit = (tokens: readonly unknown[]) => {
    for (const token of tokens) {
      if (!Array.isArray(token)) {
        for (const [tag] of String(token).matchAll(/<\w+\/?>/g)) parts.add(tag);
        continue;
      }
      const [name, kind, format] = token as [string, string?, Record<string, unknown>?];
      const choices = Object.entries(format ?? {}).filter(([, words]) => words !== undefined);
      const names = choices.map(([choice]) => choice);
      if (kind === 'plural') plurals.push(names);
      if (name !== '#') parts.add(kind === 'select' ? `${name}: ${names.join(', ')}` : name);
      for (const [, words] of choices) visit([words].flat());
    }
  };
  visit(compileMessage(message));
  return { parts: [...parts].sort(), plurals };
}
