import { Phrase } from '../reading/phrase.ts';

/** Turns of phrase by which somebody tells of what hurts, or of something else; what each is worth is learnt (train-pains.ts). */

/** What hurts in so many words, by how plainly it says so. */
export const STRONG: readonly Phrase[] = [
  new Phrase(
    /\b(?:wait(?:s|ing|ed)?|hangs?|sits?|stuck|stop(?:s|ped)?|stall(?:s|ed)?|queu(?:e|es|ing)) (?:\w+ ){0,3}(?:for|on|with|at|until|till|because|when|to|behind)\b|\bwait(?:s|ing)? (?:\w+ ){0,2}(?:\d+|two|three|four|five|six|seven|eight|nine|ten|days?|weeks?|months?|hours?)\b/i,
  ),
  new Phrase(
    /\b(?:lands?|landing|ends? up|comes?|goes|go|runs?|escalates?|returns?|flows?|crawled|arrives?|bounces?) (?:\w+ ){0,3}(?:on|to|through|via|over|with|back to|across) (?:me|my|one|a single|the (?:founder|boss|owner|chair\w*|director|ceo|md|head office|alderman|board|doctor|mother|father)|head office|him|her|us)\b/i,
  ),
  new Phrase(
    /\b(?:nobody|no one|no-one|none of (?:them|us)|nothing|neither of (?:us|them))\b (?:\w+ ){0,3}(?:knows?|dares?|decides?|can|could|may|will|would|moves?|happens?|gets?|does|do|answers?|reads?|opens?|opened|signs?|touch\w*|allow\w*|owns?|takes?|wants?|has|is|works?|leaves?|comes?|acts?|understands?|buys?|else|there)\b/i,
  ),
  new Phrase(
    /\b(?:only|just) (?:i|me|he|she|one (?:man|woman|person|doctor|surgeon|of us|desk)|my (?:father|mother|boss)|the (?:founder|owner|director|boss))\b/i,
  ),
  new Phrase(
    /\b(?:every|each|all|any|everything|everyone|everybody)\b.{0,60}\b(?:needs?|waits?|comes?|goes|go|lands?|asks?|calls?|phones?|rings?|has to|have to|must|before|without|through|by me|to me|my|stops?|late|depends?|decides?)\b/i,
  ),
  new Phrase(
    /\b(?:approv(?:e|es|ing)|sign(?:s|ing)?|decides?|answer(?:s|ing)?|check(?:s|ing)?|copied on|cc'?d on|cc) (?:off )?(?:me |him |her )?(?:on )?(?:each|every|everything|all)\b|\bcan'?t (?:\w+ ){1,8}without\b|\bwon'?t (?:\w+ ){1,8}without\b|\b(?:ask(?:s|ing)?|beg) (?:for )?(?:me |us |permission|my|about|him|her|before)\b/i,
  ),
  new Phrase(
    /\b(?:bottleneck|drowning|overwhelmed|swamped|exhausted|burn(?:ed|t)?[- ]?out|breaking point|collapsed|signed off .{0,12}stress|insomnia|firefighting|chaos|mess|disaster|shameful|nightmare|backlog|bleeding|in tears|cries|crying)\b/i,
  ),
  new Phrase(
    /\b(?:pil(?:e|es|ed|ing) up|overdue|late|delayed|delays?|too slow|takes? (?:us |me |him |her |them )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|weeks|days|months|forever|ages)|slips?|slipped|rework|retyp\w+|twice|by hand|with a pencil|at night|at 2 ?am)\b/i,
  ),
  new Phrase(
    /\b(?:los(?:e|es|ing|t)|miss(?:ed|ing|es)?|quit|quits|resign\w*|handed in|left us|walked out|walk out|spoil\w*|penalt\w+|complain\w*|complaints?|shout(?:s|ing)?|cancel(?:s|led|ed)|abandon\w*|angry|swearing|fight(?:s|ing)?|argu\w+|quarrel\w*|veto\w*|undo\w*|forgets?|bypass\w*|negotiat\w+|ignor\w+)\b/i,
  ),
  new Phrase(
    /\b(?:afraid|scared|dares?|fears?|refus(?:e|es|ed)|won'?t let|will not let|doesn'?t let|doesn'?t trust|do not trust|don'?t trust|no idea|never (?:writes?|told|tells?|gets?|comes?|reads?|answers?)|can'?t let go|cannot let go)\b/i,
  ),
  new Phrase(
    /\b(?:does(?:n'?t| not) (?:work|open|load|send|come|arrive|start|log)|do(?:n'?t| not) (?:work|open|load|send)|not working|broken|error|404|expired|wrong (?:vat|invoice|date|name|address|place|amount|one|leipzig)|keeps? (?:\w+ )?(?:coming|forgetting|asking|ringing|calling|phoning|failing|crashing|\w+ing)|no (?:link|notes|answer|reply|summary)|never (?:arrived|came|got)|still (?:got|no|waiting)|old vat|\d (?:invoices|times) for|charged)\b/i,
  ),
  new Phrase(
    /\b(?:phone (?:is )?(?:\w+ )?ring\w*|rang me|rings? me|call(?:s|ed|ing)? me (?:at|about|for|every)|phones? (?:me|the|one|him|her)|on the phone|wak(?:e|es|en|ing) (?:me|up)|woken)\b/i,
  ),
];
export const MILD: readonly Phrase[] = [
  new Phrase(
    /\b(?:problem|trouble|issue|struggl\w+|pain|difficult\w*|hard|worr\w+|stress\w*|tired|frustrat\w+|ridiculous|annoy\w+|unfortunate|stupid)\b/i,
  ),
  new Phrase(/\b(?:can'?t|cannot|couldn'?t|unable|won'?t|don'?t|doesn'?t|not allowed|isn'?t|no)\b/i),
  new Phrase(
    /\b(?:too (?:many|much|long|slow|late|few)|instead of|without (?:me|him|her|asking|my)|myself|alone|still|everyone|whole day|signatures?|approvals?)\b/i,
  ),
  new Phrase(/\b\d[\d,.]* (?:emails?|mails?|messages|unread|days|weeks|hours|signatures|orders|unsigned)\b/i),
];
/** Words of a wish, a greeting or an arrangement: no pain, whatever else stands there. */
export const OTHER = new Phrase(
  /\b(?:thank|thanks|cheers|please|my name|could (?:you|she)|can (?:you|she|we|i)|would (?:you|she|like|love)|how much|what (?:is|are|does|do) |price|budget|invoice to|send (?:me|it|us)|write to|call me|ring me|book me|looking forward|hello|good (?:morning|evening)|i'd like|we'd like|i want to (?:buy|book|see)|no (?:hurry|rush|budget|need|money|fee)|let me|come back|not yet|use (?:that|this)|the address|my (?:e-?mail|address|mail)|don'?t (?:write|call|use|mail)|not (?:sure|looking|interested|selling)|i don'?t know|ha(?:ha)?|lol|just (?:looking|browsing|reading)|if she|if it|reach me|i sign|signed it off|approved|set aside|put aside)\b/i,
);
