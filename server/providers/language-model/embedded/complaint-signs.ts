/**
 * By which words a client shows that something went wrong between them and the consultant. They run over folded text in which
 * the consultant is 'her'.
 */

const GOODS =
  '(?:summary|report|answer|reply|repl(?:y|ies)|response|invoice|link|recording|notes|refund|slides|call(?: ?back)?|proposal|money|workshop|session|certificate)';
const NOT_DONE =
  "(?:still|never|nothing|not (?:got|received|had|seen|heard)|no (?:summary|report|answer|reply|invoice|link|recording|notes|one|word|sign)|nobody|did(?:n'?t| not)|has(?:n'?t| not)|haven'?t|have not|was(?:n'?t| not))";
const SILENT =
  "(?:nobody|no one|no-one|(?:she|you|they|her) (?:never|did(?:n'?t| not)|has(?:n'?t| not)|have(?:n'?t| not)|ha(?:s|ve) never))";

/** Something that was bought, promised or asked for did not come. */
const UNDONE = new RegExp(
  [
    String.raw`\b${SILENT} (?:\w+ )?(?:answers?|answered|repl(?:y|ies|ied)|responds?|responded|call(?:s|ed)?|r[ai]ng|phoned|wrote|writes?|written|gets?|got|came) (?:back )?(?:to )?(?:(?:me|us)\b(?! (?:an?|the|names) )|(?:my|our) (?:e-?mails?|mails?|calls?|messages?|letters?)\b)`,
    String.raw`\b(?:nobody|no one|no-one) (?:\w+ )?(?:called|phoned|wrote|answered|replied) back\b`,
    String.raw`\b(?:second|third|fourth|fifth) time (?:that )?(?:i|we)(?:'ve|'m|'re| have| am| are)? (?:ask|asked|asking|write|writing|wrote|written|call|called|calling)\b`,
    String.raw`\b(?:i|we)(?:'ve| have)? (?:already )?(?:paid|booked|ordered|bought) [^?!]{0,60}\b${NOT_DONE}\b`,
    String.raw`\b(?:i|we)(?:'ve| have)? (?:wrote|written|e-?mailed|mailed|called|phoned) [^.?!]{0,40}\b(?:twice|(?:two|three|four|five|several|many|\d+) times)\b`,
    String.raw`\b(?:i|we)(?:'ve| have)? (?:still )?(?:heard|received|got) (?:nothing|no (?:answer|reply|response))\b`,
    String.raw`\b(?:i|we)(?:'ve| have)? (?:already )?paid\b[^.?!]{0,40}\b(?:for nothing|twice|too much)\b`,
    String.raw`\b(?:i|we) (?:was|were) (?:charged|billed|invoiced) (?:twice|double|too much)\b`,
    String.raw`\b(?:i|we)(?:'ve| have)?\b[^.?!]{0,40}\bnever (?:got|received|had|heard) (?:an?|any|the|my) (?:call|answer|reply|response|refund)\b(?! from (?!you|her))`,
    String.raw`\bstill (?:waiting|have no|have not|haven't|no)\b[^.?!]{0,40}\b${GOODS}\b`,
    String.raw`\b(?:i|we)(?:'m|'re|'ve| am| are| have)?(?: been| still)* wait(?:ing|ed)\b[^.?!]{0,50}\b(?:promised|refund|from (?:you|her)|your (?:answer|reply|call))\b`,
    String.raw`\b(?:you|she|her) (?:had |have |has )?promised (?:me|us|an?|the|that|to)\b`,
    String.raw`\b(?:you|she|her) said (?:that )?(?:you|she|her)(?:'d| would)\b[^.?!]{0,40}\b(?:but|and)\b[^.?!]{0,20}\b(?:nothing|never|did(?:n'?t| not))\b`,
    String.raw`\b(?:i|we)(?:'m|'re|'ve| am| are| have)(?: been| still)* waiting (?:for )?(?:weeks|months|days|ages|\w+ (?:weeks|months|days))(?=\W*$|\W* (?:now|already)\b)`,
    String.raw`\b(?:make|file|lodge|raise|register) (?:an? |my |this )?(?:formal |official )?complaint\b|\b(?:want|like|wish|have) to complain\b`,
    String.raw`\b(?:disappointed|unhappy|dissatisfied|furious|not (?:\w+ )?(?:happy|satisfied|pleased)) (?:with|by|about|at) (?:you\b|your\b|(?:the|this) (?:workshop|report|session|service|walkthrough|rehearsal|call|invoice|notes|keynote|sprint|result|outcome)\b)`,
    String.raw`\byour (?:service|work|company|behaviou?r|attitude|invoice|report|reply|answer) (?:is|was) (?:\w+ )?(?:unacceptable|outrageous|disgraceful|appalling|not acceptable)\b`,
    String.raw`\b(?:i|we) (?:was|were) (?:promised|told (?:that )?(?:i|we|she|her|somebody|someone) would)\b`,
    String.raw`\b(?:my|our|your|the) invoice\b[^.?!]{0,40}\b(?:wrong|incorrect|missing|not right|never|too high|twice)\b`,
    String.raw`\b(?:your|the) (?:link|recording|invoice|download) (?:\w+ ){0,4}(?:does(?:n'?t| not) (?:work|open)|is (?:wrong|broken|missing)|never came)\b`,
    String.raw`\b(?:ripped (?:me|us) off|you (?:stole|took|kept) (?:my|our) money|charged (?:me|us) (?:twice|double|too much))\b`,
  ].join('|'),
);

