/**
 * Kinds of difficulty that come in endless words: each is known by who does what to whom, and put as people commonly put
 * it, so that the search finds what the notes have on it.
 */

const SOMEBODY = '(?:me|us|my (?:ok|okay|yes|approval|signature|door|office|desk|say|word|blessing|decision))';
const COMES_TO =
  '(?:rings?|ringing|calls?|calling|texts?|texting|phones?|phoning|messag(?:es?|ing)|e?mails?|asks?|asking|comes?|coming|runs?|running|turns?|looks?|knock(?:s|ing)?|bothers?|interrupt(?:s|ing)?|waits?|waiting|queues?|pings?|pinging|check(?:s|ing)? (?:in |everything )?with|lands?|landing|ends? up|falls? back|rel(?:y|ies|ying)|depends?|hang(?:s|ing)?|look(?:s|ing)? up)';

const SITUATIONS: [RegExp, string][] = [
  [
    new RegExp(
      `\\b(?!(?:can|could|will|would|please|may) (?:you|she|her))(?<!\\b(?:you|she|her|please|can|let|to) )${COMES_TO} (?:(?:up|back|always|constantly|only|all|to|for|on|at|with|into|about) ){0,3}${SOMEBODY}\\b|\\b(?:want|insist|like|prefer)\\w* (?:\\w+ ){0,2}(?:speak|talk|deal)\\w* (?:\\w+ )?(?:to|with) me\\b|\\b(?:forward|send|bring|pass|hand|show|leave)s? (?:me|us) (?:every|all|each|their)\\b|\\bonly i (?:can|know|may)\\b|\\bi(?:'m| am) the only (?:one|person)\\b|\\bnothing (?:moves|happens|leaves|goes) (?:\\w+ )?(?:without|until|unless) (?:me|i)\\b|\\bnothing works (?:when|if) i\\b|\\bwhen i(?:'m| am) (?:away|out|off|on holiday|ill|sick)\\b`,
    ),
    'everyone asks me everything',
  ],
  [
    /\bi (?:still |always |have to |must )?(?:sign|approve|check|decide|review)(?: off)?(?: on)? (?:every|all|each)\b/,
    'I approve everything',
  ],
  [
    /\b(?:phone|phones|inbox|emails?|messages?|questions) (?:\w+ )?(?:doesn'?t|does not|don'?t|never|won'?t) stops?\b|\b(?:get|getting|wake) up at (?:\d|three|four|five)\b|\b(?:\d{2}|twelve|fourteen|sixteen)[- ]hours? (?:a |per )?days?\b|\b(?:work|working|sit|there) (?:\w+ )?(?:nights?|weekends?|sundays?|evenings|till (?:late|mid\w+|\d+)|until (?:late|mid\w+|\d+))\b|\b(?:haven'?t|have not|never) (?:had|taken|have|take) (?:an? )?(?:\w+ )?(?:holiday|vacation|day off|break|weekend)\b|\b(?:seven|7) days a week\b|\bcan'?t switch off\b|\bmarried to (?:the|my) (?:company|job|work|business|shop)\b|\bat my (?:limit|wits' end)\b/,
    'I work too much',
  ],
  [
    /\b(?:different|conflicting|opposite|contradict\w*) (?:instructions?|orders?|answers?|messages?|directions?|things)\b|\bsays? one thing\b|\btwo bosses\b|\boverrul\w+\b|\bbehind (?:my|our|each other'?s) backs?\b/,
    'my business partner and I cannot agree on anything',
  ],
  [
    /\b(?:lazy|don'?t care|do not care|no initiative|passive|sit and wait|wait to be told|hide behind)\b|\b(?:do not|don'?t|doesn'?t|never|won'?t|nobody|afraid to|scared to|refuses? to|dares? to|not dare to?) (?:(?:ever|really|want to|wants to|dare|dares|to) )*(?:decides?|takes? (?:\w+ ){0,2}(?:decisions?|responsibility|ownership)|think for themselves)\b/,
    'nobody wants to take responsibility',
  ],
  [
    /\b(?:orders?|quotes?|invoices?|projects?|jobs?|deliver(?:y|ies)|products?|sites?) (?:\w+ ){0,3}(?:(?:are|is|be|being|get|gets|always|go|goes|out|run|runs) )+(?:\w+ )?(?:late|overdue|delayed|behind)\b|\b(?:ship|deliver|finish|launch|arrive|release)(?:s|ed)? (?:\w+ )?(?:too )?late\b|\bmiss(?:es|ed|ing)? (?:\w+ ){0,2}(?:deadlines?|delivery dates?)\b/,
    'projects are late',
  ],
  [
    /\b(?:nobody|no ?one|people|they|who|staff) (?:\w+ )?(?:knows?|know|tells?|sure) (?:\w+ )?who (?:\w+ )?(?:to (?:ask|listen to)|decides?|is responsible|owns?|does what|may|is in charge)\b|\bwho(?:'s| is) (?:in charge|responsible)\b/,
    'things fall through the cracks, everything is chaotic',
  ],
];

/** What a line tells of, as people commonly put it; nothing when it tells of no known kind of difficulty. */
export const situationsIn = (folded: string): string[] =>
  SITUATIONS.flatMap(([sign, common]) => (sign.test(folded) ? [common] : []));

const OURS = /\b(?:i|we|my|our|me|us)\b/;
/** Somebody does something again and again, or did it. */
const HAPPENS =
  /\b(?:always|every|each|again|still|keeps?|never|nobody|no ?one|constantly|whenever|when(?:ever)? (?:i|we|they|he|she)|until|instead|but|because|so)\b/;
/** What is only introduced, wished, praised, or said to the twin. */
const NO_TALE =
  /\b(?:you|your|she|her|thanks?|great|love|happy|glad|interested|curious|looking for|would like|i'd like|want to know|wonder(?:ing)?|price|proposal|call|meeting|appointment|budget|form|website|address)\b/;
const MIN_WORDS = 9;

/** Whether a line tells at some length how things go where they work: a situation, though no known word marks it. */
export function tellsOfWork(folded: string): boolean {
  return OURS.test(folded) && HAPPENS.test(folded) && !NO_TALE.test(folded) && folded.split(/\s+/).length >= MIN_WORDS;
}
