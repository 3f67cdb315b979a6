import { fold, stem } from '../../../platform/text/words.ts';
import type { Slot } from '../reading/asked.ts';
import type { Clause } from '../reading/clauses.ts';
import { mayRepeat } from '../reading/repeats.ts';
import type { Reading } from '../reading/stance.ts';
import { MILD, OTHER, STRONG } from './pain-signs.ts';

const SEPARATORS =
  /,\s+|;\s+|\s+(?:and|so|because|cause|but|while|which means|meaning)\s+(?=(?:the|my|our|we|i|i'm|he|she|they|it|every|each|all|nobody|no one|everything|everyone|people|customers|staff|crews?|patients|nothing|one|now|there)\b)|:\s+/gi;
const LEADING =
  /^(?:[\s"'(\u2014\u2013-]|(?:and|so|but|because|cause|well|yes|yeah|no|ok|okay|right|now|then|also|uh|um|er|em|like|you know|i mean|honestly|actually|basically|exactly|look|anyway|it'?s that|that|which|since|as|for context|the problem is(?: that)?|the issue is(?: that)?|we (?:are|'re) having issues? with|i just|just|plus|meanwhile|here|today|at the moment|currently|obviously|hi|hello|hey|oh|ah|ja|aye)\b[,:]?\s)+/i;
const FILLING = /\b(?:uh|um|erm|er|em|eh|euh|you know|i mean|kinda|sort of)\b,?\s/gi;
const REPEATED = /\b(\p{L}+(?: \p{L}+)?)(?:,? \1\b)+/giu;
/**
 * Somebody introduces themselves or greets: what follows begins anew, in speech without a mark. Letters of every script
 * are letters here: what were passed over as signs, a name could begin behind each of them.
 */
const INTRODUCES =
  /^[^\p{L}\p{N}_]*(?:(?:hi|hello|hey|yes|yeah|and|so|but|okay|good (?:morning|afternoon|evening|day)|well|um|uh)\b[^\p{L}\p{N}_]*){0,4}(?:this is|i'?m|i am|it'?s|my name|name'?s|\p{L}+ (?:\p{L}+ )?(?:here|speaking|calling)|calling from|we'?re|we are|i run|i work)\b/iu;
/** Where a sentence begins in which somebody tells what goes on. */
const TELLS =
  / (?:(?:and|so|because|but|well) )?(?=(?:we(?:'ve| have|'re| are)?|our|every|each|all (?:of )?(?:our|my|the)|nobody|no one|everything|everyone|everybody|none of|half (?:of )?(?:our|my|the)|people|customers|clients|patients|orders|decisions|quotes|i (?:keep|can'?t|cannot|have to|must|get|spend|still|lose|approve|sign|decide|answer)|my (?!name)(?:team|staff|people|phone|inbox|managers?|drivers?|guys|crew|desk|days?))\b)/giu;
/** A word after which the sentence goes on. */
const GOES_ON =
  /\b(?:of|in|at|from|for|with|to|by|on|and|or|the|an?|is|are|that|which|who|where|when|if|because|until|till|before|after|as|than|what|how|why|says?|said|think|told|because|like|not|whether|i|we)$/i;
/** Figures said one by one are a telephone number. */
const DIALLED =
  /(?:\b(?:oh|zero|one|two|three|four|five|six|seven|eight|nine|double|\d)\s+){5}|^(?:(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|\d+(?!\d))\b\W*)+$/i;

/** Where what is told begins, behind an introduction: 'this is anna from the clinic | we keep losing patients'. */
function introductionEnd(text: string): number {
  if (!INTRODUCES.test(text)) return 0;
  for (const match of text.matchAll(TELLS)) {
    const before = text.slice(0, match.index);
    if (before.trim().split(/\s+/).length >= 3 && !GOES_ON.test(before)) return match.index + match[0].length;
  }
  return 0;
}

/** Words that a phrase has at most. */
const WORDS_MOST = 14;

/** A phrase that reads well alone: fillers, repeated words and what leads to it are left out. */
export function readable(phrase: string): string {
  const said = phrase
    .replace(LEADING, '')
    .replace(FILLING, '')
    .replace(/[\s.!?;:,"'\u2014\u2013)-]+$/u, '');
  const words = (mayRepeat(said) ? said.replace(REPEATED, '$1') : said).split(/\s+/);
  return words.slice(0, WORDS_MOST).join(' ').trim();
}

/** A part of a clause that may tell of what hurts. */
interface Piece {
  from: number;
  to: number;
  text: string;
  /** The phrase as it would be told. */
  value: string;
  features: string[];
}

/** The parts of a line that could be told as phrases, with what speaks for and against each. */
export function piecesOf(clauses: readonly Clause[], readings: readonly Reading[], asked: ReadonlySet<Slot>): Piece[] {
  const pieces: Piece[] = [];
  for (const [at, clause] of clauses.entries()) {
    const reading = readings[at];
    if (!reading || reading.hypothetical || reading.sarcastic) continue;
    let start = introductionEnd(clause.text);
    const ends = [...clause.text.matchAll(SEPARATORS)].map(
      (match) => [match.index, match.index + match[0].length] as const,
    );
    for (const [end, next] of [...ends, [clause.text.length, clause.text.length] as const]) {
      if (end <= start) continue;
      const text = clause.text.slice(start, end);
      const value = readable(text);
      if (value.split(' ').length >= 3 && !text.includes('@') && !DIALLED.test(value)) {
        const from = clause.from + start + Math.max(0, text.search(/\S/));
        pieces.push({
          from,
          to: clause.from + start + text.trimEnd().length,
          text,
          value,
          features: featuresOf(text, clause, reading, asked),
        });
      }
      start = next;
    }
  }
  return pieces;
}

function featuresOf(text: string, clause: Clause, reading: Reading, asked: ReadonlySet<Slot>): string[] {
  const features = ['all'];
  for (const [at, pattern] of STRONG.entries()) if (pattern.test(text, clause.openings)) features.push(`s${at}`);
  for (const [at, pattern] of MILD.entries()) if (pattern.test(text, clause.openings)) features.push(`m${at}`);
  if (text.includes('@') || OTHER.test(text, clause.openings)) features.push('other');
  if (clause.asks) features.push('asks');
  if (reading.third) features.push('third');
  if (reading.past) features.push('past');
  for (const slot of asked) features.push(`a:${slot}`);
  const words = fold(text).match(/[\p{L}']+|\d+/gu) ?? [];
  features.push(words.length < 5 ? 'n:few' : words.length < 9 ? 'n:some' : words.length < 16 ? 'n:many' : 'n:most');
  for (const word of new Set(words.map((one) => (/^\d/.test(one) ? '#' : stem(one))))) features.push(`w:${word}`);
  if (/^\s*(?:i|i'm|i've)\b/i.test(text)) features.push('from-me');
  if (/^\s*(?:we|our)\b/i.test(text)) features.push('from-us');
  if (/^\s*(?:the|every|all|each|nobody|my)\b/i.test(text)) features.push('from-it');
  return features;
}
