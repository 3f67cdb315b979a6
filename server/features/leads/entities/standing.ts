import type { Disqualifier } from '../facts.ts';
import type { Clause } from '../reading/clauses.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/stance.ts';
import type { Found } from './found.ts';

const DECIDES = new Phrase(
  /\b(?:i (?:can |will |alone |also |just )?(?:decide|sign)(?: (?:it|for it|off|alone|the \p{L}+|myself|same day))?|i(?:'ve| have)? signed (?:it )?off|signed (?:it |that )?off(?: myself)?|sign (?:it )?off (?:alone|myself)|i hold the (?:budget|pen|purse)|hold the budget|i own the (?:budget|place|company)|budget (?:line )?i control|my own budget|(?:it'?s|it is|from|out of|within|in|on) my budget|i (?:have|'ve) (?:the |a |full )?(?:mandate|authority|say|okay|go-ahead|approval)|i've the (?:mandate|authority)|the mandate|no (?:further|other) approvals?|nobody else to ask|no ?one else to ask|i need no ?one'?s|i alone|i control|i can commit|it'?s my (?:call|decision|money)|just me to convince|i(?:'m| am) the one (?:booking|deciding|who (?:decides|signs|books))|hr decides, i\.?e\.? me|that'?s me|i book|if she says yes it'?s a yes|(?:board|trustees|council|ceo|boss|director|owner|chairman|superintendent|he|she|they) (?:has |have |'s |'ve )?(?:approved|signed|agreed|sanctioned|minuted|voted|gave me the okay|said yes|is fine with))\b/iu,
);
const NOT_MINE = new Phrase(
  /\b(?:not (?:my|up to me|mine)|isn'?t (?:up to me|my)|(?:have|need|got|would have|'d have) to (?:ask|convince|sell|run|check|bring|get)|can'?t decide|cannot decide|(?:holds?|has) the (?:purse|budget)|ask (?:my|the) (?:boss|committee|board|trustees)|needs? (?:a yes|approval) from|not me|don'?t decide|just one vote)\b/i,
);

/** That the visitor decides, or carries weight where it is decided; false when they say that others do. */
export function authorityIn(clauses: readonly Clause[], readings: readonly Reading[]): Found | false | null {
  let found: Found | false | null = null;
  for (const [at, clause] of clauses.entries()) {
    const reading = readings[at];
    if (!reading || reading.hypothetical || reading.sarcastic || clause.asks) continue;
    const match = DECIDES.exec(clause.text, clause.openings);
    if (match && !/\b(?:not|n't)\s*$/.test(clause.text.slice(0, match.index))) {
      found = {
        value: match[0],
        from: clause.from + match.index,
        to: clause.from + match.index + match[0].length,
        strength: 2,
      };
    } else if (NOT_MINE.test(clause.text, clause.openings)) found = false;
  }
  return found;
}

/** Positions whose holders decide. */
export const DECIDER =
  /\b(?:owner|founder|cofounder|co-founder|co-owner|proprietor|ceo|coo|cfo|chief (?:executive|operating|financial)|president|presidenta|managing (?:director|partner)|joint managing|md|general manager|gm|executive director|chair(?:man|woman|person)?|inhaber(?:in)?|geschäftsführer(?:in)?|prokurist|partner|patron|director|directora|directrice|jednatel(?:ka)?|eigena(?:ar|aresse)|rector|gerente general|vice-president)\b/i;
export const UNDECIDER =
  /\b(?:assistant|deputy|student|intern|former|retired|officer|volunteer|junior|art|film|stage|secretary|casting|funeral|musical)\b/i;

/** What makes a visitor no lead; each with how it is told. */
export const KINDS: readonly (readonly [Disqualifier, Phrase])[] = [
  [
    'student',
    new Phrase(
      /\b(?:(?:i'?m|i am|as) (?:just |only )?an? (?:[\p{L}-]+ ){0,2}(?:student|undergraduate|fresher|freshman)|(?:my|a|an|the|write a|master'?s?|bachelor) (?:[\p{L}']+ )?(?:thesis|dissertation|essay|seminar paper|term paper|homework|coursework)|for (?:my|a|our) (?:class|course|case study|seminar|university project|school project)|case study\b.{0,30}\b(?:invented|semester)|(?:2nd|1st|3rd|second|first|third|final) (?:yr|year) (?:of |student|business|management|law)|i study\b|student here|, student\b|student union)/iu,
    ),
  ],
  [
    'job_seeker',
    new Phrase(
      /\b(?:my (?:cv|résumé|resume)|a cv|send (?:a |my )?cv|any vacanc\w+|vacanc(?:y|ies)|internship|do (?:you|u) (?:take interns|need (?:a |an )?\p{L}+ (?:part|full))|take (?:on )?(?:interns|juniors)|looking for (?:a |any )?(?:job|work|position)|busco trabajo|(?:apply|applying) for|i'?m? ?calling about the position|about the position|(?:work|job) for (?:her|you)|i can (?:work free|start tomorrow)|ready to relocate|headhunter|executive search|\w+ mandate\b.{0,40}\b(?:base|perfect|shortlist)|we'?re hiring|is there room for (?:a|another)|her to look at applying|be tempted|day rate is|third person she calls in|hire me|(?:open to|role of|for) an? (?:\p{L}+ ){0,2}(?:interim|fractional|permanent|full-time)? ?(?:c[eo]o|cto|cfo|chief \p{L}+) (?:role|post|position)|interim c[eo]o|, recruiter\b|i(?:'m| am) (?:a|the) recruiter|talent (?:bridge|partner)|i'?d like to hire you|recruit(?:er|ment) (?:at|for|agency))\b/iu,
    ),
  ],
  [
    'vendor',
    new Phrase(
      /\b(?:guest post|backlinks?|do-follow|seo\b|we (?:offer|sell|supply|can (?:offer(?! (?:an? |her |up to |about |around )*(?:fee|honorarium|travel|flight|\p{Sc}|[\d.,]+ ?(?:k|€|eur|usd|dollars?|euros?|pounds?)|(?:\p{L}+ ){1,3}(?:thousand|hundred)\b|(?:\p{L}+ )?(?:thousand|hundred)\b))|boost|place))|(?:ceo|business|verified|consulting|mortgage) (?:contacts|leads)|leads at|founders' rate|free (?:trial|sample)|special price|introductory|your (?:website|site|clients|podcast|videos|google)\b.{0,40}\b(?:could|receive|discount|response time|rank|we (?:at|can)|our)|we at \p{Lu}|best price|moq|leading supplier|discount on|% (?:off|of each|discount|commission)|\d+% of each|merchant services|processing fees|promo(?:tion)? runs|outreach executive|virtual assistant.{0,30}(?:cheap|hour)|per link|(?:ai|our) (?:note-taking|platform) for consultants|slides? (?:for|from) (?:you|consultants)|podcast of her own|she books before|hot deal|case study attached|bulk|wholesale price|consultants like (?:you|her)|pilot is free|we get you (?:appointments|leads|clients)|per appointment|qualified (?:calls|leads|appointments)|we (?:make|do) (?:pens|mugs|gifts|promo)|our boats|off-sites at sea)\b/iu,
    ),
  ],
  [
    'spam',
    new Phrase(
      /\b(?:congratulations dear|click (?:here|hxxp|http|now|below)|hxxp|real visitors|bitcoin|crypto\b.{0,20}(?:invest|pay|double)|pay with crypto|lottery|widow of|next of kin|bank particulars|passport copy|risk free|million (?:euro|dollars|usd)\b.{0,40}\b(?:for your|charity|transfer|leaving)|undelivered parcel|administration fee|receive (?:the )?trophy|excellence award|customs fee|press (?:one|1|nine|9) (?:now|to)|electricity (?:rate|contract)|windows technical|your computer is sending|gift cards?|act now|viagra|casino|my pics|hot singles|wire transfer|inheritance|you have won|claim your prize|crypto wallet)\b/i,
    ),
  ],
  [
    'for_somebody_else',
    new Phrase(
      /\b(?:asking for a friend|(?:its|it'?s|it is) (?:not for us|for (?:a|my) (?:friend|cousin|brother|sister|neighbou?r|uncle))|my (?:friend|cousin|cousin's husband|nephew|neighbou?r|brother-in-law|uncle|aunt)\b.{0,60}\b(?:owns|has|runs|bottleneck|company|budget|business|plant|chain)|not for me,? for (?:my|a)|not my circus)\b/i,
    ),
  ],
  [
    'declined',
    new Phrase(
      /\b(?:not (?:buying|interested|looking to (?:hire|buy)|going ahead)|we(?:'re| are) not (?:buying|looking)|forget it\b|cancel (?:whatever|it|everything|that|the (?:order|booking))|we cancel|(?:no|nah|nope),? (?:no,? )?(?:leave it|thanks|thank you|we cancel|not any ?more)|leave it\b|don'?t (?:want|need) (?:it|anything|any of|a consultant)|no longer (?:interested|need)|changed (?:my|our) mind|we(?:'ve| have) decided against|stop all external|it'?s (?:just )?off\b|called off|so no\b|only (?:browsing|looking)|just (?:wanted to know what|curious)|wasting your time|waste your time|board said no|not this year and not next|never ?mind|it was (?:mostly )?a (?:dare|joke)|no business from me|don'?t put me in any list|no contract please|find another)\b/i,
    ),
  ],
];
/** Taken back: not, or not any more, of that kind. */
const BACK: Partial<Record<Disqualifier, Phrase>> = {
  student: new Phrase(
    /\b(?:not a student|no longer a student|i also run|i run (?:a|the|my) (?:company|firm|business))\b/i,
  ),
  job_seeker: new Phrase(/\bnot (?:looking for|after) (?:a )?(?:job|work)\b/i),
  vendor: new Phrase(/\b(?:not selling|i'?m not selling|nothing to sell|don'?t sell)\b/i),
  for_somebody_else: new Phrase(
    /\b(?:it'?s me\b|it is me\b|there is no friend|i am the friend|the friend is me|it'?s us|not hypothetical)\b/i,
  ),
  declined: new Phrase(
    /\b(?:changed (?:my|our|their) minds? (?:again|back|while)|after all|on second thoughts?|actually (?:yes|we do|i do|let'?s)|joking aside|i mean this|now in earnest|reconsidered|back on|it'?s (?:on|unanimous)|i was testing|we do want|please do)\b/i,
  ),
};

/** What a line says of the visitor's being a lead: a kind, or that an earlier one is taken back. */
export function standingIn(
  clauses: readonly Clause[],
  readings: readonly Reading[],
  earlier: Disqualifier | null,
): { kind: Disqualifier; found: Found } | 'back' | null {
  let result: { kind: Disqualifier; found: Found } | 'back' | null = null;
  for (const [at, clause] of clauses.entries()) {
    const before = result && result !== 'back' ? result.kind : earlier;
    if (before && BACK[before]?.test(clause.text, clause.openings)) {
      result = 'back';
      continue;
    }
    for (const [kind, pattern] of KINDS) {
      const match = pattern.exec(clause.text, clause.openings);
      if (!match || BACK[kind]?.test(clause.text, clause.openings) || (readings[at]?.sarcastic && kind !== 'declined'))
        continue;
      result = {
        kind,
        found: {
          value: kind,
          from: clause.from + match.index,
          to: clause.from + match.index + match[0].length,
          strength: 2,
        },
      };
      break;
    }
  }
  return result;
}
