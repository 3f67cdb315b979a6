/** Wishes to be called, in the other languages in which a telephone number is read. Pure. */
const GERMAN =
  /\b(?:rufen sie|ruft?|können sie|könnten sie|könnt ihr|kannst du) (?:bitte )?(?:mich|uns)\b(?![^.!?]*\bnicht\b)[^.!?]{0,40}(?<!\p{L})(?:an|zurück|anrufen|zurückrufen)\b|\b(?:bitte|möchte|hätte|wünsche|freue)\b(?![^.!?]*\bkein)[^.!?]{0,30}\b(?:rückruf|anruf|telefonat)\b/iu;
const OTHERS =
  /(?<!\b(?:ne|no|non|niet) )\b(?:r?appelez|r?appelle)[- ]moi\b|(?<!\bno )\bll[aá]m[ea]me\b|\bbel(?:t u)? (?:me|mij|ons)\b(?![^.!?]*\bniet\b)|\bmi (?:ri)?chiami\b|\b(?:ri)?chiamami\b|\bligue[- ]me\b/iu;

/** Whether a sentence that is not English asks for a call. */
export const foreignCallWish = (sentence: string): boolean => GERMAN.test(sentence) || OTHERS.test(sentence);
