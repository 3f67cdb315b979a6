import type { Slot } from '../reading/asked.ts';
import type { Clause } from '../reading/clauses.ts';
import type { Reading } from '../reading/stance.ts';
import type { Found } from './found.ts';

/** What hurts in so many words, by how plainly it says so. */
const STRONG: readonly RegExp[] = [
  /\b(?:wait(?:s|ing|ed)?|hangs?|sits?|stuck|stop(?:s|ped)?|stall(?:s|ed)?|queu(?:e|es|ing)) (?:\w+ ){0,3}(?:for|on|with|at|until|till|because|when|to|behind)\b|\bwait(?:s|ing)? (?:\w+ ){0,2}(?:\d+|two|three|four|five|six|seven|eight|nine|ten|days?|weeks?|months?|hours?)\b/iu,
  /\b(?:lands?|landing|ends? up|comes?|goes|go|runs?|escalates?|returns?|flows?|crawled|arrives?|bounces?) (?:\w+ ){0,3}(?:on|to|through|via|over|with|back to|across) (?:me|my|one|a single|the (?:founder|boss|owner|chair\w*|director|ceo|md|head office|alderman|board|doctor|mother|father)|head office|him|her|us)\b/iu,
  /\b(?:nobody|no one|no-one|none of (?:them|us)|nothing|neither of (?:us|them))\b (?:\w+ ){0,3}(?:knows?|dares?|decides?|can|could|may|will|would|moves?|happens?|gets?|does|do|answers?|reads?|opens?|opened|signs?|touch\w*|allow\w*|owns?|takes?|wants?|has|is|works?|leaves?|comes?|acts?|understands?|buys?|else|there)\b/iu,
  /\b(?:only|just) (?:i|me|he|she|one (?:man|woman|person|doctor|surgeon|of us|desk)|my (?:father|mother|boss)|the (?:founder|owner|director|boss))\b/iu,
  /\b(?:every|each|all|any|everything|everyone|everybody)\b.{0,60}\b(?:needs?|waits?|comes?|goes|go|lands?|asks?|calls?|phones?|rings?|has to|have to|must|before|without|through|by me|to me|my|stops?|late|depends?|decides?)\b/iu,
  /\b(?:approv(?:e|es|ing)|sign(?:s|ing)?|decides?|answer(?:s|ing)?|check(?:s|ing)?|copied on|cc'?d on|cc) (?:off )?(?:me |him |her )?(?:on )?(?:each|every|everything|all)\b|\bcan'?t (?:\w+ ){1,8}without\b|\bwon'?t (?:\w+ ){1,8}without\b|\b(?:ask(?:s|ing)?|beg) (?:for )?(?:me |us |permission|my|about|him|her|before)\b/iu,
  /\b(?:bottleneck|drowning|overwhelmed|swamped|exhausted|burn(?:ed|t)?[- ]?out|breaking point|collapsed|signed off .{0,12}stress|insomnia|firefighting|chaos|mess|disaster|shameful|nightmare|backlog|bleeding|in tears|cries|crying)\b/iu,
  /\b(?:pil(?:e|es|ed|ing) up|overdue|late|delayed|delays?|too slow|takes? (?:us |me |him |her |them )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|weeks|days|months|forever|ages)|slips?|slipped|rework|retyp\w+|twice|by hand|with a pencil|at night|at 2 ?am)\b/iu,
  /\b(?:los(?:e|es|ing|t)|miss(?:ed|ing|es)?|quit|quits|resign\w*|handed in|left us|walked out|walk out|spoil\w*|penalt\w+|complain\w*|complaints?|shout(?:s|ing)?|cancel(?:s|led|ed)|abandon\w*|angry|swearing|fight(?:s|ing)?|argu\w+|quarrel\w*|veto\w*|undo\w*|forgets?|bypass\w*|negotiat\w+|ignor\w+)\b/iu,
  /\b(?:afraid|scared|dares?|fears?|refus(?:e|es|ed)|won'?t let|will not let|doesn'?t let|doesn'?t trust|do not trust|don'?t trust|no idea|never (?:writes?|told|tells?|gets?|comes?|reads?|answers?)|can'?t let go|cannot let go)\b/iu,
  /\b(?:does(?:n'?t| not) (?:work|open|load|send|come|arrive|start|log)|do(?:n'?t| not) (?:work|open|load|send)|not working|broken|error|404|expired|wrong (?:vat|invoice|date|name|address|place|amount|one|leipzig)|keeps? (?:\w+ )?(?:coming|forgetting|asking|ringing|calling|phoning|failing|crashing|\w+ing)|no (?:link|notes|answer|reply|summary)|never (?:arrived|came|got)|still (?:got|no|waiting)|old vat|\d (?:invoices|times) for|charged)\b/iu,
  /\b(?:phone (?:is )?(?:\w+ )?ring\w*|rang me|rings? me|call(?:s|ed|ing)? me (?:at|about|for|every)|phones? (?:me|the|one|him|her)|on the phone|wak(?:e|es|en|ing) (?:me|up)|woken)\b/iu,
];
const MILD: readonly RegExp[] = [
  /\b(?:problem|trouble|issue|struggl\w+|pain|difficult\w*|hard|worr\w+|stress\w*|tired|frustrat\w+|ridiculous|annoy\w+|unfortunate|stupid)\b/iu,
  /\b(?:can'?t|cannot|couldn'?t|unable|won'?t|don'?t|doesn'?t|not allowed|isn'?t|no)\b/iu,
  /\b(?:too (?:many|much|long|slow|late|few)|instead of|without (?:me|him|her|asking|my)|myself|alone|still|everyone|whole day|signatures?|approvals?)\b/iu,
  /\b\d[\d,.]* (?:emails?|mails?|messages|unread|days|weeks|hours|signatures|orders|unsigned)\b/iu,
];
/** Words of a wish, a greeting or an arrangement: no pain, whatever else stands there. */
const OTHER =
  /@|\b(?:thank|thanks|cheers|please|my name|could (?:you|she)|can (?:you|she|we|i)|would (?:you|she|like|love)|how much|what (?:is|are|does|do) |price|budget|invoice to|send (?:me|it|us)|write to|call me|ring me|book me|looking forward|hello|good (?:morning|evening)|i'd like|we'd like|i want to (?:buy|book|see)|no (?:hurry|rush|budget|need|money|fee)|let me|come back|not yet|use (?:that|this)|the address|my (?:e-?mail|address|mail)|don'?t (?:write|call|use|mail)|not (?:sure|looking|interested|selling)|i don'?t know|ha(?:ha)?|lol|just (?:looking|browsing|reading)|if she|if it|reach me|i sign|signed it off|approved|set aside|put aside)\b/iu;
const SEPARATORS =
  /,\s+|;\s+|\s+(?:and|so|because|cause|but|while|which means|meaning)\s+(?=(?:the|my|our|we|i|i'm|he|she|they|it|every|each|all|nobody|no one|everything|everyone|people|customers|staff|crews?|patients|nothing|one|now|there)\b)|:\s+/giu;
const LEADING =
  /^(?:[\s"'(\u2014\u2013-]|(?:and|so|but|because|cause|well|yes|yeah|no|ok|okay|right|now|then|also|uh|um|er|em|like|you know|i mean|honestly|actually|basically|exactly|look|anyway|it'?s that|that|which|since|as|for context|the problem is(?: that)?|the issue is(?: that)?|we (?:are|'re) having issue with|i just|just|plus|meanwhile|here|today|at the moment|currently|obviously|hi|hello|hey|oh|ah|ja|aye)\b[,:]?\s)+/iu;
const FILLING = /\b(?:uh|um|erm|er|em|eh|euh|you know|i mean|kinda|sort of|like)\b,?\s/giu;
/** A phrase is short: words it has at least and at most. */
const WORDS_LEAST = 3;
const WORDS_MOST = 16;
/** Phrases taken from one line. */
const LINE_MOST = 2;

/** A phrase that reads well alone: fillers, repeated words and what leads to it are left out. */
export function readable(phrase: string): string {
  const words = phrase
    .replace(LEADING, '')
    .replace(FILLING, '')
    .replace(/[\s.!?;:,"'\u2014\u2013)-]+$/u, '')
    .replace(/\b(\p{L}+(?: \p{L}+)?)(?:,? \1\b)+/giu, '$1')
    .split(/\s+/);
  return words.slice(0, WORDS_MOST).join(' ').trim();
}

interface Piece {
  from: number;
  to: number;
  text: string;
}

function piecesOf(clause: Clause): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of clause.text.matchAll(SEPARATORS)) {
    pieces.push({
      from: clause.from + from,
      to: clause.from + match.index,
      text: clause.text.slice(from, match.index),
    });
    from = match.index + match[0].length;
  }
  pieces.push({ from: clause.from + from, to: clause.to, text: clause.text.slice(from) });
  return pieces;
}

/** Phrases for what hurts in a line, in their order. */
export function painsIn(clauses: readonly Clause[], readings: readonly Reading[], asked: ReadonlySet<Slot>): Found[] {
  const found: Found[] = [];
  for (const [at, clause] of clauses.entries()) {
    const reading = readings[at];
    if (!reading || reading.hypothetical || reading.sarcastic) continue;
    for (const piece of piecesOf(clause)) {
      const value = readable(piece.text);
      const count = value.split(' ').length;
      if (count < WORDS_LEAST || OTHER.test(piece.text)) continue;
      let score = STRONG.reduce((sum, pattern) => sum + (pattern.test(piece.text) ? 1.6 : 0), 0);
      score += Math.min(
        1.2,
        MILD.reduce((sum, pattern) => sum + (pattern.test(piece.text) ? 0.6 : 0), 0),
      );
      if (asked.has('trouble')) score += 0.5;
      if (/\b(?:we|our|us|my|me|i|i'm|customers?|staff|patients?|clients?|people)\b/iu.test(piece.text)) score += 0.3;
      if (clause.asks) score -= 1.4;
      if (reading.third) score -= 0.8;
      const from = piece.from + Math.max(0, piece.text.search(/\S/));
      const to = piece.from + piece.text.trimEnd().length;
      if (score >= 1.9 && to > from) found.push({ value, from, to, strength: score });
    }
  }
  const best = new Set([...found].sort((one, other) => other.strength - one.strength).slice(0, LINE_MOST));
  return found.filter((one) => best.has(one));
}
