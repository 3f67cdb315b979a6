/** Words as a sentence quotes them: a point within them would look like its end. */
export const quoted = (text: string): string =>
  `"${text
    .trim()
    .replace(/[".!]+$/, '')
    .replace(/[.!?]+(\s+)(?=\S)/g, ';$1')
    .replaceAll('"', "'")}"`;
