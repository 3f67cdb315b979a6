/** A text with its first letter in upper case. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, also within an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** A text that ends as a sentence does. */
export const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Items as words list them: 'a, b and c'. */
export const listed = (items: readonly string[], word: 'and' | 'or' = 'and'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

/** Whether a text is in the first person, as people write about themselves. */
const IN_FIRST_PERSON = /\b(?:I|I'm|I’m|my|me|we|our|us)\b/;
export const isInFirstPerson = (text: string): boolean => IN_FIRST_PERSON.test(text);

/** Somebody's words as another may say them: quoted where they are in the first person. */
export const inWordsOf = (name: string, text: string): string =>
  isInFirstPerson(text) ? `In ${name}'s words: “${text}”` : text;
