/**
 * Words as a sentence quotes them: a point within them would look like its end. A run of marks is looked at from its
 * beginning only, so that a long one costs its length and not its square.
 */
export const quoted = (text: string): string =>
  `"${text
    .trim()
    .replace(/(?<![".!])[".!]+$/, '')
    .replace(/(?<![.!?])[.!?]+(\s+)(?=\S)/g, ';$1')
    .replaceAll('"', "'")}"`;
