import { compileMessage } from '@lingui/message-utils/compileMessage';

/** The placeholders of a compiled message, also those within its plurals and choices. */
function placeholdersOf(tokens: unknown): string[] {
  if (!Array.isArray(tokens)) return [];
  return tokens.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return [];
    const [name, , branches] = token as [string, string?, Record<string, unknown>?];
    return [name, ...Object.values(branches ?? {}).flatMap(placeholdersOf)].filter((one) => one !== '#');
  });
}

/** The placeholders and tags of a message, in a fixed order. */
export const messageParts = (message: string): string[] =>
  [
    ...new Set([
      ...placeholdersOf(compileMessage(message)),
      ...[...message.matchAll(/<(\w+)\/?>/g)].map(([, tag]) => `<${tag}>`),
    ]),
  ].sort();
