/**
 * Whether a sentence wants no call, or takes one back. That none came, or that others do not call, refuses none. Pure.
 */

/** No call, or not by phone. */
const REFUSED =
  /\b(?:do(?:n't| not)|never|please (?:do not|don't|stop)|stop|no need to|rather not|not (?:to|going to)|nobody (?:should|needs to)|without) (?:\w+ ){0,2}(?:call|ring|phone|be (?:called|phoned|rung))(?:ing)?\b|\bno (?:more )?(?:phone )?calls?\b|\b(?:instead of|rather than) (?:a |the |any )?(?:phone )?call\w*\b|\b(?:cancel|forget|skip|drop|scrap|call off|take back) (?:about )?(?:it,? )?(?:(?:the|that|my|our) )?(?:(?:request|wish) for (?:a|the) )?call\b|\bchanged (?:my|our) minds? (?:about|on) (?:the|that|a|my|our) call\b|\b(?:do(?:n't| not)|no longer) (?:want|need|have time for) (?:a|the|that|any) (?:phone )?call\b|\bnot a call\b|\be-?mail (?:me )?(?:is (?:better|fine|enough)|instead|will do)\b(?! than (?!(?:an? |the )?(?:phon|call))| for (?!me|us))|\b(?:write|e-?mail) (?:me|us) instead\b/i;

/** Said of calls that were not made, of others' calls, or to make sure that one is. */
const REFUSES_NONE =
  /\b(?:do(?:n't| not)|never|not) (?:\w+ )?(?:forget|hesitate|mind|fail|have|get|see|hear|receive|got|had|seen|heard|received)\b|\b(?:why|you|she|he|they|who|nobody|no one|theconsultant|customers?|clients?|people|staff|guests|patients|suppliers|tenants|managers?|employees|team|(?:our|my|their|his|her|the) \w+) (?:\w+ )?(?:(?:do|did|would|could|ca|wo)(?:n't| not)|do you not|never|no longer|not)\b|\b(?:was|is|were|are|got|get|received|receive|had|have|came|been|heard|gave|with) no (?:more )?(?:phone )?calls?\b|\bno (?:phone )?calls? (?:came|come|coming|in\b|was|were|has|have|at night|from|yet|yesterday|back|back yet)\b/i;

/** A wish put as a question or a plea is one all the same: 'could you not call me'. */
const ASKED_NOT_TO = /\b(?:can|could|would|will) you (?:please )?(?:not|stop)\b/i;

/** Whether a sentence tells that no call was made, or that others do not call. */
export const tellsOfNoCall = (sentence: string): boolean => REFUSES_NONE.test(sentence) && !ASKED_NOT_TO.test(sentence);

/** Whether no call is wanted, by this sentence. The consultant by name is `theconsultant` where it was replaced. */
export const refusesCall = (sentence: string): boolean => REFUSED.test(sentence) && !tellsOfNoCall(sentence);
