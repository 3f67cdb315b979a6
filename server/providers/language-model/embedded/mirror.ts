/** What the visitor said, said back: their own words turned round, so that they hear what was understood. */
import { fold } from '../../../platform/text/words.ts';
import { TRIED, TROUBLE } from './signs.ts';

/** Longer stretches are not said back: it would be reading aloud. */
const MAX_WORDS = 13;
const MIN_WORDS = 3;
/** Lines of the visitor's in which their trouble is looked for. */
const CASE_LINES = 14;

/** Theirs, and not a word to the twin or about the consultant. */
const OWN = /\b(i|i'm|i've|i'd|we|we're|we've|my|our|me|us|mine|ours|they|nobody|everybody|everyone|everything|it)\b/;
const TO_THE_TWIN = /\b(you|your|yours|yourself|u|please|thanks|thank|hello|tell me|let me)\b/;
/** Said back, these could be taken for a promise, an insult or a formula. */
const UNSAYABLE =
  /[<>{}[\]@:/`*_#|\\"]|\p{Extended_Pictographic}|\d{6,}|[€$£%]|\b(discounts?|free|prices?|guarantees?|(?:get|gets|give|gives|have|full|want) (?:\w+ ){0,2}refunds?|deals?|offers?|promises?|contracts?|agreed|fuck\w*|shit\w*|crap\w*|idiots?|stupid|bullshit|asshole|hate|kill|die|suicide|ai|bot)\b/u;
const SWAPS: Record<string, string> = {
  i: 'you',
  "i'm": 'you are',
  im: 'you are',
  "i've": 'you have',
  "i'd": 'you would',
  "i'll": 'you will',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  we: 'you',
  "we're": 'you are',
  "we've": 'you have',
  "we'd": 'you would',
  "we'll": 'you will',
  us: 'you',
  our: 'your',
  ours: 'yours',
  ourselves: 'yourselves',
  am: 'are',
};
/** Words that begin a sentence small when another stands before it. */
const SMALL_START =
  /^(you|your|yours|the|a|an|they|their|it|it's|its|this|that|these|those|every|everything|everyone|everybody|nobody|no|all|some|most|many|half|each|there|people|since|last|one|two|three|four|five|six|seven|eight|nine|ten|only|sometimes|often|always|nothing|another|when|if|he|his|both|any|too|more|now|work|things)\b/i;
const FILLERS =
  /^(?:(?:and|but|so|well|honestly|actually|basically|hey|hi|hello|hallo|yes|yeah|no|ok|okay|also|because|cause|then|look|like(?= (?:everything|everyone|i|we|my|our|nobody|it|they)\b)|first(?:ly)?|second(?:ly)?|third(?:ly)?|i mean|you know|i think|i guess|the thing is)\b[ ,:]*)+/i;
const FILLED_END =
  /[ ,]*\b(really|honestly|though|i think|i guess|you know|somehow|as well|too|lol|haha|basically|right|like)$/i;
/** Where one thought ends and the next begins, with a subject of its own. */
const CLAUSES =
  /(?:(?:,(?!\d)|[;–—])\s*|\s+-\s+)(?:(?:and|but|so|because|which means)\s+)?|\s+(?:and|but|because|so)\s+(?=(?:i|i'm|we|we're|my|our|she|he|they|nobody|everything|everybody|everyone|the|it|it's|he|no one|people|\w+ing)\b)/i;

/** Where the reason or the occasion of a long clause begins. */
const SUBORDINATE = /\s+(?:because|since|when|whenever|after|which|although)\s+/i;

/** Who they are, what they are willing to do, and what is half in another language: it sounds odd, said back. */
const NOT_TO_BE_SAID =
  /^[Yy]ou are (?:called )?\p{Lu}|^(?:[Nn]ow )?[Yy]ou are (?:about |around |now |over |almost )*[\p{L}\p{N}-]+(?: people| persons| employees| staff)?$|^(?:[Nn]ow )?[Yy]ou are (?:about |around |now |over |almost )*[\p{L}\p{N}.,-]+(?: [\p{L}-]+)? (?:people|persons|employees|staff|of us) (?:in|at|near|across|from|outside) .*$|^[Ii]t(?:'s| is) (?:about |around |roughly )?[€$£]?\d|^[Ii]t(?:'s| is) \p{Lu}|^(?:[Mm]aybe|[Pp]erhaps)\b|^[Tt]his is \p{Lu}|^(?:[Nn]eed|[Ww]ant|[Ll]ooking|[Ww]ould like)\b|^(?:[Tt]hat'?s|[Ii]t'?s) (?:fine|ok|okay|good)\b|[äöüß]/u;

const words = (text: string) => text.split(/\s+/).filter(Boolean);

const QUESTION_START = /^(?:what|whats|how|who|where|when|which|why|can|could|do|does|is|are|would|will|should)\b/;
const uncapitalised = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function turn(clause: string): string | null {
  const bare = clause
    .trim()
    .replace(FILLERS, '')
    .replace(/[.!…]+$/, '')
    .replace(FILLED_END, '')
    .trim();
  const count = words(bare).length;
  if (count < MIN_WORDS || count > MAX_WORDS) return null;
  const folded = fold(bare);
  // 'I say another' hangs on the half that is not said back.
  if (QUESTION_START.test(folded) || /\b(?:another|the other|neither|so)(?= (?:and|but|then)\b|$)/.test(folded))
    return null;
  const clipped = /^(?:tried|hired|bought|introduced) /.test(folded);
  if (!(clipped || OWN.test(folded)) || TO_THE_TWIN.test(folded) || UNSAYABLE.test(folded)) return null;
  const turned = `${clipped ? 'you ' : ''}${clipped ? uncapitalised(bare) : bare}`
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\bi was\b/gi, 'you were')
    .replace(/\bwas i\b/gi, 'were you')
    .replace(/\b[\p{L}']+/gu, (word) => SWAPS[word.toLowerCase()] ?? word)
    .replace(/\byou and you\b(?=\W*$)/g, 'you');
  if (NOT_TO_BE_SAID.test(turned)) return null;
  return SMALL_START.test(turned) ? turned.charAt(0).toLowerCase() + turned.slice(1) : turned;
}

/** The sentences of a line that state something. */
const statements = (line: string) =>
  (line.slice(0, 600).match(/[^.?!\n]+(?:[.](?=\w)[^.?!\n]+)*[.?!]*/g) ?? []).filter(
    (one) => !one.trim().endsWith('?'),
  );

/**
 * The part of a line that shows `sign`, or its last statement, turned to the second person; null when nothing of it can
 * be said back. A whole sentence when it is short, otherwise the clause.
 */
export function mirror(line: string, sign: RegExp | null): string | null {
  const all = statements(line);
  const sentence = sign ? all.find((one) => sign.test(fold(one))) : all.at(-1);
  if (!sentence) return null;
  const clauses = sentence.split(CLAUSES);
  const clause = sign ? clauses.find((one) => sign.test(fold(one))) : clauses.at(-1);
  const cut = clause && words(clause).length > MAX_WORDS ? clause.split(SUBORDINATE)[0] : clause;
  const told = clauses.length < 3 && words(sentence).length <= MAX_WORDS - 4 ? turn(sentence) : null;
  return (
    told ?? (cut ? turn(cut) : null) ?? (sign ? null : (clauses.map(turn).findLast((one) => one !== null) ?? null))
  );
}

/** The clause of a line that tells of a difficulty, as it was written, for the search; the line itself when there is none. */
export function troubleIn(line: string): string {
  const sentence = statements(line).find((one) => TROUBLE.test(fold(one)));
  return sentence?.split(CLAUSES).find((one) => TROUBLE.test(fold(one))) ?? sentence ?? line;
}

/** What the visitor is up against, in their words turned round, the latest first; null when they told of nothing. */
export function caseOf(lines: readonly string[]): string | null {
  for (const line of lines.slice(-CASE_LINES).reverse()) {
    const text = fold(line);
    const told = TROUBLE.test(text) && !TRIED.test(text) ? mirror(line, TROUBLE) : null;
    if (told && words(told).length > MIN_WORDS) return told;
  }
  return null;
}

/** What they tried, turned round. */
export const triedIn = (line: string): string | null => (TRIED.test(fold(line)) ? mirror(line, TRIED) : null);
