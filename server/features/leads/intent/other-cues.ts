import { type Cue, cue, pattern } from './cue.ts';

/** How people speak who come for something else than an engagement. */
export const OTHER_CUES: readonly Cue[] = [
  // A stage
  cue(
    'stage',
    { speaking_request: 1.9 },
    `keynote | speakers?~ | speaking (?:at|to|for|slot|gig|engagement|fee|invitation|request)~ | (?:give|giving|do|deliver|hold|record) (?:a|an|the|us a|our) (?:_ ){0,2}(?:talk|lecture|speech|webinar|address|interview)~ | talk (?:at|for our|to our|about|with exercise)~ | a talk~ | (?:\\d+|twenty|thirty|forty|ten|sixty)[- ](?:min|minute)s? (?:talk|slot|lecture|lightning|speech|on stage|about|on)~ | panel~ | panell?ist | podcast | moderat(?:e|or|ing)~ | plenary | fireside | guest lecture | (?:chief )?guest speaker | lightning | tedx? | on (?:our|my|the) (?:show|stage|panel|podcast|programme)~ | on stage | episode | host(?:ing)? a (?:panel|webinar|talk)~ | speech~ | interview (?:her|you|theconsultant|with)~ | lecture~ | redner | vortrag | conferenc(?:ier|iere) | intervenante? | ponente | ponencia | charla~ | recnik | webinars? | guest~ | on the morning | radio station | external voice | lunch talk | microphone | address (?:our|the)~ | say a few words`,
  ),
  cue(
    'event',
    { speaking_request: 1.1 },
    `conferences?~ | congress | summit | symposium | convention~ | festival | forum~ | meet-?up | (?:annual|yearly|regional|managers'?|customers?'?) (?:_ )?(?:meeting|meet|dinner|evening|retreat|day|gathering|get-together)~ | retreat~ | away-?day | town hall | audience | attendees | delegates | listeners | participants~ | organi[sz](?:er|ing) (?:of |the |a |our )?~ | programme (?:goes|committee|chair)~ | program committee | curator | owners of~ | event~ | congreso | congres~ | tagung~ | jahrestagung | trade fair | members would | kongress | unternehmertag | hundred (?:people|guests|managers|owners|members)~ | season starts | honorari | invite (?:her|theconsultant|you|ms)~ | invitation`,
  ),
  // Selling or teaming up
  cue(
    'we_offer',
    { partnership_vendor: 1.3 },
    `we (?:offer|provide|sell|supply|do ai|help (?:consultants|businesses|coaches|companies|experts|firms)|work with consultants|specialise|specialize|are (?:a |an |the )?(?:\\w+ )?(?:agency|supplier|provider|factory of|platform|certified))~ | our (?:platform|software|tool|product|solution|services?|app|crm|plugin|system|agency|newsletter reaches)~ | i (?:sell|represent|offer|provide|could make|design|build)~ | (?:i'm|i am) (?:with|from) _,? (?:we|and we)~ | case study | brochure | catalogue | price list | moq~ | free (?:trial|audit|sample|consultation)~ | introductory | special (?:offer|price|deal)~ | founders'? rate | hot deal | % (?:off|discount|commission|of each)~ | (?:runs|valid|deal|offer) (?:only )?until~ | would (?:you|she|theconsultant) be (?:open|interested)~ | 15[- ]min(?:ute)?s?~ | quick (?:call|chat)~ | save[sd]? (?:you|consultants|advisers)~ | boutique | growth~ | sponsor | agency (?:helps|for)~ | we guarantee | what we do is~ | we get you~ | consultants like you | appointments with~ | put me down~ | helping consultants | (?:our|that's what our) customers get | processing fees | (?:his|our) rate's | (?:good|valid) till~ | license the~ | an episode or~ | we publish | unsere (?:dienstleistung|produkte|software)~ | very good offer | calling from a (?:telecom|provider)~ | mochten ihnen | nous proposons | ofrecemos | we have a (?:beautiful|great|lovely|new) | our logo | (?:rent|hire) out~ | per (?:lead|appointment|seat|post)~ | cheaper than~ | we(?:'d| would| could) (?:like to |love to )?(?:offer|host|provide|supply|sponsor|feature|present)~ | i(?:'d| would| could) (?:like to |love to )?(?:offer|supply|sponsor|introduce|pitch)~ | we can (?:also )?(?:place|deliver|supply|make|bring)~ | factory of~ | with your logo`,
  ),
  cue(
    'team_up',
    { partnership_vendor: 1.8 },
    `partner(?:ship|ing|s manager| with| programme)~ | partnerships?~ | collaborat | cooperat(?:e|ion)~ | team up | joint(?:ly)?~ | white[- ]?label | resell | referr?(?:al|ing|als)~ | refer (?:clients|people|them|each|back|our|my)~ | commission | affiliate | rev(?:enue)?[- ]share | fees? shared | co-?(?:host|deliver|brand|market|develop|author)~ | subcontract | join forces | mutual | synerg | alliance | under licen[cs]e | introduce (?:her|you|theconsultant|our|my)~ | send (?:people|clients|them) to~ | (?:several|some|two|many|half|most|all) (?:of )?(?:my|our) (?:clients|customers|members)~ | (?:my|our) (?:clients|customers|members|portfolio|network|subscribers) (?:_ )?(?:ask|have|need|would|are|could|fail|who)~ | our (?:clients|customers|members|network|portfolio) | one (?:day|module) a month | bring the client | resident expert | house advis | swap~ | exchange:? | recommend her | external practitioners | reciprocal | working together | work together~ | in return~ | barter | (?:put|list|feature|place) (?:you|her|theconsultant) (?:on|in|as) | (?:trusted|recommended|preferred) (?:partner|supplier|adviser|consultant)s? | franchise | distribut(?:e|ion|or) | co-author | bundle (?:our|your|the) | (?:our|my) (?:readers|subscribers|academy|platform|marketplace|graduates|alumni) | for partners~ | complement(?:s|ary)? | same clients | share clients | both (?:our|of our) | train(?:ed)? (?:our|your) (?:trainers|facilitators|consultants)~ | (?:us|school|company|firm) and you~ | write (?:one|a book) with (?:us|you)~ | split (?:the income|be)~ | bid (?:for|together) | certificate programme | multiplier | clearing house`,
  ),
  cue(
    'your_business',
    { partnership_vendor: 0.9, spam: 0.3 },
    `your (?:business|clients|customers|website|web ?site|site (?:is|has|could)|practice|calendar|pipeline|brand|marketing|books|accounts|audience|traffic|leads|sales|blog|listeners|backlinks|ranking|workflow|bookkeeping)~ | for consultants~ | consultants (?:like|save|use)~ | guest post | do-?follow | link to~ | lead gen | verified (?:ceo )?contacts`,
  ),
  // Something delivered that does not work
  cue(
    'broken',
    { support_request: 2 },
    `(?:doesn't|does not|don't|didn't|did not|won't|isn't|not|no longer|stopped) (?:_ )?(?:work|working|open|opening|load|loading|play|playing|send|sending|arrive|arrived|respond|connect|received?|show up|come through)~ | can'?t (?:open|access|log|get in|download|find|join|see (?:the|my)|hear)~ | cannot (?:open|access|log|download|find|join)~ | broken~ | errors?~ | 404~ | error \\d+ | bug~ | expired~ | corrupt | bounced~ | (?:is |was |are |still )missing~ | crash(?:es|ed|ing)?~ | blank~ | fail(?:s|ed) to~ | kaput | freezes | keeps? (?:cutting|forgetting|crashing|coming|asking|saying|logging|failing)~ | log(?:ging)? in~ | login~ | password | token~ | greyed? out | stays gr[ea]y | out of order | answers? every customer twice | is dead~ | cut off~ | access denied | misspelt | nobody called | says '?declined | declined~ | takes my card | no subtitles | (?:has|have) started (?:_ )?(?:greeting|sending|sorting|showing|answering)~ | since (?:monday|tuesday|wednesday|thursday|friday|this morning|the update),? (?:it|the|my|our|we can't)~ | nie angekommen | pas recu | no (?:he|hemos) recibido | funktioniert nicht | ne marche pas | no funciona | doesn't start | illegible | firefox | chrome~ | iphone | android | browser | button~`,
  ),
  cue(
    'wrong_delivery',
    { support_request: 2 },
    `(?:wrong|old|incorrect|duplicate|double|second|two) (?:\\w+ )?(?:invoices?|date|amount|link|address|name|file|version|vat|tax number|number|language|hotel|bill|leipzig|attachment)~ | never (?:arrived|came|received|got|turned up)~ | (?:haven't|have not|hasn't|not) (?:_ )?(?:received?|got|had|heard|arrived|come)~ | still (?:waiting|no|haven't|not)~ | refund | money back | no show~ | charged (?:twice|me|us)~ | overcharged | correct (?:it|the|this)~ | invoice \\d | (?:still|the|an|another) (?:got|received) (?:the|an) invoice | (?:was|were|got|been) cancelled | complain(?:t|ing)? (?:about|to)? | unsubscribe | off the list | newsletter | (?:delete|cancel|remove) (?:my|the account|our) | asked twice | hasn't been (?:scheduled|sent|paid) | corrected one | sent us (?:\\d|two|three)~ | hotel for the | my data | rebook | reschedule | resend | send (?:it|them) again | clean copy | (?:the )?(?:english|right|correct) (?:one|version)~ | was promised | mailed twice | wrote twice | third time | no answer | aftercare`,
  ),
  cue(
    'had_it',
    { support_request: 1.2 },
    `(?:we|i) (?:finished|completed|attended|paid for|took part|had (?:our|a|the)|did (?:our|the|a|one)|bought|booked|signed up)~ | (?:from|after|since|of|in) (?:our|the|my|yesterday's|thursdays?|last) (?:\\w+ ){0,2}(?:workshop|session|rehearsal|course|talk|training|decision hour|day|walkthrough|sprint|engagement|chat)~ | (?:you|she|theconsultant) (?:sent|gave|ran|delivered|promised|set up|left|wrote|told)~ | my (?:order|booking|invoice|account|ticket|registration|summary|notes|chat|recording)~ | our (?:order|booking|invoice|account|prompt book|cue sheet|notes|recording|sheet)~ | existing (?:client|customer)~ | client of (?:20\\d\\d|yours)~ | (?:handout|slides|recording|materials|certificate|notes|summary) (?:from|of|for|to)~ | as (?:a )?(?:client|customer)s?~ | (?:has|have) paid~ | we pay | last (?:week|month|spring|night|year)'?s?~ | yesterday~`,
  ),
  // Work
  cue(
    'job',
    { job_inquiry: 2.2 },
    `jobs?~ | vacanc | hiring~ | are you hiring | we're hiring | cvs?~ | resume~ | curriculum vitae | apply(?:ing)? (?:for|to|at)?~ | appl(?:ication|icant)~ (?:for|as)? | intern~ | interns~ | internships? | recruit(?:er|ers|ing|ment)?~ | candidates? for | (?:job |an? )?opening~ | open (?:position|role)s? | head-?hunt | placement~ | join (?:your|the|her) (?:team|company|firm)~ | work for (?:you|theconsultant|her|him|free)~ | salary | per annum | unpaid | part[- ]time | full[- ]time | apprentic | associate (?:role|position)~ | notice period | executive search | search firm | board seat | work experience | be the extra | (?:how do you|to) get (?:into|out of)~ | chief of staff for~ | recommend (?:someone|somebody|a friend)~ | looking for two weeks | any work for me | work for me~ | my application | the ad for | verstarkung | stagiaire | busco (?:empleo|trabajo)~ | recherche (?:un )?emploi | cheap and hardworking | want to become | forward the ad | careers page | careers~ | years? (?:of )?experience | yrs? experience | looking for (?:a |some )?(?:work|job|position|employment)~ | busco trabajo | stellenangebot | bewerb | praktikum | emploi | relocate | open to opportunities | coo mandate | shortlist | talent (?:lead|partner|acquisition)~ | position~ | employ(?:er|ment|ee) ?(?:me|contract)? | virtual assistant | hardworking | fast learner | volunteer (?:as|to|for you)~ | freelanc(?:e|er)~ | base £?\\d | (?:day|contract) rate | second engineer | a job~ | hire you | third person she calls`,
  ),
  // Work that their trade gets or loses, and no position.
  cue(
    'trade_jobs',
    { job_inquiry: -2.2, consulting_inquiry: 0.4 },
    `(?:lose|loses|losing|lost|win|wins|winning|won|quote|quoting|do|did|finish|start|bigger|small|more|per|each|every|our) (?:the |a |an |our |some |these |those |small |big )?jobs?~ | jobs? (?:a|per|each|every) (?:day|week|month)~`,
  ),
  cue(
    'student',
    { general_chat: 0.2, advice_request: 0.6, job_inquiry: 0.2 },
    `student~ | studying~ | thesis | dissertation | university project | coursework | homework | essay | my professor | my degree | bachelor | master'?s?~ | phd~ | undergrad | school project | exam~ | semester | seminar paper | journalist | blogger | column about | my class`,
  ),
  // Bulk and forgery
  cue(
    'bulk',
    { spam: 2.4 },
    `seo~ | backlinks? | keywords in | page 1 of | page one of | crypto | bitcoin | btc~ | casino | betting | forex | viagra | lottery (?:winner|prize) | winner~ | you (?:have )?won~ | prize~ | gift card | loans?~ (?:at|to|offer)? | million (?:dollars|euro|usd|us)~ | (?:my|an|the|your) inheritance | next of kin | barrister | widow | prince~ | click (?:here|now|below|the link)~ | limited (?:time|offer)~ | act now | offer ends | risk free | 100% | followers~ | email list | mailing list | unclaimed | wire transfer | western union | passport copy | bank particulars | telegram~ | investment opportunity | guaranteed~ | real visitors | press (?:one|nine|1|9)~ | undelivered parcel | customs fee | congratulations | selected for | dear (?:friend|sir|beneficiary|customer|winner)~ | kindly (?:share|forward|visit|send (?:your|price|catalog))~ | transfer fee | consignment | late (?:engineer|oil|minister|president)~ | lonely~ | my profile | singles~ | see my pic | free audit report | rank (?:your|you)~ | first on google | system prompt | technical department | your computer | card ready | let's play a game | print the score | unrestricted | domain expires | to avoid suspension | no collateral | without collateral | medical gloves | in bulk | moq 10 | catalog(?:ue)? and price | proforma invoice \\+ | containers~ | dont miss | don't miss | best price | earn (?:\\$|money) | verify your | your (?:account|parcel|electricity|subscription) (?:_ )?(?:has|will|is|may|contract)~`,
  ),
  pattern(
    'link',
    { spam: 1.2 },
    /\bhttps?:|\bhxxp|www\.|\.(?:biz|xyz|top|ru|info|click|win)\b|\bdot (?:top|click|biz|xyz)\b|bit\.ly/,
  ),
  pattern(
    'gibberish',
    { spam: 1.4 },
    /\b(?:asdf\w*|asdk\w*|qwert\w*|qweo\w*|lorem|jkl\w*)\b|\b[bcdfghjklmnpqrstvwxz]{6,}\b|(.)\1{6,}|^[a-z0-9+/]{30,}={0,2}$/,
  ),
  pattern('shouting', { spam: 1 }, /!{3,}|\${2,}|✅{2,}|💰|🔥{2,}|😘/u),
  // Nothing in particular
  cue(
    'small_talk',
    { general_chat: 1.5 },
    `how are you | weather | jokes?~ | nice (?:site|page|website)~ | great (?:site|page|website)~ | (?:are|r) (?:you|u) (?:a |an |actually )?(?:real|robot|bot|human|ai|person|machine)~ | who (?:are you|made you|is this)~ | (?:just|only) (?:looking|browsing|testing|passing|playing|checking|reading|poking|here)~ | browsing~ | passing time | insomnia | bored~ | favou?rite | football | music~ | lol~ | lmao~ | haha | ha~ | testing~ | sing (?:me|a)~ | poem | recipe | movie~ | pizza | (?:wrong|false) (?:tab|number|site|page|window|website)~ | having a look | wrong shop | stand-up comedian | no question really | bravo~ | delight~ | pensioners~ | look around | tell me something | chatbot~ | happy new year | talk to (?:somebody|strangers)~ | no question | found (?:it|the) \\w+ myself | is this thing on | strangers~ | retired~ | picture on your page | site de la | falsch | robots? | machines?~ | no (?:business|reason)~ | stumbled | came across | landed here | someone's post | sent me (?:this|the|a) (?:link|page)~ | roommate | my (?:gran|sister|roommate|kid|nephew) ~ | bookmarked | don't have a question | nothing (?:really|specific|in particular|for me)~ | just (?:a )?(?:chat|saying|curious|wondering|wanted to say)~ | for fun~ | amused | cute~ | cool~ | wow~ | ta ta~ | listening~ | i met (?:a|her|theconsultant)~`,
  ),
  cue(
    'about_person',
    { general_chat: 1.3 },
    `(?:where|when) (?:is|are|does|do|did) (?:you|she|theconsultant|the twin) (?:_ )?(?:live|based|from|grow|born)~ | how old | grew up | hobbies | (?:her|your|theconsultant's) (?:book|background|story|hobby|accent|cat|dog|name|hair|favourite|photo)~ | which (?:theatre|theater|university|school|story|of your stories)~ | does (?:she|theconsultant) (?:really|actually|still|like|have a)~ | do you (?:dream|sleep|get bored|like|have feelings|remember|believe)~ | is this her~ | sarcastic | philosoph | meaning of life`,
  ),
  cue(
    'farewell',
    { general_chat: 0.7 },
    `bye~ | goodbye | good night | see you (?:around|later)~ | cheers~ | have a (?:nice|good) (?:one|day)~ | that's all~ | ta~ | anyway~ | greetings to | just passing`,
  ),
  // Positions
  cue(
    'denies',
    { general_chat: 0.3, purchase_intent: -0.2 },
    `no budget | zero budget | not interested | no money | (?:don't|do not) have (?:any |the )?(?:money|budget|\\d)~ | forget (?:it|that)~ | never ?mind | changed (?:my|our) mind | not any ?more | no longer | leave (?:it|me)~ | cancel | not this year | taken it out`,
  ),
  cue(
    'hypothetical',
    { general_chat: 0.2, advice_request: 0.2 },
    `suppose | imagine~ | hypothetic | what if~ | if (?:i|we) (?:had|were|ever|wanted)~ | let's say | in theory | one day~ | someday | pretend | in ten years | if i won`,
  ),
  cue(
    'for_friend',
    { general_chat: 0.5, advice_request: 0.2 },
    `my (?:friend|wife|husband|brother|sister|cousin|uncle|aunt|neighbou?r|father|mother|dad|mum|mom|daughter|son|nephew)~ | a friend~ | asking for | my (?:boss|colleague)~`,
  ),
  cue(
    'undecided',
    { consulting_inquiry: 0.2, advice_request: 0.3, general_chat: 0.2 },
    `(?:i'll|let me|will) (?:think|sleep|ask|talk|bring|check)~ | come back~ | be back~ | need to ask | ask (?:the|my|him|her)~ | not yet~ | we'll see | maybe~ | perhaps~`,
  ),
];
