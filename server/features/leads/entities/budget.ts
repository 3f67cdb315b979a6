import type { Slot } from '../reading/asked.ts';
import { type Clause, clauseAt } from '../reading/clauses.ts';
import { sumsIn } from '../reading/money.ts';
import { Phrase } from '../reading/phrase.ts';
import type { Reading } from '../reading/stance.ts';
import type { Found } from './found.ts';
import { withoutPhones } from './phone.ts';

const SPEND =
  /\b(?:budget(?:ed|s)?|set aside|put aside|put by|put \S+(?: \S+){0,3} (?:by|aside)|ear-?marked|ring-?fenced|reserved|approved|sanctioned|released|allocated|allotted|minuted|granted?|fund(?:ed|s)?|ceiling|cap(?:ped)?|limit|envelope|honorarium|spend|afford|frame|pot|in the (?:plan|bank|vote)|purse|kitty|signed (?:it )?off|accepted|agreed|fee(?:'s|s)?|eingeplant|bewilligt|freigegeben|presupuesto|legacy|loan is|sanctioned|authori[sz]ed|cleared|envelope|underspend|found|obstacle|whatever it takes|bourse|committed|purchase order|amount|voted|foresee|mine to sign|wallet|invest|good for|settled on|final|our money|the money|insurance|within reason|sign off)\b/i;
const PAYS =
  /\b(?:(?:will|'ll|would|'d|can|could|to|happy to|willing to|ready to|able to|agreed to|we|i) (?:pay|do|spend|go|offer|manage|stretch|put|invest)|pays?|go up to|gives?|gave (?:me|us)|offer(?:ing)?|got|have|has|we've|i've|there is|there's|there are|temos|tenho|tenemos|tengo|haben|habe|avons|j'ai|mamy|máme|vi har|hebben|abbiamo|imamo)\b/i;
const FINE =
  /^[^.!?]{0,18}\b(?:is|are|'s|would be|sounds?|seems?)?\s?(?:fine|ok|okay|good|grand|great|perfect|accept(?:ed|able)|works|no problem|all right|alright|agreed|approved|in the pot|we can do|we pay|i'd pay|sits|sitting|sittin|ringfenced|ring-fenced|reserved|put by|put aside|set aside|approved)\b/i;
const LIMIT =
  /^(?:up to|up 2|max|at most|no more than|not more than|under|below|about|around|somewhere|between|roughly|maybe)/i;

/** The same in the sentence after it. */
const FINE_NEXT =
  /^\s*[?.!,]\s+(?:that(?:'s| is) (?:fine|ok|okay|good|no problem)|fine|ok(?:ay)?|accepted|agreed|done|final)\b/i;

/** Right before or right behind a sum that is settled: 'we accept the €5,400', '8,000 stand ready'. */
const SETTLED_BEFORE =
  /\b(?:confirm(?:ed)?(?: an?| the)?(?: fee| sum| budget)?(?: of)?|accept(?:ed)?(?: the)?|(?:purchase order|po) (?:is |of |over )?for|yes to|liegt bereit|stehen bereit|i(?:'ve| have) got|must be spent on)[\s:,]*$/i;
const SETTLED =
  /^[\s,]*(?:(?:is|are|was|has been|have been|'s)?\s?(?:confirmed|ap?proved|agreed|accepted|available|settled|secured|bewilligt)\b|stands? ready|fits\b|(?:is|are)n'?t (?:a|the) problem|left\b(?! (?:over|of))|(?:must|has|have|is|to) (?:to )?be spent|samt\b|is (?:fine|ok|okay|good)\b|i can (?:find|manage|lay|do)\b)/i;

/** What a sum is when it is not what the visitor would spend. */
const PAY =
  /\b(?:salary|base|per annum|p\.a\.|wage|brutto|gross|per hour|an hour|\/h|hourly|day rate|per day|a day|al mes|expectation|bonus|equity|earn(?:s|ed|ing)?|for the (?:job|position)|contract rate|expensive|unpaid|rent|turnover|revenue|profit|sales of|loan(?! is)|worth of)\b|\/ ?(?:h|hr|hour|day)\b/i;
const SELLS =
  /\b(?:per (?:link|lead|seat|month|user|licen[cs]e|day|episode)|an episode|we charge|our (?:price|rate|fee)|starting (?:at|from)|offer|package|discount|commission|tier|free trial|founders' rate|each licen[cs]e|MOQ|FOB|save you|i can do|steal|if she books|customs fee|prize|won|widow|inherit|visitors per day)\b|\/mo\b/i;
const DECIDES =
  /\b(?:over|under|above|below|up to|than|every|each|any(?:thing)?|credit notes?|refunds?|orders?|expenses?|purchases?|discounts?|waiv\w+|approv(?:e|es|ing|al|als)|decide[sd]?|customers?|loans?|fees? of|spending|without asking|gloves|buys?|bags?)\b[^.;]{0,30}$/i;
const GONE =
  /\b(?:(?<!to be )spent|burn(?:ed|t)|wasted|lost|loses|losing|cost(?:s|ing)? (?:us|me|him|her|them|the)|cost me|(?<!(?:'d|would) have )paid|penalt\w+|are gone|is gone|was gone|damage|(?<!otherwise the money)'s gone|last year|last month|already paying|we(?:'re| are) paying|i(?:'m| am) (?:already )?paying|fined|damage|waste|stolen|debt|owe|missing|worth|ransom|turned over|the tool|an app|app,)\b/i;
const ASKS_PRICE =
  /\b(?:how much|what (?:is|are|does|would)|is it|does (?:it|that|the)|the price|in price|difference|would (?:it|that) (?:leave|cost|be)|leave like)\b/i;

/** Whoever invites offers too. */
const WE_OFFER = /\b(?:can|could|would|are able to|happy to) offer\b/gi;

/** Money the visitor would spend, as said; the last such sum of a line. @param phone their number, whose figures are none */
export function budgetIn(
  text: string,
  clauses: readonly Clause[],
  readings: readonly Reading[],
  asked: ReadonlySet<Slot>,
  phone: Found | null = null,
): Found | null {
  let best: Found | null = null;
  for (const sum of sumsIn(withoutPhones(text, phone))) {
    const clause = clauseAt(clauses, sum.from);
    const reading = clause && readings[clauses.indexOf(clause)];
    if (!clause || !reading || reading.hypothetical || reading.sarcastic) continue;
    const said = text.slice(sum.from, sum.to);
    const before = text.slice(Math.max(clause.from, sum.from - 70), sum.from);
    const after = text.slice(sum.to, Math.min(clause.to, sum.to + 60));
    const near = before + said + after;
    const next = text.slice(sum.to, sum.to + 40);
    let score = 0;
    const spends = SPEND.test(near);
    if (spends) score += 3;
    if (PAYS.test(before.slice(-36)) && sum.amount >= 300) score += sum.sure ? 2 : 1.2;
    if (FINE.test(after) || FINE_NEXT.test(next)) score += 2.5;
    if (
      /\b(?:he|she|boss|owner|council|board|bank|donor|lender|city|municipality|ministry|foundation|sponsor|they|principal|parent company) (?:said|says|gives?|gave|grants?|released|offers?|made it)\b/i.test(
        before,
      )
    )
      score += 2;
    if (/^(?:up to|max|no more than|not more than|at most|hasta)/i.test(said) && sum.sure && sum.amount >= 1_000)
      score += 1.6;
    else if (LIMIT.test(said) && sum.sure) score += 0.8;
    if (/\b(?:i|we)(?:'ll| will| can)? pay (?:the |you )?$/i.test(before)) score += 2.5;
    if (
      /\b(?:now )?(?:it'?s|make it|make that|no (?:sorry|pardon|wait),?)\s*$/i.test(before) &&
      sum.sure &&
      /\bnow\b|pardon|sorry|wait/i.test(near)
    )
      score += 2;
    if (/^\s*(?:including|incl|excluding|excl|plus|all[ -]in)\b/i.test(after) && sum.sure) score += 1;
    const settled = SETTLED.test(after) || (SETTLED_BEFORE.test(before) && sum.amount >= 300);
    if (settled && sum.amount >= 100) score += sum.sure || sum.amount >= 1_000 ? 2.5 : 3;
    if (asked.has('budget')) score += sum.sure ? 1.6 : 1;
    // A line that is a sum and nothing else offers it.
    else if (
      sum.sure &&
      sum.amount >= 1_000 &&
      JUST_THIS.test(text.slice(clause.from, sum.from) + text.slice(sum.to, clause.to))
    )
      score += 1.6;
    if (!sum.sure) score -= sum.amount >= 1_000 ? 0.6 : sum.amount >= 100 ? 1.8 : 4;
    if (/^(?:19|20)\d\d$/.test(said)) score -= 4;
    if (PAY.test(near) && !/budget|per month|a month/i.test(near)) score -= 5;
    if (SELLS.test(near.replace(WE_OFFER, ' ')) && !spends) score -= 4;
    if (/\b(?:only|just) $/i.test(before) && !spends) score -= 3;
    if (
      SELLS.test(before.slice(-24).replace(WE_OFFER, ' ')) &&
      /\b(?:only|just|offer|package|per)\b/i.test(before.slice(-24))
    )
      score -= 2;
    if (
      DECIDES.test(before.slice(-36)) &&
      !settled &&
      !(/^up to|^max/i.test(said) && sum.amount >= 1_000) &&
      !/\b(?:budget|set aside|put|approved (?:up )?to|approval for|spend|pay|ceiling|minuted|gave (?:me|us)|gives|sanctioned|cleared)\b/i.test(
        before,
      )
    )
      score -= 3;
    if (GONE.test(near) && !/\b(?:then|now|but now)\b/i.test(before.slice(-30))) score -= 4;
    if (reading.third && !settled && !/\b(?:we|us|me|i'm|accountant|boss|approved|cleared|told)\b/i.test(near))
      score -= 4;
    if (clause.asks && ASKS_PRICE.test(near) && !spends) score -= 2.5;
    if (/\b(?:he|she|they)(?:'s| has|'ve| have) (?:got )?/i.test(before.slice(-24)) && !spends) score -= 2;
    if (
      /\b(?:not|n't|no(?! (?:obstacle|problem|pardon|issue|sorry|wait))|never)\s+(?:\p{L}+\s+){0,2}$/iu.test(
        before.slice(-24),
      ) &&
      !/no more|not more/i.test(said)
    )
      score -= 4;
    if (/^[^.;]{0,20}\b(?:but|we don't|is gone|no,)/i.test(after) && /\bhad\b/i.test(before)) score -= 4;
    if (
      /\b(?:had|were|was)\b[^.;]{0,30}$/i.test(before) &&
      !/\b(?:now|it was|approved|released|sanctioned|minuted)\b/i.test(near)
    )
      score -= 3;
    if (score >= 1.5 && (!best || score >= best.strength - 1.5))
      best = { value: said.trim(), from: sum.from, to: sum.to, strength: score };
  }
  return best;
}

const JUST_THIS = /^[\s.!,]*(?:about|around|maybe|say|roughly|up to|between)?[\s.!,]*$/i;

/** That there is no money for it. */
const NONE = new Phrase(
  /\b(?:no|zero|without(?: a| any)?|not any|(?:do|does|did)(?:n't| not) have (?:a |any |the |that )?|have(?:n't| not) (?:got )?(?:a |any |the )?|isn'?t any|there(?:'s| is) no|ain'?t got (?:no|any)|lost (?:the|our)|kein(?:e|en)?|pas de|sin|geen) ?(?:real |actual |proper |such )?(?:budget|money|funds|funding|cash|geld|presupuesto)\b(?! (?:line|issue|limit|problem|constraint|cap)| yet\b)|\b(?:money|budget|funds|funding)(?:'s| is| was| has been| are| got)? (?:all )?(?:gone|cut|frozen|spent|cancelled|canceled|withdrawn|pulled|zero|nil)\b|\b(?:can'?t|cannot|could(?:n't| not)) afford\b|\bnothing to spend\b|\b(?:not|never) (?:going to |gonna )?pay(?:ing)? (?:for|anything)\b|\bwe don'?t have \d/i,
);

/** The words that deny a budget. */
export function noBudgetIn(clauses: readonly Clause[], readings: readonly Reading[]): Found | null {
  for (const [at, clause] of clauses.entries()) {
    const match = readings[at]?.hypothetical || readings[at]?.third ? null : NONE.exec(clause.text, clause.openings);
    if (match)
      return {
        value: match[0],
        from: clause.from + match.index,
        to: clause.from + match.index + match[0].length,
        strength: 3,
      };
  }
  return null;
}
