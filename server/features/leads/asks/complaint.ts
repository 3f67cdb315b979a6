/** Whether somebody complains of what the consultant did or did not do, or asks for a person. Pure. */
import { DIALOGUE_GATE } from './gate.ts';

/** What is complained of is the visitor's own business with the consultant, not what their customers say or they suffer. */
const OTHERS_COMPLAIN =
  /\b(?:customers?|clients?|patients|guests|tenants|members|parents|buyers|users|students|residents|employees|staff|team|people|they)\b[^.!?]{0,40}\b(?:sa(?:y|id|ying)|complain\w*|tell|told|writ\w+|want\w*|ask\w*|demand\w*|leav\w+|left|get|request\w*)\b|\b(?:our|their) refunds?\b|\b(?:our|my|their) complaints\b|\bcomplaints? (?:from|by|of|about our|department|team|process|handling)\b/i;
/** A supposition or a question about the rules is no complaint. */
const SUPPOSED = /\bif\b|\bwhat happens when\b|\bpolicy\b|\bguarantee\b|\bdo you (?:give|offer|do)\b|\bwhether\b/i;

const SELF = "\\b(?:i|we)(?:'m|'ve|'d| am| are| have| had| would)?(?: (?:really|just|still|also|now|only))*";
const NOBODY = '\\b(?:nobody|no[- ]?one|not one of you|none of you|you|she|theconsultant|he|they)';
const TOOK_UP =
  '(?:call(?:ed)?|r[aiu]ng|phoned?|repl(?:y|ied)|respond(?:ed)?|contact(?:ed)?|(?:got|gotten|get|came|come|comes|gets) back|turn(?:ed)? up|show(?:ed|n)? up|showed|wrote back|written back|write back|bothered|answer(?:ed)?(?: (?:me|us|my|our) ?\\w*)?)';
const TO_ME =
  '(?:(?: me| us)(?! names)| to (?:me|us|my \\w+|our \\w+)| my (?:e-?mails?|calls?|messages?)| back)*(?=\\s*(?:[.,!?;:)]|$)|\\s(?:yet|since|about|after|for|in|and|so|on|at|either|though|despite|as|when|all|today|yesterday|last|this|ever|again)\\b)';

