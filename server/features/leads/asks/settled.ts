/** Whether a sentence says that what was complained of is settled. Pure. */

const SETTLED =
  '(?:resolved|sorted|sorted out|settled|solved|fixed|cleared up|cleared|dealt with|taken care of|worked out|put right|refunded)';
const WHAT =
  '(?:it|that|this|everything|all|(?:the|my|our) (?:\\w+ )?(?:matter|issue|problem|complaint|refund|money|invoice|payment|question|thing))';
const NOW = '(?: (?:now|all|been|just|already|since|finally|fully|completely|actually|in the meantime))*';

const SETTLES: readonly RegExp[] = [
  new RegExp(
    `\\b${WHAT}(?:'s|'ve| is| has| was| are| got| seems)?${NOW} ${SETTLED}\\b(?! (?:by|in|into|for|when|with))`,
    'i',
  ),
  /\b(?:my|our|the) (?:\w+ )?(?:refund|money|payment|report|notes|invoice|document|answer|reply|call|e-?mail|book|copy)(?:'s| is| has| have)?(?: (?:now|just|already|finally|since))* (?:arrived|come through|came through|here|turned up|come|came)\b/i,
  /\b(?:i|we)(?:'ve| have)?(?: (?:now|just|already|finally|since|actually))* (?:got|received|found|had) (?:my|our|the|it|her|your|an) ?(?:full )?(?:refund|money|payment|report|notes|invoice|document|answer|reply|call|e-?mail|book|copy)?(?: back)?\b(?! (?:was|is|not|but|wrong|late))/i,
  /\b(?:theconsultant|she|he|somebody|someone|you)(?:'ve|'s| has| have)?(?: (?:now|just|already|finally|since))* (?:called|rung|rang|phoned|written|wrote|replied|answered|got|gotten)(?: (?:back|me|us|to))+\b[^.!?]{0,20}\b(?:now|in the meantime|meanwhile|after all|already|since|just now|today|thanks|thank you)\b/i,
  /\b(?:forget|ignore|disregard|close|drop|withdraw|scrap|take back|never ?mind) (?:about )?(?:my|the|our|that|this) (?:complaint|refund|case|ticket)\b/i,
  /\b(?:all|it'?s|we'?re|i'?m) (?:all )?(?:good|fine|well|ok(?:ay)?|sorted|settled) now\b/i,
  /\b(?:no longer|not) (?:a |an )(?:problem|issue) ?(?:any ?more|any longer|now|$|[.,!])/i,
  /\bno need (?:for|to) (?:an? |the |any )?(?:refund|answer|reply|complain\w*|human|person|anything|do anything)\b[^.!?]{0,12}\b(?:any ?more|now|any longer|after all)\b/i,
  /\bno (?:further )?(?:action|reply|answer) (?:is )?(?:needed|necessary|required)\b/i,
  /\bnever ?mind\b[^.!?]{0,12}\b(?:found (?:it|them|the)|got it|all good|it'?s (?:fine|ok(?:ay)?|all right)|no problem)\b/i,
  /\b(?:my|our) (?:mistake|bad|fault|error)\b|\b(?:was|were|is) in (?:the|my|our) (?:spam|junk)\b/i,
];

/** Not yet, or only wished, asked, supposed or told by somebody else. */
const NOT_SETTLED =
  /\?|n't\b|\b(?:not (?!(?:a|an) (?:problem|issue))|never(?! ?mind)|nothing|hardly|barely|if|when|once|until|till|unless|before|hope|want|wish|expect|demand|like it|should|shall|must|needs?(?! (?:for|to))|please get|get|would|could|can(?! close)|will|still|yet|claims?|said|says?|told|promised|supposed|instead of|far from)\b|\b(?:useless|idiots?|joke)\b/i;

/** Whether what was complained of is settled, by this sentence. */
export const settlesComplaint = (sentence: string): boolean =>
  !NOT_SETTLED.test(sentence) && SETTLES.some((pattern) => pattern.test(sentence));
