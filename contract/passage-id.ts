const LONGEST = 60;

/**
 * Derives a passage id from a title or question: 'Was kostet es?' becomes 'was-kostet-es'; empty if nothing is left.
 */
export function passageIdOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
}

/** A heading that ends with an id, without the surrounding spaces. */
const HEADED = /^##\s.*\{#([^}]+)\}$/;

/** The passage ids of a knowledge file in order, even if the file has errors. */
export function passageIdsIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => HEADED.exec(line.trim())?.slice(1) ?? []);
}
