/** What is never remembered, however plainly it was said. */

/** Secrets, and long runs of digits: cards, accounts, identity cards, telephones. */
const SECRET =
  /\b(?:pass ?words?|passcodes?|passphrases?|pass is|pin (?:is|code|number)|my pin|cvv|cvc|iban|swift|sort code|account number|routing number|ssn|social security|national insurance|tax id|passport|driving licen[cs]e|credit card|debit card|card number|api[ _-]?keys?|secret keys?|private keys?|access tokens?|bearer|seed phrase|recovery (?:code|phrase)|one[- ]time (?:code|password)|2fa|otp|login (?:is|details))\b/i;
const DIGITS = /\d(?:[ .\-/()]{0,2}\d){6,}/;
/** A token: long, of letters and digits without a space. */
const TOKEN = /(?=[\w\-/+=.]*\d)(?=[\w\-/+=.]*[a-z])\b[\w\-/+=]{20,}/i;
/** Health, belief, origin, politics, sexuality and the like: special categories of Article 9 of the GDPR. */
const SPECIAL =
  /\b(?:diagnos\w*|cancer|tumou?r|chemo\w*|depress\w*|bipolar|schizo\w*|adhd|autis\w*|anxiety|panic attacks?|burn(?:ed|t)?[- ]?out|suicid\w*|self[- ]harm|therap(?:y|ist)|psychiatr\w*|medications?|antidepressants?|insulin|diabet\w*|epilep\w*|asthma|hiv|aids|pregnan\w*|miscarr\w*|abortion|ivf|surgery|operation on my|stroke|heart attack|heart condition|disab(?:led|ility)|deaf|blind|wheelchair|chronic (?:pain|illness|fatigue)|illness|disease|sick leave|rehab|alcoholi\w*|addict\w*|sober|hospitali[sz]ed|gay|lesbian|bisexual|transgender|queer|sexual\w*|muslim|islam\w*|christian|catholic|protestant|jewish|judaism|hindu|buddhist|atheist|religio\w*|my faith|black|asian|latino|hispanic|ethnic\w*|race|refugee|asylum|trade union|union member|republican|democrat|conservative party|labou?r party|vote for|voted for|convict\w*|prison|arrested|criminal record)\b/i;
const LINK = /\bhttps?:|\bwww\.|[<>{}[\]`|\\^~]|\p{Cc}/iu;

/** Whether a text holds a secret or something about a person that nobody should keep beside their name. */
export function isUnkeepable(text: string): boolean {
  return holdsSecret(text) || SPECIAL.test(text);
}

/** Whether a text holds a password, a card number, an address or markup: what not even its own author may store here. */
export function holdsSecret(text: string): boolean {
  return SECRET.test(text) || DIGITS.test(text) || TOKEN.test(text) || LINK.test(text);
}
