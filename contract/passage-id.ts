const LONGEST = 60;

/**
 * The id that a title or question gives a passage: 'Was kostet es?' is 'was-kostet-es'; empty where nothing is left of
 * it.
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

/** A heading with the id that it ends with, spaces around it left out. */
const HEADED = /^##\s.*\{#([^}]+)\}$/;

/** The ids of a knowledge file's passages in their order, also where the file has mistakes. */
export function passageIdsIn(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => HEADED.exec(line.trim())?.slice(1) ?? []);
}
