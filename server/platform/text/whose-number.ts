/** Tells from the words around a telephone number whose it is. */

/** Those who can be called but are not the visitor. */
const SERVICES = '(?:police|emergency|fire brigade|ambulance|hotline|helpdesk|support|crisis|samaritans)';
/** The visitor's own if they say 'our hotel'. */
const PLACES =
  '(?:company|hospital|bank|tax office|embassy|court|council|town hall|city hall|government|taxi|airline|insurance|' +
  'hotel|school)';
const PEOPLE =
  '(?:doctor|dentist|landlord|competitor|supplier|customer|client|boss|assistant|friend|husband|wife|partner|brother|' +
  'sister|mother|father|colleague|neighbou?r|lawyer|accountant)';
const WHOSE = '(?:number|mobile|phone|cell|line|whats ?app|direct line|tel(?:ephone)?)';
/**
 * Words before a number that is not the visitor's, is no longer theirs, must not be called, or counts something else.
 */
const NOT_MINE = new RegExp(
  `(?:\\b(?:his|her|their|your) (?:(?!to )\\p{L}+ )?${WHOSE}` +
    `|\\b(?:${SERVICES}|the ${PLACES}|${PEOPLE})(?: \\p{L}+)? ${WHOSE}` +
    `|\\b${WHOSE} (?:of|for) (?:(?:the|my|our|a|an|his|her|their) )?(?:${SERVICES}|${PEOPLE})` +
    `|\\b(?:${WHOSE} (?:of|for)|call|ring|phone) the (?:${SERVICES}|${PLACES}|${PEOPLE})` +
    `|\\b(?!(?:it|that|here|there|what|who|name|number|mobile|cell|phone|mine)'s)\\p{L}+'s? (?:\\p{L}+ )?${WHOSE}` +
    '|\\b(?:call|ring|reach|phone|text|ask|contact) (?:my|our|his|her|their) ' +
    '(?!own|direct|mobile|cell|phone|number|office|desk|line|whats|landline)\\p{L}+' +
    '|\\b(?:call|ring|reach|phone|text|ask|contact) (?:him|her|them)' +
    "|\\b(?:don'?t|do not|never|not|stop) (?:\\p{L}+ ){0,2}(?:call|ring|use|phone|dial|text|on|at)" +
    '|\\bi (?:called|rang|dialled|dialed|tried|phoned)|\\b(?:old|former|previous)|\\bused to be' +
    '|\\b(?:it|number|mobile|phone) was' +
    '|\\b(?:fax|order|invoice|iban|account|vat|ref(?:erence)?|ticket|case|serial|customer|booking|policy|kvk' +
    '|registration|code)' +
    ')\\b[^.!?]{0,20}$',
  'iu',
);
/** The same, right after the number. */
const NOT_MINE_AFTER =
  /^[,)]? (?:(?:is|was|'s|but that'?s|that'?s|which is) (?:not |no longer )?(?:my |the |his |her |their |your )?(?:old|former|his|hers|her|their|theirs|your|yours|\p{L}+'s|assistant|boss|not mine|switched off|disconnected|dead)\b|is (?:not|no longer) mine\b)/iu;
/** 'His number is ..., mine is ...': from here on it is the visitor's again. */
const MINE =
  /\b(?:mine|my(?: own| direct| new)?(?: number| mobile| phone| cell| line)?|me|now)(?: (?:is|on|at|it'?s))?\s*[:,(]?\s*$/i;

/**
 * Whether the words around a number say that it is not the visitor's: their boss's, the police's, an old one.
 *
 * @param before the words right before it, some 60 characters
 * @param after the words right after it
 */
export const isOthersNumber = (before: string, after: string): boolean =>
  NOT_MINE_AFTER.test(after) || (NOT_MINE.test(before) && !MINE.test(before));