/** They wrote or called before, in vain. */
const TRIED_BEFORE =
  /\b(?:i|we)(?:'ve| have)? already (?:wrote|written|e-?mailed|mailed|called|rung|phoned|asked|told)\b|\b(?:i|we)(?:'ve| have)? (?:wrote|written|e-?mailed|mailed|called|phoned|asked) [^.?!]{0,40}\b(?:twice|(?:two|three|four|five|several|many|\d+) times|again and again)\b/;

/** Asks for money back. */
const WANTS_MONEY_BACK =
  /\b(?:want|need|demand|expect|like|insist on|asking for|ask for|get|have|give|send|pay|where is|where's)\b[^.?!]{0,24}\b(?:refund\w*|(?:money|deposit|fee) back)\b|\brefund (?:me|us|my|our|it|the)\b|\b(?:my|our) money back\b|^refund\W*$/;
/** It is others who ask it, of the visitor. */
const OTHERS_WANT =
  /\b(?:customers?|clients?|people|they|guests?|tenants?|members?|patients?|users?|buyers?|parents?) (?:\w+ )?(?:want|need|demand|expect|ask|get|claim)\b/;
/** And only asks what would be. */
const HYPOTHETICAL =
  /\b(?:if|whether|in case|suppose|would (?:i|we|you)|is there|are there|do you (?:offer|have|give))\b/;

/** It went wrong with somebody else. */
const WITH_OTHERS =
  /\b(?:consultan\w+|agenc(?:y|ies)|suppliers?|vendors?|contractors?|software|coach(?:es)?|tools?|(?:last|previous|former|other|another) (?:one|firm|company|adviser|advisor)|my (?:team|staff|boss|people|managers?)|our (?:customers?|clients?|team|staff|people|managers?|suppliers?))\b/;
const OF_HERS = /\b(?:you|your|her)\b/;

/** Whether a client asks for money back that was paid. @param text folded */
export const wantsMoneyBack = (text: string): boolean =>
  WANTS_MONEY_BACK.test(text) && !HYPOTHETICAL.test(text) && !OTHERS_WANT.test(text);

/** Whether they say that they wrote or called before. @param text folded */
export const triedBefore = (text: string): boolean => TRIED_BEFORE.test(text);

/** Whether something went wrong between the visitor and the consultant. @param text folded */
export function complains(text: string): boolean {
  if (wantsMoneyBack(text)) return true;
  return UNDONE.test(text) && (!WITH_OTHERS.test(text) || OF_HERS.test(text));
}

/** Reports that nobody called or wrote, which is no wish to be left alone. */
export const UNANSWERED =
  /\b(?:nobody|no one|no-one|never|has(?:n'?t| not)|have(?:n'?t| not)|did(?:n'?t| not)|was(?:n'?t| not)|were(?:n'?t| not)|ha(?:s|ve)(?:n'?t| not) been|without being|not been) (?:ever |even |yet |\w+ )?(?:called?|phoned?|rung|contacted?|e-?mailed|wr[io]te(?:n)?|written|reached out|messaged|answers?|answered|repl(?:y|ies|ied))\b/;

/** It is settled. */
export const SETTLED =
  /\b(?:(?:it|that|this)(?:'s| is| has been|'s been)? (?:now )?(?:sorted|resolved|solved|settled|cleared up)|never ?mind|found it|it (?:just |has )?(?:came|arrived)|she (?:has |just )?(?:called|answered|replied|wrote)(?! (?:nothing|never)))\b/;

/** Wants a person in place of the program. */
export const WANTS_HUMAN =
  /\b(?:talk|speak|chat|write|put (?:me|us) (?:through|on)|connect (?:me|us)|transfer (?:me|us)|escalate(?: this)?|get|give|want|need|is there|have)\b[^.?!]{0,24}\b(?:(?:an? |the |your )?(?:real |actual |live )?(?:human(?: being)?s?|(?:real|actual|live) (?:person|one)|manager|supervisor|person in charge|someone (?:real|in charge)|somebody (?:real|in charge))|(?:talk|speak|chat) (?:to|with) an? person)\b(?! (?:who|that|resources?|capital|error|nature|side|decid\w+))|^(?:so |and )?who(?:'s| is) (?:in charge|responsible|(?:the|your) boss)(?: here)?\W*$|^(?:(?:an?|real|actual|live) )*(?:human|person|agent|representative)(?:,? (?:please|now))?\W*$|\b(?:don'?t|do not|won'?t|refuse to|tired of|sick of) (?:want to |like to )?(?:talk|speak|chat|deal)(?:ing)? (?:to|with) (?:an? |this |some )?(?:bot|robot|machine|computer|ai|chat ?bot)\b/;
