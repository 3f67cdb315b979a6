import type { Clause } from './clauses.ts';

const HYPOTHETICAL =
  /\b(?:suppos(?:e|ing)|imagine (?:i|we|you|that|a|this)|hypothetical(?:ly)?|what if|let(?:'?s| us) say (?:i|we|you|he|she|they|someone|somebody|that|there|a|an|my|our)\b(?! (?:can|could|will|would|do)\b)|say you(?:'ve| have|'re| are)|pretend|in theory|if (?:i|we|one|someone) (?:had|were|was|ran|won|owned|ever)|as if|role[- ]?play|invented|made[- ]up|fictional|fictitious|for the sake of argument|would typically|typically)\b/;
const NOT_HYPOTHETICAL =
  /\bnot (?:a )?hypothetical|no longer hypothetical|joking aside|in earnest|seriously (?:now|though)|for real|ok real talk\b/;
const SARCASTIC =
  /\b(?:oh sure|oh great|oh wonderful|oh brilliant|yeah right|yeah sure|sure,? because|of course,? because|as hot as|take my money|shut up and take|lol sure|my first-?born|monopoly money|a (?:billion|gazillion|zillion)|all the money in)\b|\/s\b/;
const KIN =
  "(?:friend|mate|buddy|pal|cousin|neighbou?r|brother|sister|uncle|aunt|auntie|nephew|niece|husband|wife|father|mother|dad|mum|mom|son|daughter|brother-in-law|sister-in-law|father-in-law|mother-in-law|flatmate|roommate|girlfriend|boyfriend|partner's|ex|landlord|competitor|client's)";
const THIRD = new RegExp(
  `\\b(?:my|a|our|his|her|some) (?:\\w+ )?${KIN}\\b(?:'s)?(?! (?:and (?:i|me)|&)\\b)|\\b(?:he|she|they)(?:'s| has|'ve| have) (?:got )?(?:tons|loads|lots|plenty|the budget|the money|a budget|money)|\\bon behalf of (?:a|my) ${KIN}\\b`,
);
const PAST =
  /\b(?:had|was|were|used to|last (?:year|month|week|spring|summer|autumn|fall|winter|time)|years? ago|already (?:paid|spent|paying)|spent|burn(?:ed|t)|wasted|cost (?:us|me|him|her|them)|lost|paid (?:an?|for|him|her|them|the)|are gone|is gone|'s gone|gone on|went on|went to)\b/;
const DENIED =
  /\b(?:no|not|never|none|nothing|without|cannot|nobody|neither|nor|zero)\b|n't\b|\bdont\b|\bwont\b|\bcant\b|\bisnt\b|\bkein(?:e|en)?\b|\bnicht\b|\bpas de\b|\bsin\b|\bgeen\b/;

/**
 * How a clause is meant. The flags are independent, for a clause may be past and yet about the visitor; each field
 * checks the flags that matter to it.
 */
export interface AssertionStatus {
  hypothetical: boolean;
  sarcastic: boolean;
  third: boolean;
  past: boolean;
  denied: boolean;
}

/** Reads the assertion status of each clause. A supposition holds until the sentence ends or retracts it. */
export function readAssertionStatuses(clauses: readonly Clause[]): AssertionStatus[] {
  let supposed = -1;
  let mocking = false;
  return clauses.map((clause) => {
    const { folded } = clause;
    if (NOT_HYPOTHETICAL.test(folded)) {
      supposed = -1;
      mocking = false;
    } else if (HYPOTHETICAL.test(folded)) supposed = clause.sentence;
    if (SARCASTIC.test(folded)) mocking = true;
    return {
      hypothetical: supposed === clause.sentence,
      sarcastic: mocking,
      third: THIRD.test(folded),
      past: PAST.test(folded),
      denied: DENIED.test(folded),
    };
  });
}
