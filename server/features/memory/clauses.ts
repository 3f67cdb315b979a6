/** Which parts of a visitor's message are their own plain word about themselves. Pure, linear in the text. */
import { isManipulation } from './manipulation.ts';

/** A stretch of a sentence with one subject, as a person meant it: not quoted, supposed, reported or forged. */
export interface Clause {
  text: string;
  /** The sentence ends in a question mark. */
  asked: boolean;
}

/** Characters of a message that are read: whoever pastes a document tells of the document. */
const READ_MOST = 1_500;
const CLAUSES_MOST = 30;
const CLAUSE_MOST = 240;

/** A line of a transcript, of a protocol or of markup: not what this visitor says now. */
const FORGED =
  /^[ \t>*#-]*(?:(?:system|assistant|agent|visitor|user|human|twin|ai|bot|developer|admin|operator|function|tool)\s*(?:\([^)\n]{0,40}\))?\s*[:>\]|]|<[a-z|!/]|[[{]|```|---|===|data:|subject:|from:|to:)/im;
/** Somebody else's words within the message. */
const QUOTED = /“[^”]{12,}”|"[^"\n]{12,}"|«[^»]{12,}»|(?<=\s)'[^'\n]{20,}'(?=[\s.,!?]|$)/g;
const SENTENCE = /[^.!?\n;]+(?:\.(?=\S)[^.!?\n;]+)*[.!?\n;]*/g;
const BETWEEN =
  /\s*,?\s+(?:but|because|although|though|however|while|whereas)\s+|,?\s+(?:and|so)\s+(?=(?:i|we|my|our|please|every|everything|nobody)\b)|,\s+(?=(?:i|we|my|our|everything|nobody|if|when|please|don't|unless|as if|in case|he|she|they|who|which)\b)|\s+(?=if\b|as if\b|unless\b)|\s+[-–—]+\s+/i;
/** Sounds of somebody who thinks aloud. */
const HESITATIONS = /\b(?:u+m+|u+h+|erm?|hm+)\b[,.]? ?/gi;
/** What follows is supposed, played or wished, not so. */
const SUPPOSED =
  /\b(?:if|imagine|suppose|supposing|assum(?:e|ing)|pretend|hypothetical(?:ly)?|let's say|lets say|let us say|say that|what if|as if|as though|wish|for example|for instance|e\.g|in case|unless|in theory|role ?play|joking|just kidding|would (?:be|have)|could (?:be|have)|might (?:be|have))\b/i;
/** Somebody else is speaking, or is said to. */
const REPORTED =
  /\b(?:he|she|they|it|who|friends?|boss|wife|husband|partner|brother|sister|colleague|client|customer|neighbou?r|somebody|someone|people|everybody|everyone)(?:'s|'d)? (?:\w+ ){0,2}?(?:say|says|said|tell|tells|told|think|thinks|thought|claim|claims|claimed|wrote|writes|asks?|asked|believes?|goes|went|was like|is like)\b|\b(?:quote|as the saying goes|according to)\b/i;
const JOKED =
  /\b(?:not true|just kidding|kidding|joking|jk|lol jk|sarcasm|(?:play|playing) a game|let's play)\b|\/s\b/i;

/** The clauses of a visitor's message that may be remembered; none of a message that tries to steer the twin. */
export function ownClauses(message: string): Clause[] {
  const read = message.slice(0, READ_MOST).toWellFormed();
  const forged = FORGED.exec(read);
  // What stands before a pasted transcript is the visitor's; what follows its first line may be anybody's.
  const own = (forged ? read.slice(0, forged.index) : read)
    .replace(/[\u2018\u2019]/g, "'")
    .replace(HESITATIONS, '')
    .replace(QUOTED, ' … ');
  if (own.trim() === '' || isManipulation(read) || JOKED.test(own)) return [];
  const clauses: Clause[] = [];
  for (const [sentence] of own.matchAll(SENTENCE)) {
    let before = '';
    for (const part of sentence.replace(/[.!?\n;\s]+$/, '').split(BETWEEN)) {
      // 'She said, I run it': the rest of the sentence is hers. 'If we were 40': all that hangs on it.
      if (SUPPOSED.test(part) || REPORTED.test(part) || REPORTED.test(before)) break;
      before = part;
      const text = part.trim();
      if (text.length > 1 && text.length <= CLAUSE_MOST) clauses.push({ text, asked: /\?/.test(sentence.slice(-4)) });
      if (clauses.length === CLAUSES_MOST) return clauses;
    }
  }
  return clauses;
}
