/** By which words a line shows what it tells. They run over folded text. */
import { SPOKEN_NUMBER } from '../../../platform/text/number-words.ts';

/** What a trouble takes from them: 'it costs us jobs', and not 'what does it cost us' or 'it cost us 60k'. */
export const COSTS_THEM =
  /(?<!\b(?:what|how much)\b[^.?!]{0,40})(?<!\b(?:do|does|did|will|would) (?:it|that|this|she|her) )\b(?:cost|costs|costing) (?:me|us|him|them|my|our)\b(?! (?:about |over |around |nearly )?[€$£]?\d)(?![^.?!]*\?)/;
/** A difficulty of the visitor's. */
export const TROUBLE =
  /\b(bottleneck|overwhelm\w*|overload\w*|swamped|drown\w*|burn(?:t|ed|ing)? ?out|stuck|struggl\w*|chaos|chaotic|panick?(?:s|ed|ing)?|furious|mess|(?:too|so) many|too much|too (?:slow|late|long)|always late|(?:is|are|was|were) late|delay\w*|wait(?:s|ing)? (?:for|on|(?:\w+ )?(?:days|weeks))|always (?:late|open|opens|unfinished|comes?|ends?|fails?|behind|over|too|the same)|never (?:answers?|comes?|delegates?|lets?)|(?:he|she|they)'d never|unfinished|pil(?:e|es|ing) up|backlog\w*|only (?:one|two|three) (?:people|persons?|of us)|ends? in (?:a )?(?:fights?|tears|shouting)|scared of|calls? me|all the time|(?:crosses|on|over|lands on) my desk|(?:everything|all|it all|every decision) (?:goes|runs|comes|passes|lands|depends|hangs)|through me|without me|ask(?:s|ing)? me|(?:approv(?:es?|ing)|check(?:s|ing)?|decid(?:es?|ing)|sign(?:s|ing)?) (?:off )?(?:on )?(?:every\w*|all|most|each)|i'm the one who|i am the one who|can'?t (?:agree|step|let|get|keep|take|find|delegate|grow|decide)|cannot (?:agree|step|let|get|keep|take|find|delegate|grow|decide)|micromanag\w*|(?:our|my|the|main|biggest) (?:problem|issue|challenge|trouble|pain)|falls? (?:through|between|behind)|keep(?:s)? (?:failing|slipping|breaking|leaving|missing|changing|coming|asking)|fight\w*|disagree\w*|nobody (?:else )?(?:decides|owns|knows|takes|checks|wants|cares)|no one (?:else )?(?:decides|owns|knows|takes|checks|wants|cares)|no (?:time|evenings|weekends|room)|doesn'?t work|isn'?t working|not working|wast(?:e|es|ing|ed)|tired|exhausted|stressed|sick of|worr(?:y|ied)|lose|losing|lost|(?:are|is|keeps?) (?:leaving|quitting|resigning)|(?:went|goes|gone|going) wrong|wrong (?:report|order|quote|invoice|version|offer)|takes? (?:us |me )?(?:about |almost |up to )?(?:forever|ages|weeks|months|days|too long|(?:\d+|two|three|four|five|six|eight|ten) (?:days|weeks|months))|complain\w*|escalat\w*|nothing (?:happens|changes)|changes? (?:\w+ )?every (?:day|week)|(?:they|people|managers?|he|the team|the staff) (?:do not|don't|dont|won't|refuses? to)|(?:they|people|managers?|he|we|i) (?:never|can't|cant|hardly)|argu(?:e|es|ing)|quarrel\w*|ends? up (?:with|on) (?:me|us|my)|insists? on me|(?:comes?|goes|lands?) (?:to|on|with) me|ignor(?:e|es|ed)|nobody uses|no one uses|says? no to|crunch|depends? (?:too much )?on me|(?:quit|resigned|left us|walked out)|(?:do|doing) everything|on my own|nobody dares|no one dares|afraid|unclear|confus\w*|behind schedule|over budget|miss(?:es|ed|ing)? (?:deadlines?|targets?|the deadline)|misunderst\w*|forgets?|forgotten|never (?:know|knows|finish|finishes|gets|get|on time|decide|decides)|mistakes|errors)\b/;
