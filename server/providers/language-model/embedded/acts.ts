/**
 * The acts that a message may be, and the words by which each is known. Patterns run over folded text (lower case, plain
 * apostrophes).
 */

import { WANTS_HUMAN } from './complaint-signs.ts';
import { CALL_WISH, NEWS } from './signs.ts';

/** What a message does. */
export type Act =
  | 'empty'
  | 'nonsense'
  | 'manipulation'
  | 'insult'
  | 'distress'
  | 'is_ai'
  | 'who_are_you'
  | 'foreign'
  | 'greeting'
  | 'small_talk'
  | 'thanks'
  | 'goodbye'
  | 'laughter'
  | 'apology'
  | 'praise'
  | 'recall'
  | 'resume'
  | 'help'
  | 'can_help'
  | 'no_contact'
  | 'feeling'
  | 'send'
  | 'accuse'
  | 'complaint'
  | 'human'
  | 'news'
  | 'call_wish'
  | 'which_model'
  | 'repeat'
  | 'no_questions'
  | 'joke'
  | 'off_topic'
  | 'commitment'
  | 'affirm'
  | 'deny'
  | 'unsure'
  | 'later'
  | 'acknowledge'
  | 'elaborate'
  | 'advise'
  | 'pushback'
  | 'unanswered'
  | 'example'
  | 'another'
  | 'book'
  | 'call_status'
  | 'price'
  | 'duration'
  | 'question'
  | 'statement';

