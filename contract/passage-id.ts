const LONGEST = 60;

/** The id that a title or question gives a passage: 'Was kostet es?' is 'was-kostet-es'; empty where nothing is left of it. */
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
