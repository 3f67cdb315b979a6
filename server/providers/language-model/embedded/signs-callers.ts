/** By which words somebody shows that they offer something, or look for work. They run over folded text. */

/** What somebody comes with who is no client: an offer, or a wish for work (their own, or for a candidate of theirs). */
export type Caller = 'vendor' | 'work';

const OFFERS =
  /\b(?:we|i)(?:'re| are|'m| am)? (?:also )?(?:help|offer|sell|provide|supply|speciali[sz]e in|generate|deliver|build|make|print|produce|design|support|work with) (?:\S+ ){0,6}?(?:(?:for|to) (?:you|consultants?|coaches|advis[eo]rs|people like you)|consultants?|coaches|advis[eo]rs|(?:businesses|companies|experts|people) like (?:you|yours|hers))\b|\bsend (?:you|her) (?:an? |some |our |my )?(?:free )?(?:samples?|price list|catalogue|offer)\b|\bfree (?:\w+ )?(?:pilot|trial|demo|audit|sample|test) for (?:you|her)\b|\b(?:could|can|would|will) (?:\w+ )?(?:improve|boost|increase|optimi[sz]e|double|grow|scale|rank) (?:your|her)\b|\bwho (?:handles|is responsible for|does|runs|decides (?:about|on)) (?:your |the )?(?:\w+ )?(?:marketing|purchasing|procurement|advertising|it|sales|seo|lead gen\w*|payroll)\b.{0,24}\b(?:you|your|her)\b|\bour (?:platform|solution|software|tool|product|service|agency) (?:\w+ )?(?:helps?|can help|would help|lets|saves)\b(?!.*\bhelp us\b)|\b(?:partnership|cooperation|collaboration|affiliate|reseller) (?:opportunity|proposal|programme|program|offer|with (?:you|her))\b|\b(?:want|like|love|interested) to partner(?: up)?\b(?: with (?:you|her))?|\b(?:white[- ]?label|licen[sc]e|resell|franchise)\b.{0,40}\b(?:your|her|the|this|[a-z]+'s)\b|\b(?:sell|offer|pitch|show|introduce) (?:you|her) (?:our|my|an?|the)\b/;
/** A demonstration of what they sell, or customers to be had through them. */
const PROMISES =
  /\b(?:we|i)(?:'re| are|'m| am)? (?:also )?(?:sell|make|build|develop|offer|provide|distribute|represent)\b[^.?!]{0,80}\b(?:interested in|like|want|up for|open to|time for) (?:an? |the |our )?(?:\w+ )?(?:demo|demonstration|trial|partnership|sample|pilot)\b|\b(?:we|i)(?:'ll| can| could| would| will)? (?:get|bring|send|deliver|generate|find) (?:you|her) (?:\S+ ){0,4}(?:leads|clients|customers|traffic|followers|subscribers|appointments)\b/;
const APPLIES =
  /\bi(?:'m| am)? ?(?:\w+ ){0,3}(?:looking for|look for|seek|seeking|searching for|applying for|apply for|hoping for|interested in) (?:an? |the |your |some )?(?:\w+ ){0,3}?(?:jobs?|positions?|internships?|traineeships?|placements?|employment|vacanc(?:y|ies)|work(?= (?:as|in|with)\b|\W*$))\b|\b(?:do|does|have|has|are|is) (?:you |she |her |there )(?:\w+ )?(?:any |an? )?(?:\w+ )?(?:openings?|vacanc(?:y|ies)|open positions?|jobs?|internships?)(?! (?:cost|takes?|done|of)\b)|\bmy (?:cv|resume|application)\b|\b(?:want|like|love|hope) to work (?:for|with) (?:you|her)\b(?=\W*$| (?:as|in|at)\b)|\bcan i work for (?:you|her)\b|\b(?:hire|employ) me\b/;
const CANDIDATES =
  /\b(?:excellent|great|strong|perfect|suitable|outstanding|top|ideal) (?:\w+ ){0,3}candidates?\b|\bcandidates? (?:\w+ ){0,3}for (?:you|your|her)\b|\bi(?:'m| am) (?:an? )?(?:\w+ ){0,2}(?:head ?hunter|recruiter|talent (?:scout|partner))\b(?=[^.?!]*\b(?:candidate|role|position|opening|vacanc|opportunit))/;

/** With what somebody comes who is no client; null when the words show nothing of it. @param text folded */
export function callerIn(text: string): Caller | null {
  if (APPLIES.test(text) || CANDIDATES.test(text)) return 'work';
  return OFFERS.test(text) || PROMISES.test(text) ? 'vendor' : null;
}
