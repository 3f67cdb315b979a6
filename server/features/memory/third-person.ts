/** From what a visitor says of themselves to how it is told about them. Pure. */

const PRONOUNS: Record<string, string> = {
  i: 'they',
  we: 'they',
  me: 'them',
  us: 'them',
  my: 'their',
  our: 'their',
  mine: 'theirs',
  ours: 'theirs',
  myself: 'themselves',
  ourselves: 'themselves',
  you: 'the consultant',
  your: "the consultant's",
  yours: "the consultant's",
  "i'm": 'they are',
  "i've": 'they have',
  "i'll": 'they will',
  "i'd": 'they would',
  "we're": 'they are',
  "we've": 'they have',
  "we'll": 'they will',
  "we'd": 'they would',
};

/** Pasts of verbs that are not made with -ed. */
const PASTS = new Set([
  'sold',
  'left',
  'quit',
  'built',
  'ran',
  'went',
  'began',
  'became',
  'grew',
  'lost',
  'had',
  'was',
]);

/** 'my team and me' as it is told: 'their team and them'. */
export function aboutThem(text: string): string {
  return text.replace(/[a-z]+(?:'[a-z]+)?/gi, (word) => {
    const lower = word.toLowerCase();
    return Object.hasOwn(PRONOUNS, lower) ? (PRONOUNS[lower] ?? word) : word;
  });
}

/** A verb of 'I' or 'we' as it is told of somebody: 'run' becomes 'Runs'; a past stays. */
export function verbOf(verb: string): string {
  const lower = verb.toLowerCase();
  return capital(PASTS.has(lower) || (lower.endsWith('ed') && lower !== 'need') ? lower : withS(lower));
}

function withS(verb: string): string {
  if (verb === 'have') return 'has';
  if (/(?:[sxz]|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** With a capital letter first. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** How the beginnings of memories about something open are said to the visitor's face. */
const TO_THEIR_FACE: [RegExp, string][] = [
  [/^Wants to /, 'you wanted to '],
  [/^Wants /, 'you wanted '],
  [/^Needs to /, 'you needed to '],
  [/^Needs /, 'you needed '],
  [/^Is (?=trying|looking|planning|thinking|struggling|hoping|considering|deciding|wondering)/, 'you were '],
  [/^Struggles with /, 'you were struggling with '],
  [/^Asked /, 'you asked '],
  [/^Said they would /, 'you were going to '],
];

/**
 * What was left open as the twin says it to the visitor, to stand behind 'Last time': 'Wants to hand over their sales'
 * becomes 'you wanted to hand over your sales'. A text of the visitor's own is quoted.
 */
export function toTheirFace(text: string): string {
  for (const [pattern, said] of TO_THEIR_FACE) {
    if (!pattern.test(text)) continue;
    return text
      .replace(pattern, said)
      .replace(/\bthemselves\b/g, 'yourself')
      .replace(/\btheirs\b/g, 'yours')
      .replace(/\btheir\b/g, 'your')
      .replace(/\bthey (?:are|have|were)\b/g, (words) => `you ${words.slice(5)}`)
      .replace(/\b(?:they|them)\b/g, 'you');
  }
  return `we left this open: “${text}”`;
}
