/** Something that a line tells, in the text that is read: characters `from` to `to` (exclusive). */
export interface Found {
  value: string;
  from: number;
  to: number;
  /** How sure it is; a surer one is not replaced by a less sure one of a later line. */
  strength: number;
}

/** What most words are already: they need no work. */
const SQUASHED = /^[a-z0-9]*$/;
const ASCII = /^[\0-\x7f]*$/;

/** Lower case without accents, points or spaces: what addresses are compared by. */
export function squashed(text: string): string {
  if (SQUASHED.test(text)) return text;
  return (ASCII.test(text) ? text.toLowerCase() : withoutAccents(text)).replace(/[^a-z0-9]/g, '');
}

const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/đ/g, 'd')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae');
