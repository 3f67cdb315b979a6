import { fold } from '../../../platform/text/words.ts';
import { addressesIn, isOthersAddress } from '../../understanding/index.ts';
import { type Place, placeIn, squash } from './find-words.ts';
import type { PlacedLine, VisitorWords } from './transcript.ts';

export type AddressDoubt = 'not in the visitor’s words' | 'told by the agent' | 'somebody else’s' | 'no address';

const ADDRESS = /^[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}$/u;
/** Spoken words for the punctuation of an address. */
const JOINTS =
  /\b(?:dot|point|period|punkt|punto|punt|underscore|dash|hyphen|minus|plus|at|arroba|arobase|apenstaartje)\b/giu;
const AT = /@|\b(?:at|arroba|arobase|apenstaartje)\b/iu;

/**
 * Finds a model's address in the visitor's own words, written or spoken; the newest occurrence. Addresses that the
 * embedded reader attributes to another person or considers outdated are not the visitor's, and neither are those that
 * the agent told.
 */
export function findOwnAddress(
  words: readonly VisitorWords[],
  shown: readonly PlacedLine[],
  given: string,
): { address: string; place: Place } | AddressDoubt {
  const address = given
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '');
  if (!ADDRESS.test(address)) return 'no address';
  let newest: Place | null = null;
  let first = Number.POSITIVE_INFINITY;
  for (const line of words.toReversed()) {
    const { text } = line.sanitized;
    const written = addressesIn(text).findLast((one) => one.address === address);
    if (!newest && written && isOthersAddress(text, written)) return 'somebody else’s';
    const place = written ? { line, from: written.from, to: written.to } : spokenAt(line, address);
    newest ??= place;
    if (place) first = line.seq;
  }
  if (!newest) return 'not in the visitor’s words';
  // The agent may repeat the visitor's address, but not say it first.
  const told = shown.some(
    ({ speaker, seq, text }) => speaker !== 'visitor' && seq < first && bare(text).includes(bare(address)),
  );
  return told ? 'told by the agent' : { address, place: newest };
}

/** Lower case without accents, punctuation or spaces. */
const bare = (text: string): string => fold(text).replace(/[^a-z0-9]/g, '');

/** Where a line spells out an address: its letters in a row, with the words for its punctuation between them. */
function spokenAt(line: VisitorWords, address: string): Place | null {
  const { text } = line.sanitized;
  const joints = [...text.matchAll(JOINTS)].map(({ index, 0: word }) => [index, index + word.length] as const);
  if (joints.length === 0 && !text.includes('@')) return null;
  let next = 0;
  const inJoint = (place: number): boolean => {
    while (next < joints.length && (joints[next]?.[1] ?? 0) <= place) next += 1;
    return place >= (joints[next]?.[0] ?? Number.POSITIVE_INFINITY);
  };
  const place = placeIn(line, squash(text, inJoint), squash(address).text, true);
  return place && AT.test(text.slice(place.from, place.to)) ? place : null;
}