const COMPLAINTS: readonly RegExp[] = [
  // Nobody called back.
  new RegExp(
    `\\b(?:nobody|no[- ]?one|not one of you|none of you)(?:'s| has| have| had| ever| even| bothered to)* ${TOOK_UP}${TO_ME}`,
    'i',
  ),
  new RegExp(
    `${NOBODY}(?:'ve|'s|'d)?(?: have| has| had| did| do| does)?(?:n't| not| never)(?: (?:even|ever|yet|once))* ${TOOK_UP}${TO_ME}`,
    'i',
  ),
  // It never came.
  /\b(?:i|we)(?:'ve| have)?\b[^.!?]{0,40}\bnever (?:got|received|had|heard) (?:an?|any|the|my) (?:call|answer|reply|response|refund)\b(?! from (?!you|theconsultant|her))/i,
  // What was promised did not come.
  /\b(?:you|she|he|theconsultant|they|somebody|someone) (?:had |has |have )?(?:promised|said|told (?:me|us)|agreed|was (?:going|supposed|meant) to|were (?:going|supposed|meant) to)\b[^.!?]{0,80}\b(?:but|and|yet|still|then)\b[^.!?]{0,30}\b(?:never|nothing|did(?:n't| not)|has(?:n't| not)|have(?:n't| not)|not (?:a word|heard|come|arrived))\b/i,
  /\b(?:i|we) (?:was|were) (?:promised|told) (?:a|an|the|that|i|we|she|you|somebody)\b[^.!?]{0,80}\b(?:but|and|yet|still|never|nothing|yesterday|last|ago)\b/i,
  // Still waiting.
  new RegExp(
    `${SELF} (?:still )?(?:been )?waiting (?:(?:for )?(?:weeks|days|months|ages|forever|\\w+ (?:days|weeks|months))|since)\\b`,
    'i',
  ),
  new RegExp(
    `${SELF} (?:still )(?:been )?waiting (?:for|on) (?:an?|the|my|our|your|her|his|that|any|some)? ?(?:\\w+ )?(?:call|reply|answer|response|refund|money|invoice|report|notes|document|proposal|callback|word|page|book|one|version|copy|you|theconsultant|her|somebody|someone)\\b`,
    'i',
  ),
  // Money back.
  new RegExp(
    `${SELF} (?:like|want|need|demand|expect|insist on|request\\w*|ask\\w* for|claim|waiting for|owed|entitled to)\\b[^.!?]{0,20}\\b(?:refund(?:ed)?|money back|reimburse\\w*|compensation)\\b`,
    'i',
  ),
  /\b(?:give|pay|send) (?:me|us) (?:back )?(?:my|our|the) money\b|\b(?:my|our) money back\b|\brefund (?:me|us|my (?:money|payment|deposit)|our (?:money|payment|deposit))\b|\bwhere(?:'s| is) (?:my|our) (?:refund|money)\b|^\W*(?:a )?(?:full )?refund,? (?:now|please)\b/i,
  /\b(?:charged|billed|invoiced) (?:me|us) (?:twice|double|too much|the wrong|for (?:something|a \w+ (?:i|we) (?:never|did)))\b|\b(?:i|we)(?:'ve| have)? (?:was|were|been|got) (?:charged|billed|invoiced) (?:twice|double|too much|the wrong|for (?:something|a \w+ (?:i|we) (?:never|did)))\b|\bdouble[- ](?:charged|billed)\b/i,
  // In so many words.
  /\b(?:i|we)(?:'d| would| want| wish| have| need|'m| am| are|'re| will|'ll)+ ?(?:like |going )?(?:to )?(?:(?:make|file|lodge|raise|register|submit) )?(?:a |an |my |this )?(?:formal |official |serious )?(?:complain|complaint)\b(?! (?:handling|system|process|desk|department|tool))/i,
  /\bthis is (?:a |my )?(?:formal |official |second |third )?complaint\b|\b(?:file|filing|lodge|lodging) a (?:formal )?complaint\b/i,
  /\b(?:very|so|really|extremely|deeply|bitterly|quite|not|far from) (?:disappointed|unhappy|dissatisfied|angry|upset|annoyed|furious|happy|satisfied|pleased|impressed) (?:with|by|at|about|in) (?:you\b|your\b|theconsultant\b|her\b|(?:the|this|that|last \w+'?s?) (?:service|workshop|report|walkthrough|rehearsal|session|call|result|work|outcome|notes|keynote|hour|sprint|delivery|invoice))/i,
  /\b(?:disappointed|unhappy|dissatisfied|furious|fed up) (?:with|by|at|about|in) (?:you\b|your\b|theconsultant\b|(?:the|this) (?:service|workshop|report|walkthrough|rehearsal|session|result|outcome|keynote|sprint|delivery|invoice))/i,
  /\b(?:second|third|fourth|fifth|sixth|tenth|2nd|3rd|4th|5th|umpteenth) time (?:that )?(?:i|we)(?:'m|'ve|'re| am| are| have| had to| need to)? ?(?:now )?(?:been )?(?:writ|ask|call|tr[yi]|contact|chas|explain|email|remind)/i,
  /\b(?:your|this|her|theconsultant's) (?:service|work|company|behaviou?r|attitude|invoice|report|reply|answer|treatment)\b[^.!?]{0,20}\b(?:is|was) (?:\w+ )?(?:unacceptable|outrageous|a disgrace|disgraceful|appalling|terrible|awful|shameful|not acceptable|a joke|useless|rubbish)\b/i,
  /\b(?:i|we)(?:'ve| have)? paid (?:you|theconsultant|her)\b[^.!?]{0,60}\b(?:nothing|never|did(?:n't| not)|still|no \w+|not)\b/i,
];

const FOR_HUMAN =
  "\\b(?:let (?:me|us)|can (?:i|we)|could (?:i|we)|may i|(?:i|we) (?:want|need|wish|demand|prefer|insist)(?: on)?|(?:i|we)(?:'d| would) (?:like|prefer|rather)|i'll|give (?:me|us)|get (?:me|us)|connect (?:me|us)|put (?:me|us) (?:through|on)|transfer (?:me|us)|pass (?:me|us)|is there|please)";
const HUMAN =
  '(?:(?:real|actual|live|proper|human) )*(?:human(?: being)?|person|people|representative|supervisor|manager|agent|somebody real|someone real|someone human)';
const ASKS_FOR_PERSON: readonly RegExp[] = [
  new RegExp(
    `${FOR_HUMAN}\\b[^.!?]{0,12}\\b(?:(?:talk|talking|speak|speaking|chat|chatting|connected|deal) ?(?:to|with) )(?:an? |the |some |your |to )*${HUMAN}\\b(?! (?:who|in charge|responsible|at (?:our|my)|on (?:our|my)))`,
    'i',
  ),
  new RegExp(
    `${FOR_HUMAN} (?:to |with )?(?:an? )(?:(?:real|actual|live) )*(?:human(?: being)?|real person|actual person)\\b`,
    'i',
  ),
  /^\W*(?:(?:real|actual|live) )?(?:human|person|agent|representative)(?:,? (?:please|now))?\W*$/i,
  /\b(?:do(?:n't| not)|won't|refuse to|not going to|tired of|sick of) (?:want to |like to )?(?:talk|talking|speak|speaking|deal|dealing|chat|chatting) (?:to|with) (?:an? |this |some )?(?:bot|robot|machine|computer|ai|chat ?bot)\b/i,
  /\bwant (?:an? )?(?:human|real person)\b|\bsomebody (?:human|real) (?:please|to)\b/i,
];

/** What a clause is, beside what it asks about. */
export type Grievance = 'complaint' | 'person';

/** Without one of these no clause complains. */
const GATE =
  /refund|money|complain|waiting|nobody|no[- ]?one|none of you|never|n't|not |promised|told|said|supposed|disappoint|unhapp|dissatisf|angry|furious|upset|annoyed|fed up|happy|satisf|pleased|impressed|time |charged|billed|invoiced|service|invoice|report|work|paid|reimburs|compensat|human|person|people|agent|representative|manager|supervisor|bot|machine|computer|\bai\b|behavio|attitude/i;

/** Whether a sentence complains, or asks for a person; null when it does neither. */
export function grievanceIn(sentence: string): Grievance | null {
  if (!GATE.test(sentence) || DIALOGUE_GATE.test(sentence) || SUPPOSED.test(sentence)) return null;
  if (!OTHERS_COMPLAIN.test(sentence) && COMPLAINTS.some((pattern) => pattern.test(sentence))) return 'complaint';
  return ASKS_FOR_PERSON.some((pattern) => pattern.test(sentence)) ? 'person' : null;
}