/** Something that was tried against it. */
export const TRIED =
  /(?:^|\b(?:i|we)(?:'ve| have| had)? )(?:already |once |also |even |then )?(?:tried|hired|bought|introduced|attempted|worked with|brought in|experimented|switched|reorgani[sz]ed|(?:gave|told|asked|warned) (?:her|him|them|it|the|my|our)|spoke (?:to|with)|talked (?:to|with)|had (?:a|an) (?:\w+ ){0,3}(?:programme|program|project|training|workshop|consultancy|consultant|coach))\b/;
/** Since when. */
export const SINCE =
  /\bsince (?:last|the|we|i|my|our|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|\d{4})\b|\bfor (?:about |over |almost |nearly |more than |at least )?(?:an?|two|three|four|five|six|ten|\d+|several|many|some|half a) (?:years?|months?|weeks?|quarters?)\b|\bin the (?:last|past) (?:\w+ ){0,2}(?:years?|months?|weeks?)\b|\b(?:years?|months?|weeks?) ago\b|\bfor (?:years|months|weeks|ages)\b|^(?:about |almost |over |nearly )?(?:an?|two|three|four|five|six|ten|\d+|many|some|several) (?:years?|months?|weeks?)\W*$/;
/** Who decides. */
export const DECIDER =
  /\b(?:i|we|he|she|they|(?:my|our|the) (?:\w+ )?\w+) (?:\w+ )?(?:approves?|decides?|signs? (?:off|everything|all|every)|checks? (?:every\w*|each|all|most)|ha(?:s|ve) the last word)\b|\beverything (?:goes|runs|comes|passes) (?:through|over|by)\b|\b(?:nobody|no one) (?:decides|owns)\b|\bi'?m the one who\b|\bthrough me\b|\bmy desk\b/;
/** A part in the company. */
export const RUNS =
  /\bi (?:run|lead|own|head|oversee|direct|founded|started)(?! (?:into|out|late|around|away|to|with|by)\b) \w+|\bi have (?:an?|my own|our) (?:\w+ ){0,3}(?:company|agency|business|firm|studio|startup|start-up|practice|clinic|shop)\b|\bi (?:manage|built) (?:an?|the|my|our|this)\b|\bi(?:'m| am) (?:in charge of|responsible for)\b|\bmy (?:own )?(?:company|agency|business|firm|studio|startup|start-up|practice|clinic|shop)\b/;
/** Asks to be called, in words: 'can she call me Thursday', 'please ring us back'. */
export const CALL_WISH =
  /\b(?:can|could|would|will|may|might|please|have|let|ask|tell|want|need|like)\b(?: (?!my\b|our\b|customers?\b|clients?\b|people\b|everyone\b|them\b|they\b|i\b|we\b|not\b|never\b)[a-z]+){0,3} (?:call|ring|phone)(?: (?:me|us)(?: back)?| back)\b(?! (?:for every|about every|when(?:ever)?|every|all|by my)\b)|(?:^|[.,;!] )(?:(?:ok|okay|yes|then|hi|hello|and|so|just)[, ]+)*(?:call|ring|phone) (?:me|us)\b(?! (?:for|about|when|every|all|by|(?!(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight|back|now|please|later|then|any ?time|maybe|soon)[a-z]+\W*$))|\b(?:call|ring|phone) (?:me|us) back\b|\bwhen (?:can|could|would|may) (?:you|she|her|somebody|someone|[a-z]+) (?:call|ring|phone)(?: (?:me|us))?\W*$|\bgive (?:me|us) a (?:quick |short )?(?:call|ring|bell)\b|\b(?:i|we)(?:'d| would)? (?:want|like|love|need|prefer|wish for) a (?:phone )?call ?back\b/;
/** Asks what has come of something since. */
export const NEWS =
  /^(?:(?:hi|hello|hey|so|and|ok|well|just|is there|are there|do you have|have you got|got|there)[,. ]+)*(?:any|some) (?:\w+ )?(?:news|updates?|progress|word)\b|^(?:(?:hi|hello|hey|so|and|ok|well)[,. ]+)*what'?s (?:new|the news|the latest)\b|\bjust checking in\b|^(?:(?:hi|hello|hey|so|and|ok|well)[,. ]+)*(?:did|has|have) (?:she|he|her|they|anybody|anyone|somebody) (?:\w+ )?(?:answer|answered|repl(?:y|ied)|write|written|call|called|see|seen|read|get back|respond|responded|decide|decided)(?! (?:a|the|this|that) (?:book|story)\b)[^.?!]{0,24}\W*$|\bany (?:answer|reply|response)(?: yet| from (?:her|you))\b|\bha(?:s|ve) (?:you|she|her) heard (?:anything|something|back)\b/;
/** A day or an hour. */
export const CALL_TIME =
  /\b(?:next |this |on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:,? (?:or|and) (?:mon|tues|wednes|thurs|fri|satur|sun)days?)?(?:,? (?:mornings?|afternoons?|evenings?|noon))?(?:,? (?:at |around |after |before |from )?\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|o'clock)?)?|\b\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|o'clock)\b|\b(?:mornings|afternoons|evenings)\b/i;
const HOUR = String.raw`(?:\d{1,2}(?:[:.]\d\d)?(?: ?(?:am|pm|o'clock))?|noon|lunch|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`;
/** The same, and what is said of a call only: 'tomorrow at 10', 'any time after five'. */
export const WISH_TIME = new RegExp(
  String.raw`\b(?:today|tonight|tomorrow|next week|this week)(?: (?:morning|afternoon|evening|noon))?(?:,? (?:at|around|after|before|from) ${HOUR})?\b|${CALL_TIME.source}|\b(?:any ?time )?(?:after|before|around) ${HOUR}\b`,
  'i',
);
/** Somebody with a purpose of their own: a thesis, an article, an event. */
export const OUTSIDER =
  /\b(?:i'?m|im|i am|as|we are|we're) (?:an? |the )?(?:\w+ ){0,2}(?:student|journalist|reporter|researcher|phd|blogger|podcaster|(?:conference|event) (?:organi[sz]er|manager|planner)|curator)\b|\b(?:my|our|a|an|the|for) (?:\w+ ){0,2}(?:thesis|dissertation|term paper|newspaper article|magazine article)\b|\b(?:we|i)(?:'re| are|'m| am)? (?:organi[sz](?:e|ing)|host(?:ing)?|run(?:ning)?|plan(?:ning)?|curat(?:e|ing)|produc(?:e|ing)) (?:an? |the |our |this )?(?:\S+ ){0,3}(?:conference|congress|summit|event|podcast|festival|meet-?up|symposium|trade fair)\b|\b(?:don'?t|do not|no longer) (?:have|run|own) an? (?:company|business|firm)\b|\b(?:i'm|i am) retired\b|\b(?:like|want|love|propose) to (?:partner|cooperate|collaborate)\b|\b(?:like|want|love|invite|book|need|looking for|look for|have) (?:\S+ ){0,4}(?:give|hold|deliver|do|for) (?:an? |the |our )?(?:\w+ )?(?:keynote|talk|speech|lecture|fireside chat)\b(?: (?:at|for|to) )|\bspeak at (?:our|the|an?|my)\b|\bi(?:'m| am)? (?:write|writing|work|report|reporting) for (?:an? |the )(?:[\w-]+ ){0,3}(?:magazine|newspaper|paper|journal|blog|radio|broadcaster|news \w+)\b|\b(?:doing|writing|working on|researching) (?:an? |this |our |my )?(?:piece|article|story|feature|essay|study|research project) (?:on|about)\b/;
/** An event that wants a speaker. */
export const EVENT =
  /\b(?:conference|congress|summit|event|festival|meet-?up|symposium|trade fair|podcast|panel|annual meeting|gala)\b/;
/** It cannot wait. */
export const URGENT =
  /\b(?:emergency|crisis)\b|\b(?:need|must|help|have to|call|reach|come|here|panic\w*|walked out|what (?:do|should|can|could) (?:i|we)|anything (?:i|we) can)\b.{0,60}\b(?:right now|today|tonight|immediately|asap|urgent(?:ly)?|this (?:morning|afternoon|evening)|by tomorrow)\b/;
/** Wants help and does not say what with. */
export const NEEDS_HELP =
  /^(?:hi |hello |hey |please |so )*(?:i |we )?(?:just |really )?(?:need|want) (?:some |your )?help(?: please)?\W*$/;
const AMOUNT = `(?:[€$£] ?\\d[\\d.,]*k?|\\b(?:\\d[\\d.,]*|${SPOKEN_NUMBER}) ?(?:k\\b|thousand|grand|euros?|eur\\b|dollars?|usd|pounds?|gbp|[€$£]|chf|francs))`;
/** Money that they have for it, and not what something costs or has cost them. */
export const BUDGET = new RegExp(
  `\\b(?:budget|set aside|put aside|earmark\\w*|allocat\\w*|approved|(?:we|i)(?:'ve| have)(?: got)?|(?:can|could|would) (?:spend|do|pay|manage|go (?:up )?to)|to spend|up to)\\b[^.?!]{0,40}?${AMOUNT}|${AMOUNT}[^.?!]{0,24}\\b(?:budget|set aside|to spend|approved|for (?:it|this|that))\\b|\\bbudget(?: is| of|:)? (?:about |around )?\\d{4,}`,
);