/** Strong words. */
export const INSULT =
  /\b(stupid|idiot|idiotic|moron|dumb|useless|worthless|garbage|trash|crap|bullshit|shit|fuck\w*|f\*+k|wtf|asshole|bastard|bitch|shut up|screw you|go to hell|suck|sucks|pathetic|scam(mer)?|hate you|piss off|loser|ridiculous|outrageous|unacceptable|(you are|you're|what|is|are) an? (total |complete )?fraud)\b/;
/** Strong words about a situation are not said to the twin. */
export const AT_SOMEBODY_ELSE =
  /\b(my|our|his|her|their|this|the|these|those) (\w+ ){0,2}(is|are|was|were|feels?)\b|\bi('m| am| feel)\b/;

const DISTRESS = /\b(suicid\w*|kill myself|end my life|want to die|self-?harm|hurt myself|can'?t go on living)\b/;

const IS_AI =
  /\b(are|r) (you|u) (really |actually |even |just |only |perhaps )*(an? )?(real|human|ai|a\.i\.|bot|robot|chat ?bot|person|machine|computer|program|llm|chatgpt|gpt|her)\b|\bis this (really |actually )?(an? )?(ai|bot|robot|human|person|real|chat ?bot|automated)\b|\bam i (talking|speaking|chatting|writing) (to|with)\b|\b(what|which) (ai |language )?model\b|\bwho (made|built|created|programmed) you\b|\byou('re| are) (just |only |really )*(an? )?(ai|bot|robot|machine|script|program|algorithm|recording|chat ?bot)\b|\bdo you (have|feel) (feelings|emotions|conscious\w*)|\bare you (conscious|sentient|alive|single|married|happy|sad|male|female|a (wo)?man)\b|\bdo you (love|hate|dream|sleep|eat|drink|cry)\b|\b(you|u) (sound|seem|look|talk) like an? (ro)?(bot|machine|ai|human|person|computer)\b|\banother (chat ?bot|bot|robot|ai)\b|\b(?:you are|you're|are you|is this) (?:really )?(?:not )?(?:the real )?her\W*$|\bmarry me\b|\b(i )?love you\b/;

const OFF_TOPIC =
  /\bcapital of\b|\b(weather|forecast for (today|tomorrow)|horoscope|lottery|football|soccer|world cup|recipe|cook|pizza|movie|netflix|celebrity|president|prime minister|election|politic(s|al|ian)|religion|god exist|meaning of life|bitcoin|crypto|stocks? (tip|market|price)|(?:do|write|solve) (?:my |the )?homework|essay|poem|song|lyrics|haiku|python|javascript|java code|sql query|html|regex|c\+\+|write (me )?(a |some )?(code|script|program|function)|debug my|square root|prime number)\b|^(please |can you |could you )*(calculate|translate|solve)\b|\bwhat('s| is) \d+ ?[-+*x/^] ?\d+|^\s*\d+ ?[-+*x/^] ?\d+ ?=?\??\s*$|\bwhat (time|day) is it\b|\bwho (won|invented|discovered|wrote)\b|\bhow (far|tall|old) is (the|mount)\b/;

const RECALL =
  /\b(do you (remember|know|recall)|what('s| is| was)|tell me|say) (my name|who i am|what i (said|told|asked)|my (company|email|role|team|problem))\b|\bwhat (do|have) (you|we) (know|learn\w*|talked?|discussed|covered)\b.{0,20}\b(about me|so far|about us|about my \w+)\b|\bsumm?ari[sz]e (our|this|the) (conversation|chat|talk)|\bsum (it|this) up\b|\bwhat did i (say|tell|ask)|\bwhat (did|have) we (talk\w*|sp[eo]ken?|discuss\w*|cover\w*)\b|\brecap\b|\bsumm?ari[sz]e (what (you|we|i)|it all|everything|all (of )?(that|this))\b|\bwho am i\b|\bwhat (?:was|were) (?:i|we) (?:just )?(?:asking|talking|speaking|saying|discussing|on about|after|looking for|trying)\b|\bwhat (?:was|is) (?:it (?:that )?(?:i|we)|(?:my|our) (?:last |earlier |open |previous )?(?:question|topic|subject|conversation|talk|chat))\b|\b(?:remind me|do you (?:still )?(?:remember|recall|know)) (?:of )?what (?:i|we) (?:was|were|had|asked?|said|told|wanted|talked|discussed|left)\b|\b(?:what|how much) (?:do you|can you|did you) (?:still )?(?:remember|recall|know) (?:from|of|about) (?:the )?(?:last|our|earlier|before|previous)\b|\bwhat (?:did|have) i (?:want|need|leave|left|wanted)\b|\bwhat (?:do|can) you (?:still )?(?:remember|recall)\b.{0,24}\b(?:me|us|my \w+|last time)\b|\bdo you (?:still )?(?:remember|recognise|recognize|know) me\b/;

/** Wants to go on from where it was left. */
const RESUME =
  /\bwhere (were|was|are) (we|i)\b|\bwhere did (we|i) (stop|leave off|end|get to)\b|\b(pick|carry|go) (up|on) where\b|^(hi |hello |hey |ok |so )*(i'?m|i am) back( again| now)?\W*$/;

/** Whether a message asks for what was said before. @param folded in lower case, with plain apostrophes */
export const asksToRecall = (folded: string): boolean => RECALL.test(folded) || RESUME.test(folded);

/** A mood or a grief, as people tell it to somebody who listens. */
const FEELING =
  /\b(haven'?t|have not|hardly|barely|can'?t) (slept|sleep)\b|\bsleepless\b|\bi (can'?t|cannot) (sleep|eat|cope|breathe|go on)\b|\bi('m| am| feel)( \w+){0,3} (bored|lonely|alone|sad|unhappy|depressed|down|miserable|angry|frustrated|afraid|scared|anxious|ashamed|heartbroken|hopeless|invisible)\b|\b(nobody|no one) (talks|listens|speaks|likes|cares|understands)\b|\b(hates?|bull(y|ies)|ignores?|despises?) me\b|\bi (hate|can'?t stand) my (job|boss|life|work)\b|\b(my|our) (mother|father|mum|mom|dad|wife|husband|dog|cat|friend|partner) (has )?(died|left|is (ill|sick|dying))\b/;

/** Wants something sent or shown that cannot come through a conversation. */
const SEND =
  /\b(something|anything|it|that) (in writing|on paper|by e?mail)\b|\b(send|mail|email|share|forward|show|give|get) (me |us |over )?(an? |the |your |some )?(\w+ )?(pdf|brochure|leaflet|slides?|deck|presentation|document|one-?pager|link|website|url|file|video|picture|photo)s?\b|\b(do you have|is there|have you( got)?|^got) (an? |any )?(pdf|brochure|leaflet|slide ?deck|website|one-?pager)\b/;

/** Suspects a trick, or threatens. */
const ACCUSE =
  /\b(scams?|rip-?off|swindle|con (artist|job)|snake oil)\b|\b(you|she|they) (just |only |all )*(wants?|are after|is after) (just |only )?(my|our|the) money\b|\b(is|are) (just |only )?a (bad )?joke\b|\bi('ll| will|'m going to| am going to) (report|sue|expose|warn|tell (everyone|everybody|people|the press|my \w+) about)\b/;

/** Wants to think, or to ask somebody first. */
export const LATER =
  /\b(let me|i('d| would) (like|prefer) to|i('ll| will| have to| need to| want to| must)|we('ll| will| have to| need to| would need to| would have to|'d have to|'d need to)) (\w+ )?(think (about|over|it|this|that)|sleep on (it|this)|get back to you|come back to (you|this)|(talk|speak|discuss|check|clear)( it| this| that)?( about (it|this|that))? (with|to) (my|our|the) )|\b(need|want) (some )?time to think\b/;

/** Whether the call stands, and for when; told from the wish for one. */
const CALL_STATUS =
  /\b(?:did|has|have|is|was|are) (?:my|our) (?:\w+ )?(?:call|booking|appointment|meeting|request|slot)\b.{0,30}\b(?:through|work|worked|arrived?|received|noted|confirmed|booked|scheduled|arranged|fixed|saved|sent|still on)\b|\b(?:is|was) (?:the|that|this|a) (?:\w+ )?(?:call|booking|appointment) (?:already |now |really |still )?(?:through|noted|confirmed|booked|scheduled|arranged|fixed|on)\b|\bdid (?:the|that) (?:call|booking|appointment|request) (?:request )?(?:go through|work|arrive|come through)\b|\b(?:when|what time|which day|what day)(?:'s| is| was| are) (?:my|our|the|that) (?:\w+ )?(?:call|appointment|booking|meeting)\b(?! for\b)|\bwhen (?:do|are|will|shall) we (?:talk|speak|meet|talking|speaking|meeting)(?: (?:then|next|exactly|again))?\W*$|\bwhen (?:does|will|is) (?:she|he|her|they|somebody|someone) (?:going to )?(?:call|calls|calling|ring|phone) (?:me|us)\b|(?<!\b(?:how|where|when) )\b(?:do|did|have) (?:i|we) (?:already |really |actually )?(?:have|book|booked|got|schedule|scheduled|arrange|arranged) (?:a|an|my|our|the|any) (?:\w+ )?(?:call|booking|appointment)\b|\bdid (?:you|she|he|her) (?:get|receive|note|book|see|schedule) (?:my|our) (?:\w+ )?(?:call|booking|appointment|request|wish)\b|\bam i (?:booked|scheduled)\b|\bbooking (?:go|went|gone|come|came) through\b|\b(?:how (?:do|can) (?:i|we)|can (?:i|we)|could (?:i|we)|i (?:need|want|have|would like) to|i'?d like to) (?:change|move|shift|reschedule|cancel|postpone) (?:the|my|our|that|it)\b ?(?:time|call|date|day|appointment|booking|meeting|slot)?(?: please)?\W*$/;

/** Acts by what stands anywhere in a message, tried in this order: what must never be missed stands first. */
export const ACTS: readonly [Act, RegExp][] = [
  ['distress', DISTRESS],
  ['human', WANTS_HUMAN],
  ['news', NEWS],
  ['call_status', CALL_STATUS],
  ['recall', RECALL],
  ['feeling', FEELING],
  ['send', SEND],
  ['accuse', ACCUSE],
  [
    'help',
    /^(please )?(help|menu|start|info|options|commands|begin)( me)?( please)?\W*$|\bhow (can|could) you help\b|\bwhat can (you (do|help)|i ask)\b/,
  ],
  [
    'can_help',
    /^(so |and |but |ok |okay |well |then )*(can|could|would|will|do) (you|she|her|it|this|that|anybody|anyone|somebody)( really| actually| think (you|she) (can|could))? help( me| us)?( with (that|this|it|all (that|this)))?( at all| here)?\W*$/,
  ],
  ['resume', RESUME],
  [
    'which_model',
    /\b(are you|is this|is it|you are|you're|based on|powered by|running on|use|using|built (on|with)) (really |just |actually |only |a |an |the )*(chat ?gpt|gpt[- ]?\d?|openai|claude|gemini|llama|copilot|mistral|llm|large language model|language model)\b|\b(what|which) (ai |language )?model\b/,
  ],
  ['is_ai', IS_AI],
  [
    'who_are_you',
    /^(?:(?:hi|hello|sorry)[,. ]+)*(?:is this|are you|have i reached|am i (?:at|with)) (?:the|an?|my) (?:\w+ ){0,4}(?:office|shop|store|desk|hotline|helpline|help ?desk|reception|restaurant|hotel|bank|airline|hospital)\b|^(?:(?:so|and|but|ok|oh|then|hi|hello)[,. ]+)*(who|what) (are|r) (you|u)( exactly| anyway| really| actually| supposed to be)?\W*$|\b(tell me|talk) (something )?about yourself\b|\bintroduce yourself\b|\bwhat('s| is) your name\b/,
  ],
  [
    'no_questions',
    /\b(stop|quit|enough|no more|without) (asking|with the|the|of the|your)? ?(me )?(so many )?questions?\b|\bdon'?t ask me\b|\bjust answer\b/,
  ],
  [
    'joke',
    /\b(tell|know|got|make) (me |us )?(an?y? |another )?(good |stage )?jokes?\b|\bmake me laugh\b|\bsay something funny\b/,
  ],
  [
    'repeat',
    /\b(say|repeat|explain) (that|it) again\b|\bcome again\b|\bi (don'?t|didn'?t) (understand|get it|follow)\b|\bwhat do you mean\b|\b(in )?(simple|simpler|plain) (words|terms|english)\b|\brephrase\b|\btoo (long|complicated)\b|^(what|huh|pardon|sorry)\?*$|\bcan you repeat\b/,
  ],
  [
    'commitment',
    /(?<!\b(?:i|we|i have to|we have to|we could|we can|we would) )\b(confirm|guarantee|promise|commit|agree|accept|approve|grant|give me|offer me|deal)\b[^.?!]{0,60}(\d+ ?(%|percent|per cent|euros?|eur|usd|dollars)|[€$£] ?\d|discount|for free|\bprice\b|\bdeal\b|refund|binding)|(?<!\bwe (?:could|can|would) offer .{0,24})\b\d+ ?(%|percent) (off|discount)\b|\b(please|can you|could you|will you|do you|just) (confirm|promise me|commit)\b(?! (?:whether|if|receipt)\b)|\bis (that|it|this) (binding|a deal|guaranteed)\b|\bdeal\?|\bfor (only |just )?[€$£]\d+|\b(?:can|could|would|will) (?:you|she|her|we) (?:do|make|give|sell)\b[^.?!]{0,40}\bfor (?:only |just |about )?(?:\d{4,}|\d{1,3}[.,]\d{3}|\d+ ?k)\b/,
  ],
  ['off_topic', OFF_TOPIC],
  ['later', LATER],
  ['call_wish', CALL_WISH],
  ['another', /^(and |ok |yes )?(another|one more)( one| story| example)?( please)?[?.! ]*$/],
  [
    'book',
    /\b(book|schedule|arrange|set up|organi[sz]e|make) (a |an |the |my )?(\w+ )?(call|appointment|meeting(?=\W*$| with)|slot|chat|time|conversation|session|demo)\b|\b(?:somebody|someone) to (?:talk|speak) (?:to|with)\b|\b(talk|speak|chat|meet) (to|with) (\w+ )?(the real( her)?|her|a (real )?(human|person)|someone)\b|\bhow (do|can|could|would) (i|we) ((start|begin)(?! \w+ing\b| (to|with) )|sign up|contact|reach|get in touch|hire|book|get started|proceed|work with)\b|\b(i|we)('d| would|'m| am)? (like|want|love|ready|interested|happy|keen) (to |in )(start\w*|hir\w*|book\w*|work\w* with|proceed|go ahead|sign\w*|mov\w* forward)\b|\bcan (we|i) ((first|only|just) )+(talk|speak|chat|meet)\b(?! about)|\bnext steps?\b|\bwhat('s| is)? next\W*$|^(ok(ay)? |so |then |yes )*(i|we) want ((this|it|that)(?! (?:to |all |done|settled|solved|fixed|ready|finished|in place|running|by|before|until))|to (start|begin|do (it|this)))\b|\bsign (me|us) up\b|\bcall me\b(?! (for|about|when|whenever|every|all|at)\b)|\bwho (do|can|should) (i|we) (e?mail|write( to)?|call|contact|talk to|ask)\b|\bget in touch\b|\b(i'm|we're|i am|we are) (very |really |definitely )?interested\b(?! in (how|what|why|your))|\blet'?s (do (it|this)|talk|start|go ahead|book)\b|\b(i|we)('d| would|'ll| will) (like|love|want) to (do|try|take|have) (that|this|it|one)\b|\b(i|we)'ll take (it|that|one)\b|\bcount me in\b|\b(send|make|write|prepare|give|need|want|get|like) (me |us )?(an? |your |the )?(written )?(proposal|offer|quote|quotation)\b|\b(give|get|want|need) (me )?an? (real |actual )?(human|person)\b|^(?:(?:ok|okay|please|yes|then|just|good|great|fine|so)[, ]+)*book (?:it|that|this|one|me|us)(?: in)?(?: then| please| now)?\W*$|\bgive (me|us) an interview\b|\binterview (the real |with )?her\b|\bcontact (details|info\w*)\b|\b(email|phone|address|number)\b.{0,15}\?|\bwhat('s| is) (her|your|the) (email|phone|number)/,
  ],
  [
    'price',
    /\bin (?:money|terms of money|euros)\W*$|\b(how much|cost|costs|price|prices|pricing|fee|fees|rates?|expensive|afford|charge|total|per (day|month|hour|week|person|head)|(a|any|rough|ballpark) (number|figure)|cheapest|dearest|by the (hour|day|week|month)|lot of money|out of our budget|steep|pricey|hefty)\b|\bthat'?s (quite |rather |still )?a lot( for\b|\W*$)|^(no,? )?(that'?s |it'?s |this is |is )?(way |far |much |a bit |still )*too (much|high|dear)\W*$/,
  ],
  ['duration', /\bhow long\b|\bhow many (weeks?|days?|months?|hours?)\b|\bhow much time\b/],
  [
    'pushback',
    /^(?:(?:nah|no|nope|but|hm+|well|sorry|yes but)[,. ]+)*(?:that|it|this) (?:won'?t|will not|wouldn'?t|would never|doesn'?t|does not|never) works?\b(?: (?:with|for|in|here)\b.*)?\W*$|^(no,? |but |sorry,? )?(i )?(disagree|don'?t agree|doubt (it|that)|don'?t (believe|buy) (you|this|that|it|those \w+|these \w+|any of (it|that))|am not convinced|'m not convinced|not convinced|prove it|says who|nonsense)\W*$|^(no,? |but |sorry,? )?(you'?re|you are|that'?s|that is|this is) (wrong|not true|mistaken|nonsense|rubbish|incorrect|false|made up|invented)\W*$|\b(numbers|figures|stories|results|those|they|that|this|it|all|clients) (is|are|sounds?|seems?|looks?)( all| just| a bit| rather| very)? (made[- ]up|invented|fake|too good|cherry[- ]picked|convenient|vague|generic|obvious|trivial|common sense)\b|\b(sounds?|looks?|is|seems?|just|all|pure) (like )?(common sense|jargon|fluff|waffle|old wine|theory|consultant[- ]speak|nothing new)\b|^(how |very |that'?s |so no \w+\W+)*convenient\W*$|^(so |ok |well |hm+ |that |this |it )*(sounds?|is|seems?|'s) (like |a bit |just |all |too |very |rather )*((empty|big|nice|fine) words|empty|buzzwords?|marketing|fluff|hot air|vague|theory|wishful|good to be true|hard to believe)\b|^(so |and )?you (don'?t|do not) (really |even |actually )?know( (it|that|anything|either|much))?\W*$|^(so )?(you|she) (have|has|had) (none|nothing|no (proof|evidence|idea))\W*$|\bi('m| am) (still |very |rather |not )?(sceptical|skeptical|doubtful)\b|^(that'?s |it'?s )?(just )?what (they|you) all say\b|\bheard (that|it|this) before\b|\bsounds like (just )?(another|the same)\b|\beasy to say\b|^(prove it|convince me|yeah,? right|says you|big words)\b/,
  ],
  [
    'unanswered',
    /\b(that'?s|that is|this is|it'?s) (not|no) (really )?(an? )?(real )?answer\b|\byou (didn'?t|did not|don'?t|haven'?t) (really )?answer(ed)?\b|\bnot what i (asked|meant|said)\b|\byou('re| are) (dodging|avoiding|not listening)\b|\banswer (my|the) question\b/,
  ],
  [
    'advise',
    /\b(what|where|how) (would|should|do|can) (you|i|we|she|her) (do|try|start|begin|change|suggest|recommend|advise)( if (you|she) (were|was) (me|us|in my (place|shoes|position))| in my (place|shoes|position))?( (first|next|now|then|about (it|that|this)|here|instead|differently|today|tomorrow|this week|on monday|right now|for us))?( morning)?\W*$|\bhow (can|could|would|do|should) (she|her|you|we|i|one) (make|do|get|fix|solve|improve|change)( it| this| that| things)?( better| well| right)?\W*$|\bhow (do|can|should|could|would) (i|we) (tell|say|bring|explain|break)\b.{0,40}\b(him|her|them|my \w+|it)\b|\bwhat (do |should |can |could |would )?i (tell|say to) (him|her|them|my \w+)\W*$|^(?:so |and |ok )*(?:now what|what now|should (?:i|we))\W*$|\bwhat (?:would|should|do|could) (?:you|she|her|i|we) (?:say to|tell|advise) (?:an?|my|our|the) \w+|\bwhat (would|does|do|can) (you|she|her) (say|advise|recommend|suggest|make of)( to| about| of)?( it| this| that)?\W*$|\b(anything|something) (that )?(i|we) (can|could) do\b|\bwhat (do you think )?(that )?(i|we) should do\b|\bwhat (could|can|should|might) (i|we) (try|do|change)\b|\bwould (you|she|her) (start|begin) with\b|\b(concrete|practical|first) steps\b|\bany (advice|tips|ideas|suggestions)\b|\bwhat('s| is) (your|her) (advice|recommendation)\b|\bgive me (some )?advice\b/,
  ],
  [
    'example',
    /\b(?:experience|worked|dealt) with (?:such|this kind of|something like|anything like)|(?:seen|had) (?:this|that|it|such an?|something like (?:this|that|it)|a similar)\b.{0,20}\bbefore\b|(?:such|a similar|any similar) (?:case|situation)\b|\b(an |any |for |give me an? |another )(example|instance|case|story)\b|\bexamples\b|\bcase stud(y|ies)\b|\btell me a(nother)? story\b|\bwhat (have|did|do) (the )?(others|other \w+s) (done|do|did)\b|\b(someone|somebody|others|people|anyone|anybody) like (that|this|me|us)\b/,
  ],
  [
    'elaborate',
    /^(and )?(why|how so|how come|how|what then|go on|continue|tell me more|more|more( details?| info\w*)?( please)?|details|such as|like what|what else|anything else|and then|and|really|elaborate|explain|keep going|what happened( next| then)?)( please)?[?.! ]*$|\b(tell me|know|hear|learn|say|share|explain) (a bit |a little |some )?more( about (that|it|this))?\b|\bmore about (that|it|this)\b|\b(elaborate|expand) on\b|\b(tell|say) (me )?(something|anything)( (new|surprising|interesting|unexpected|useful|else|clever))?\W*$|\bhow does (that|it|this) work\b|^(and |so )?how did (it|that|this) (all )?(end|go|turn out|work out)\W*$/,
  ],
];

/** Acts that are one only with little else beside them: 'thanks' is one, 'thanks, and the price?' is not. */
export const SHORT_ACTS: readonly [Act, RegExp][] = [
  [
    'greeting',
    /^(hi|hello|hey|hiya|howdy|yo|greetings|good (morning|afternoon|evening|day)|hallo|moin|g'day|guten (tag|morgen|abend)|bonjour|hola|goedendag)( there| again| her| everyone| all| twin)?\b/,
  ],
  [
    'small_talk',
    /\b(how are (you|u|things)|how('s| is) (it going|your day|life)|how do you do|what'?s up|sup|wassup|nice to meet you|how (was|is) your (day|week|weekend|morning|evening)|how have you been|are you (ok|well|still there|there|busy|tired)|(you|u) (still )?there)\b/,
  ],
  [
    'goodbye',
    /\b(bye|goodbye|good ?bye|see (you|ya)|farewell|good night|take care|talk (soon|later)|gotta go|have to (go|leave|run)|i'?m (off|leaving)|that'?s (all|it)( for (now|today))?|ciao|so long|until next time|(?:kind|best|warm) regards|mit freundlichen gr(?:u|ue)(?:ss|ß)en|viele gr(?:u|ue)(?:ss|ß)e)\b/,
  ],
  [
    'thanks',
    /\b(thanks|thank you|thx|ty|cheers|much appreciated|appreciate it|tack|grateful|danke|merci|gracias|grazie|bedankt|obrigad[oa]|dank (?:je|u)|mange tak|takk)\b/,
  ],
  ['apology', /\b(sorry|apologi[sz]e|apologies|my bad)\b/],
  [
    'laughter',
    /^(ha(ha)+h?|lol|lmao|rofl|hehe+)\b[ ,.!]*(\w+[ ,.!']*){0,6}$|^(xd|:-?\)|:-?d|funny|(that'?s|you'?re|you are) (so |very |quite )?funny|😂|🤣|😀|😄)[.! ]*$/,
  ],
  ['unsure', /\b(i don'?t know|dunno|idk|no idea|not sure|hard to say|maybe|perhaps|it depends|depends|i guess)\b/],
  [
    'affirm',
    /^(yes|yeah|yep|yup|sure|ok(ay)? (do|let'?s)|of course|absolutely|definitely|please do|go ahead|gladly|why not|sounds good|correct|right|true|indeed|yes please|ja|si|oui)\b|^(please|i do|i would|we do|we are|i am|i think so)[.! ]*$/,
  ],
  [
    'praise',
    /\b(great|good|excellent|brilliant|amazing|awesome|wonderful|nice|helpful|impressive|love (it|that|this)|well said|makes sense|fascinating|spot on|exactly|perfect)\b/,
  ],
  [
    'deny',
    /^(no|nope|nah|not (really|yet|now|today|sure)|never|neither|none|nothing|no thanks?|no thank you|let me think|i'?ll think about|i (need|have) to think|maybe later|whatever|not now|another time|rather not|i'?d rather not|nein|non)\b/,
  ],
  [
    'acknowledge',
    /^(ok(ay)?|k|i see|hm+|mm+|aha|ah+|oh+|got it|understood|interesting|alright|all right|fair( enough)?|cool|noted|fine|right|finally|at last|wow|uh huh|mhm|👍|🙏|❤️)\b/,
  ],
];

/** Asks, or tells the twin to do something. */
export const QUESTION =
  /\?|\b(?:confirm|let me know|advise) (?:whether|if)\b|(?<!\b(?:know|knows|knew|about|tell|tells|said|says|ask|asks|asked|sure|understand|see|care|unclear|argue|disagree|discuss|decide|decides|matter|idea|of|on|over|is|was|that's) )\b(?:(?:how|what|where|when|why) (?:do|does|can|could|would|should|is|are) (?:i|we|you|she|her|it|they|that|this|my|our)|how (?:much|long|many)(?= (?:is|are|do|does|would|will|for|people|days|weeks)))\b|^(?:(?:and|but|so|ok|okay|right|well|yeah|then|hm+),? )+(?:what )?if \S+(?: \S+){1,7}\W*$|, (?:what|how|who|when|where|which|why) (?:would|will|is|are|does|do|can|could|should|much|many|long)\b|^(so |and |but |ok |okay |well |then |also |yes |yeah |no |oh |right |fine |cool |great |alright |now |hi there |hello there |hey there |hi |hello |hey )*(what|what's|whats|how|how's|hows|why|when|when's|where|where's|wheres|who|who's|whos|which|whose|can|could|would|should|do|does|did|is|are|was|were|will|have|has|may|tell me|explain|describe|give me|show me|pitch|convince|compare|list|summari[sz]e|delete|erase|remove|any)\b/;
