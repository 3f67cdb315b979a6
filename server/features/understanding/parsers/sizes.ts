/** Finds numbers of people: 'we are 60 people', '20 ppl', 'a team of twelve'. */

const NUMBER =
  '(?:\\d[\\d.,]*|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|' +
  'forty|fifty|sixty|seventy|eighty|ninety|hundred)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)';
const ABOUT = '(?:(?:about|around|roughly|some|over|under|nearly|almost|up to) )?';
const PEOPLE = '(?:people|ppl|persons?|employees|staff|colleagues|of us|heads|ftes?|team members)';
const OF_PEOPLE = new RegExp(`\\b(${ABOUT}${NUMBER}) ${PEOPLE}\\b`, 'i');
const TEAM_OF = new RegExp(`\\b(?:team|staff|company|firm) of (${ABOUT}${NUMBER})\\b`, 'i');
/** Characters of a line to search. */
const MAX_SEARCHED = 2_000;

/** The number in the visitor's words, 'about 60'; null when none is named. */
export function sizeIn(text: string): string | null {
  const searched = text.slice(0, MAX_SEARCHED);
  return OF_PEOPLE.exec(searched)?.[1] ?? TEAM_OF.exec(searched)?.[1] ?? null;
}
