import { type Cue, cue, pattern } from './cue.ts';

/** How people speak who may become clients: a trouble, a question of fit, a price, a wish to be shown something. */
export const CLIENT_CUES: readonly Cue[] = [
  // A trouble of their own
  cue(
    'waits',
    { consulting_inquiry: 0.8, advice_request: 0.2, demo_request: 0.2 },
    `waits? (?:for|on|until|till)~ | waiting (?:for|on)~ | everything (?:lands|goes|comes|waits|runs|stops|has to)~ |
     (?:land|end up|come|pile up|go)s? (?:_ )?(?:on|with|to) (?:me|my desk|him|her|one (?:man|woman|person|lady))~ |
     every (?:single )?_ (?:_ )?(?:needs|waits|goes|lands|requires|comes|release)~ | (?:needs?|wants?|requires?) (?:my|his|her|the _'?s?) (?:signature|approval|okay|ok|blessing|eyes|sign-?off)~ |
     approves? (?:every|each|all)~ | signs? (?:off )?(?:on )?(?:every|each|all)~ | escalat | bottleneck | copied on~ | ask(?:s|ed)? me (?:about|for|first|everything|one)~ |
     (?:calls?|rings?|phones?|texts?) (?:me|one|him|her) (?:for|about|at|on)~ | seven signatures | only (?:one|he|she|i) (?:may|can|knows?)~ | all (?:_ )?(?:go|come) to~`,
  ),
  cue(
    'nobody_decides',
    { consulting_inquiry: 0.8, advice_request: 0.3 },
    `(?:nobody|no one|noone|no-one) (?:_ )?(?:knows?|decides?|dares?|may|can|could|owns?|asks?|wants|is allowed|takes)~ |
     (?:don't|doesn't|do not|can't|cannot|won't|never) (?:_ )?decide~ | who (?:decides|may decide|approves|is in charge|owns)~ | not allowed to~ |
     overrul | veto | quarrel | fight(?:ing|s)?~ | let(?:ting)? go~ | undecide | contradict | two bosses | micromanag`,
  ),
  cue(
    'strain',
    { consulting_inquiry: 0.8, advice_request: 0.2 },
    `drowning | struggl | overwhelm | swamped | stuck~ | chaos | a mess~ | burn(?:ed|t|ing)? out | exhausted | at a loss | falling apart | can't cope |
     driving (?:me|us) | kills? us | killing (?:me|us) | (?:i'm|i am) the (?:bottleneck|problem|reason) | high turnover | people (?:are )?leav | keeps? (?:leaving|quitting|resigning) |
     (?:resigned?|quit|handed in)~ | lost (?:a|an|two|three|four|five|our|us|several|\\d+) (?:_ )?(?:clients?|customers?|buyers?|orders?|contracts?|candidates?|people|staff)~ | missed (?:_ )?(?:deadlines?|drops?|orders?)~ |
     backlog | piling up | growing pains | out of (?:control|hand)~ | heart (?:attack|thing)~ | collapsed | morale | silos? | conflict | dysfunction | stall(?:s|ed|ing)~ | stagnat | overdue~`,
  ),
  cue(
    'handing_over',
    { consulting_inquiry: 0.9 },
    `succession | successor | takes? over | taking over | hand(?:ing)? over | retir(?:e|es|ing|ement)~ | merg(?:er|ing|e)~ | reorgani | restructur | transformation | professionali[sz]e |
     scal(?:e|ing) up | grow(?:ing|n) (?:fast|quickly|from|too)~ | doubl(?:ed|ing) (?:in|our|the)~ | new (?:ceo|coo|gm|head|director|managing director|structure)~ | change management | second in command | second-in-command | incoming ceo`,
  ),
  cue(
    'our_trouble',
    { consulting_inquiry: 0.8, advice_request: 0.3 },
    `(?:my|our|the) (?:_ ){0,2}(?:problem|issue|trouble|struggle|challenge|difficulty|headache|pain)s?~ | problem is~ | we (?:have|having|are having|face|got) (?:_ ){0,2}(?:issues?|problems?|trouble)~ |
     (?:we|i) (?:can't|cannot|don't know how to|fail to|keep|lose|are losing|waste|am losing)~ | (?:lose|losing|cost(?:s|ing)? us|wast(?:e|ing))~ | takes? (?:us )?(?:_ )?(?:days|weeks|months|ages|forever|too long|\\d+ (?:days|weeks|hours))~ |
     (?:two|three|four|five|six|\\d+) (?:days|weeks|months) (?:late|for a|to)~`,
  ),
  // Does it fit, can you help
  cue(
    'can_help',
    { consulting_inquiry: 1.4 },
    `(?:can|could|would|will|might) (?:you|she|he|theconsultant|this|anyone|someone|somebody) (?:_ )?(?:help|fix|sort|untangle|take (?:something like )?(?:this|that|us|me|it) on|work with|do something|look (?:at|into)|assist|support)~ |
     (?:is|would) (?:this|that|it) (?:be )?(?:_ )?(?:something|the (?:kind|sort|type) of)~ | (?:do|does|did|has|have|would) (?:you|she|he|theconsultant|your \\w+|ms \\w+|miss \\w+) (?:\\w+ )?(?:work(?:ed)? (?:with|for|across|in)|take (?:on|people|companies|clients)|help|handle|deal with|do (?:this|that|such|anything|something)|come to|coach|cover|specialise|specialize)~ |
     (?:is|am|are|would) (?:she|he|theconsultant|you|this|we|i|it|that) (?:_ ){0,2}(?:right|a fit|fit|suitable|too small|too big|person|for us)~ | right person | right (?:people|place|fit)~ | whether (?:you|she|this type of|that's|it's|this is) | (?:handled|seen|had) (?:_ ){0,3}(?:like|similar)~ | situation like (?:ours|mine) | who should (?:i|we) (?:speak|talk) (?:to|with)~ | sounding out | (?:would|is) (?:it|this) worth | good fit~ | who handles~ | where do (?:we|i) (?:start|begin)~ | what comes first | how would (?:you|she|theconsultant) (?:start|begin|approach|tackle|go about)~ |
     kind of (?:thing|problem) you~ | is (?:she|it) (?:for|only for)~ | (?:a|our) case for~ | for (?:companies|firms|people|someone) (?:like|of our)~ | our size | what would (?:it|working|an engagement) (?:_ )?(?:look|involve|take)~ | what is different`,
  ),
  cue(
    'seeks_help',
    { consulting_inquiry: 1.3 },
    `(?:look(?:ing)? for|need|wanted?|seek(?:ing)?|after|bring in|hire|find|engage|ask for|about getting) (?:_ ){0,3}(?:help|someone|somebody|consultant|consulting|advis[eo]r|outsider|outside|expert|professional|coach|coaching|eyes|guidance|partner to help)~ |
     (?:outside|external|outside) (?:help|eyes|view|support|adviser|advisor|consultant|facilitator|perspective)~ | consult(?:ant|ing|ancy)~ | get (?:someone|somebody) in~ | (?:engagement|mandate|assignment)~ | work (?:with|together with) (?:you|her|theconsultant|him)~ | select the advis | compare (?:two|three|\\d|a few) (?:advis|consult|persons|firms|provid) |
     i want (?:her|him|you|theconsultant) (?:down |up |over )?(?:here|to)~ | want(?:ed)? help | (?:that's|that is) what i want`,
  ),
  cue(
    'call_me',
    { consulting_inquiry: 0.8, purchase_intent: 0.2, demo_request: 0.2 },
    `(?:ring|call|phone) (?:me|us)~ | (?:have|get|ask|tell|let) (?:her|him|theconsultant|someone|ms \\w+) (?:please )?(?:to )?(?:ring|call|phone|contact|write|get in touch)~ | (?:her|she|theconsultant) (?:should |may |can |could |to )?(?:please )?(?:ring|call|phone)~ | first (?:call|talk|meeting|conversation)~ | (?:talk|speak) (?:to|with) (?:her|him|theconsultant)~ |
     (?:set up|arrange|schedule|book|have) (?:a|an|the) (?:_ )?(?:call|meeting|conversation|chat|appointment)~ | discovery call | intro(?:ductory)? call | propose a time | get in touch | contact me | who do i talk to | reach (?:me|out)~ | hear (?:back )?from (?:you|her)~`,
  ),
  cue(
    'proposal',
    { consulting_inquiry: 0.7, purchase_intent: 0.3 },
    `proposal~ | scope~ | terms of reference | nda~ | statement of work | rfp~ | tender~`,
  ),
  // A company behind it
  pattern(
    'our_company',
    { consulting_inquiry: 0.4, demo_request: 0.2 },
    /\b(?:we(?:'re| are| have| make| run| build| handle)\b|our (?:company|firm|team|organi[sz]ation|hospital|school|agency|shops?|factory|plant|board|managers?|directors?|staff)\b|\d+ (?:\w+ )?(?:people|ppl|employees|staff|heads|teachers|nurses|engineers|drivers|shops|sites|stores|workers|lawyers|agents|clinics|practices)\b)/,
  ),
  cue(
    'leads_it',
    { consulting_inquiry: 0.4, purchase_intent: 0.2, demo_request: 0.2 },
    `(?:i'm|i am|as|me,?) (?:the |a |an )?(?:\\w+ )?(?:owner|founder|ceo|coo|cfo|cto|md|managing|chair|chairman|director|head|principal|president|proprietor|partner|gm|general manager|co-owner|co-founder|cofounder|vp|chief|manager)~ | i (?:run|own|lead|founded|manage|chair|head|sign|decide|can sign|can decide|hold the)~ | (?:owner|founder|ceo|coo|managing director),? ~ | my decision | (?:it's|is) (?:just )?me to~ | nobody else to ask | has (?:given|told) me | mandate to`,
  ),
  // Buying
  cue(
    'price',
    { purchase_intent: 1.3 },
    `pric(?:e|es|ing|ed)~ | how much (?:is|does|do|for|would|are|to)~ | how much~ | for how much | price list | costs? (?:of|for|me|per|to)~ | what (?:does|do|would|will) (?:_ ){1,5}cost~ | (?:your|the|day|daily|hourly) rates?~ | fees? ~ | (?:you|she|theconsultant) charge~ | vat~ | discount | bundle | travel included | include (?:travel|vat)~ | quote~ | quotation~ | combien~ | kostet~ | prix~ | precio | cuanto | tarif`,
  ),
  cue(
    'contract',
    { purchase_intent: 1.4 },
    `contract (?:to|please|like|back|over)~ | (?:send|make|email|mail|see|sign|draw up|have) (?:_ ){0,3}(?:contract|agreement|papers|paperwork|invoice|bill|engagement letter|proforma|order form)~ | where (?:do|can) i (?:sign|pay)~ | (?:sign|signed|signing) (?:it|up|off|the (?:contract|proposal|po))~ | purchase order | po~ (?:number|will|can)? | invoice (?:in|to|address)~ | pay (?:by|in|up|beforehand|after|for|online|the)~ | deposit~ | instal?ments? | payment terms | proforma | supplier form | procurement | set up as (?:a )?supplier | bank details | credit card | terms (?:of|and)~`,
  ),
  cue(
    'order',
    { purchase_intent: 1.5 },
    `(?:want|like|ready|going|looking|keen) to (?:buy|book|order|purchase|sign|go ahead|reserve|sign up)~ | book (?:it|me|us|theconsultant|her|him|a (?!call|demo|meeting|time)|the (?!call|demo)|one|two|another)~ | buying (?:for|a|the|it)~ | i'?ll take (?:it|the|two|one)~ | we(?:'ll| will) take (?:it|the|two|one)~ | (?:we|i|they) want (?:the|a|one|two) (?:_ )?(?:workshop|session|package|day|sprint|audit|programme|program|course|licen[cs]e|keynote|retainer)~ | go ahead with | count (?:us|me) in | (?:i'm|we're|then) in[.!,] | reserve | renew | upgrade~ | subscription | licen[cs]es? for~ | seats~ | still (?:open|available|free)~ | is (?:_ ){0,4}available~ | accepted~ | (?:\\d|k|thousand|hundred|month|fee|that|price) is (?:fine|ok|okay|grand)~ | we want to buy | the green light | (?:we )?have a deal | what do you need from (?:us|me)~ | decision made~ | (?:workshop|session|package|sprint|audit|rehearsal|day|hour|course)s?,? please~ | (?:we'd|i'd|we|to) buy (?:the|a|one|two)~ | can one pay~ | what can i book | going with you | let's do (?:it|the|that)~ | draw up~ | three (?:offers|options|quotes)~ | collect (?:_ )?offers | pricing it up | place (?:an|the) order | order (?:one|two|the|a)~ | another (?:workshop|session)~`,
  ),
  cue(
    'money_ready',
    { purchase_intent: 0.5, consulting_inquiry: 0.3, demo_request: 0.2 },
    `(?:approved|sanctioned|authori[sz]ed|earmarked|allocated|released|budgeted|ring-?fenced|signed off|set aside|put (?:aside|by))~ | (?:have|has|got|hold) (?:the|a|about|around) (?:_ )?(?:budget|money|funds)~ | budget (?:is|of|for|code|line|ceiling|up)~ | up to (?:[€£$]|\\d|usd|eur|chf|cad|about|around) | can (?:pay|spend)~ | ceiling~ | within what i can | (?:grant|legacy|fund)~`,
  ),
  cue(
    'service',
    { purchase_intent: 0.5 },
    `(?:the|a|one|your|this|that|for|another|an) (?:\\w+[ -]){0,2}(?:workshop|session|package|sprint|audit|programme|program|retainer|coaching|training|assessment|diagnostic|bootcamp|course|masterclass|offsite day|team day|review|walkthrough|rehearsal|licen[cs]e|subscription|half-day|two weeks?|twelve weeks?|hour|day) (?:one|thing|cost|price|for|in|at|with|next|on)~ | workshop~ | the (?:long|short|small|big|monthly|two weeks?|one day|three day|twelve weeks?|premium|basic) (?:one|thing|version)~ | package~ | retainer`,
  ),
  pattern(
    'amount',
    { purchase_intent: 0.3, consulting_inquiry: 0.1, demo_request: 0.1 },
    /[€£$₹]\s?\d|\b\d[\d.,' ]{0,9} ?(?:k|grand|euros?|eur|dollars?|usd|pounds|quid|francs|chf|gbp|cad|lakhs?|zloty|lira|naira|rupees|shillings|million)\b|\b(?:thousand|hundred|lakhs?|grand) (?:euros?|dollars?|pounds|quid|rupees|zloty|lira|francs|shillings|a month)\b/,
  ),
  // Being shown
  cue(
    'demo',
    { demo_request: 2.2 },
    `demos?~ | demonstrat | vorfuhrung | (?:live|quick|short) (?:demo|look|presentation)~ | walk-?through of | walk (?:me|us|them|our \\w+|my \\w+) through | show-?and-?tell | test drive | taster~ | mock-?up | screen ?share | sandbox | free trial of | trial (?:run|of|account|version)~ | try (?:it|this|one)(?: out)?~ | proof of concept | present to (?:us|the|our|my)~ | presentation (?:on|to|for|of)~ | product walkthrough | (?:quick )?tour of | test account | sit in on~ | observe~ | live example | when can you present | watch it~ | demonstracion | muestra~ | vorfuhren | zeigen~`,
  ),
  cue(
    'show_me',
    { demo_request: 1.7 },
    `show (?:me|us|him|her|them|how|our|my|it|what|one|the|something|this)~ | (?:be|get|been|see it) shown~ | (?:can|could|may|might|want to|wants? to|like to|love to|need to|let me|gotta|please) (?:(?:i|we|you|one|somebody|they|he|she) )?(?:\\w+ )?(?:see|watch|look at|view) (?:a|an|one|it|how|what|the|that|this|your|some|for)~ | (?:see|watch|seen) (?:\\w+ ){0,4}(?:in action|in practice|at work|working|live|work|looks?|applied|run|done)~ | in action~ | (?:what|how) (?:_ ){1,5}looks? like~ | looks? like in | samples?~ | (?:an|real|concrete|redacted|worked) examples?~ | video of | recording of | preview | screenshots?~ | have a look at (?:how|the|a|one)~ | to be shown | something one can watch | can i see | i'd watch | let me see | look at (?:one|a|an|the) (?:real|sample|finished|example)~ | with (?:my|their|our) own eyes | before (?:we|i) (?:buy|spend|decide|commit|bring)~ | side[- ]by[- ]side | picture it`,
  ),
  // An answer, not an engagement
  pattern(
    'asks_how',
    { advice_request: 1.3 },
    /(?:^|[.!?:,;] |\b(?:and|but|so|ok|okay|question|um) )(?:how (?:do|does|should|would|can|could|to) (?:i|we|you|one|a|an|they|people|someone|managers?)\b|how to\b|what (?:should|would|could|can|do) (?:i|we|you)\b|what do you (?:say|do|think|tell)\b|what's the best\b|whats the best\b|what would be the first\b|is it wrong\b|would you \w+ \w+ (?:or|on) |is \w+ \w+ \w+ reversible|should (?:i|we|a|an|the|they)\b|is it (?:better|ok|okay|normal|wise|right|a good|legal|fair|possible to)\b|is there a (?:\w+ )?way\b|which (?:is|one|book)\b|who (?:should|gets|decides|answers|pays|cancels|owns|has)\b|why (?:do|does|is|are|would)\b|can two\b|when (?:should|is it|do you)\b|do you think\b|any (?:tips?|advice|ideas?|thoughts|books?|suggestions?)\b)/,
  ),
  cue(
    'wants_answer',
    { advice_request: 1.4 },
    `(?:quick|short|one|serious|simple|small|general|theoretical|honest|three short) (?:\\w+ )?(?:question|one)s?~ | one answer | an? (?:answer|opinion|view|second opinion|tip|hint|pointer)~ | your (?:advice|opinion|view|take|thoughts?|two cents)~ | (?:just|only|want|wanted|need|some|bit of|free) (?:_ ){0,3}(?:advice|answer|opinion|tips?)~ | rule of thumb | settle an argument | what would (?:theconsultant|she|you) (?:say|do|advise|recommend|suggest)~ | recommend (?:a|any) book | where can i read | best book | advise me~ | give me one thing | a word of advice | my question is | (?:your|theconsultant's|her) (?:verdict|recommendation|rule|trick|tip)~ | do you have a (?:trick|tip|template|rule)~ | whether (?:to|i should|we should|one should)~ | first step | would it be (?:wrong|better|wise)~ | do i (?:have to|need to|let|tell|lock|just|really)~ | what if (?:he|she|they|it|the)~ | tell me (?:how|what|whether|who)~ | draw the line | may i (?:put|ask) (?:a|you)~ | in your opinion | success factors | some pointers | ask an expert | how do you say~ | what's a good way | curious how | best way to | what do i (?:tell|say|do)~ | what now~ | question: | i've a question about~ | settled an argument | someone on my side | not buying~ | just tell me | may i quote | advice on`,
  ),
  cue(
    'took_answer',
    { advice_request: 1.4 },
    `(?:i'll|i will|we'll|going to|gonna|will|let me) (?:give (?:it|that)|try|do|test|use|print|raise|report|tell|show|pass|write|put) (?:_ )?(?:it|that|this|the|a try|on|back|him|her|them|my)~ | (?:that's|that is|thats|this is|very|really|so|super|most|ok) (?:\\w+ )?(?:useful|helpful|clever|good|sensible|clear|perfect|wise|fair|all i (?:wanted|needed))~ | (?:point|lesson) taken | makes sense | sensible | painfully accurate | i like (?:it|that)~ | love (?:it|this|that)~ | that'?s (?:all|what) i (?:wanted|needed)~ | that helps | noted~ | got it~ | will do~ | great tip | writing (?:that|it|this) down | stealing (?:that|it|this) | exactly what i needed | i'll (?:start|remember|begin|ask|suggest|propose)~ | never thought | good (?:point|idea|advice|answer)~ | never thought of | thanks,? that`,
  ),
  cue(
    'no_engagement',
    { advice_request: 1, general_chat: 0.4 },
    `not (?:looking|going|planning|here|trying|want(?:ing)?) (?:_ )?to (?:hire|buy|engage|pay|sign|spend)~ | (?:don't|do not|no) (?:want|need|wish) (?:_ )?(?:to (?:buy|hire|book|pay)|a consultant|an? engagement|a call|a meeting)~ | rather than a service | no strings | for free~ | free advice | just (?:the )?advice | it isn't up to me | (?:i'm|im|i am) (?:just|only) (?:a|an|the)~ | not a (?:boss|founder|manager)~ | nothing to (?:buy|sell|manage)~ | no project | not (?:a|an) (?:client|customer)~ | not for us | if it (?:flops|goes wrong|goes badly|doesn't)~ | maybe later | till then`,
  ),
];
