/*
 * Patterns of what identifies people. They run over whatever a visitor typed, so each begins only where a word begins,
 * and what it repeats is bounded: a hostile text costs no more than its length.
 */

/** Characters that nobody sees, which would hide a name from a pattern. A joiner within a picture stays. */
export const INVISIBLE =
  /\u00AD|\u180E|\u200B|\u200C|\u200D(?!\p{Extended_Pictographic})|[\u200E\u200F\u202A-\u202E\u2060-\u206F]|\uFEFF/gu;

export const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
/** Words of a mailbox before its last one: 'ann dot lee at ...'. */
const MAILBOX_START =
  String.raw`(?<![\p{L}\p{N}._+-])(?:[\p{L}\p{N}._+-]{1,64}\s{1,4}` +
  String.raw`(?:dot|punkt|punto|underscore|unterstrich|dash|hyphen|minus|bindestrich)\s{1,4}){0,4}`;
/** 'ana at costabikes dot com', 'ana at costabikes.com'. */
export const SPELT_EMAIL = new RegExp(
  MAILBOX_START +
    String.raw`[\p{L}\p{N}._+-]{1,64}\s{0,4}(?:\(at\)|\[at\]|\bat\b|\barroba\b)\s{0,4}` +
    String.raw`[\p{L}\p{N}-]{1,64}(?:(?:\s{0,4}(?:\(dot\)|\[dot\])\s{0,4}|\s{1,4}(?:dot|punkt|punto)\s{1,4}|` +
    String.raw`\.(?=\p{L}))\p{L}{2,64}){1,4}`,
  'giu',
);
export const LINK = /\b(?:https?:\/\/|www\.)\S+/giu;
const ENDINGS =
  'com|org|net|info|biz|io|co|ai|app|dev|me|tv|eu|de|at|ch|es|fr|it|nl|be|pt|pl|uk|ie|us|ca|au|mx|ar|cl|shop|store|' +
  'online|site|xyz|cloud|tech|agency|studio|design|blog|berlin|example';
/** 'costabikes.com'. An ending with a capital is the first word of a sentence after a forgotten space. */
export const DOMAIN = new RegExp(
  String.raw`(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,4}` +
    String.raw`(?:${ENDINGS}|${ENDINGS.toUpperCase()})(?![\p{L}\p{N}-])(?:[/?#]\S*)?`,
  'gu',
);
/** '@anacosta'. */
export const HANDLE = /@[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}/gu;
/** An IBAN as printed in capitals, or as typed: with a bank's letters at most in its first group. */
export const IBAN = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{4}){2,7}` +
      String.raw`(?:[ -]?\d[A-Z\d]{0,3}|[A-Z\d]{1,3})?(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}[ -]?[A-Za-z\d]{4}(?:[ -]?\d{4}){2,6}(?:[ -]?\d{1,3})?(?![\p{L}\p{N}])`,
  ].join('|'),
  'gu',
);

export const PHONE = /(?<![\p{L}\p{N}])\+?\(?\d[\d\s()./-]*\d(?![\p{L}\p{N}])/gu;
const DIGIT_WORDS =
  'oh|zero|nought|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|zwei|zwo|drei|vier|fünf|fuenf|' +
  'sechs|sieben|acht|neun|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve';
const TENS =
  'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|' +
  'seventy|eighty|ninety';
/** A telephone number in words: six digits or more, or fewer after figures with a zero ('06 twelve thirty four'). */
export const SPOKEN_PHONE = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:\d{1,4}[\s,.-]{1,3}){0,3}(?:${DIGIT_WORDS})` +
      String.raw`(?:[\s,.-]{1,3}(?:${DIGIT_WORDS}|${TENS}|\d{1,4})){5,30}(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}.,])\+?0\d{1,4}(?:[\s,.-]{1,3}\d{1,4}){0,3}[\s,.-]{1,3}(?:${DIGIT_WORDS}|${TENS})` +
      String.raw`(?:[\s,.-]{1,3}(?:${DIGIT_WORDS}|${TENS}|\d{1,4})){1,20}(?![\p{L}\p{N}])`,
  ].join('|'),
  'giu',
);
/** Spans of years and dates are no telephone numbers. */
export const DATE =
  /^(?:(?:19|20)\d\d\s?[-/]\s?(?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d)$/;
/** A sum with its thousands apart. */
export const THOUSANDS = /^\d{1,3}(?:[.\s]\d{3})+$/;
export const CURRENCY_BEFORE = /(?:[€$£¥]|(?<!\p{L})(?:EUR|USD|GBP|CHF))\s?$/iu;
export const CURRENCY_AFTER = new RegExp(
  String.raw`^\s?(?:[€$£¥]|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|francs?|franken|pfund|d[oó]lar(?:es)?|libras?|` +
    String.raw`pesos?)(?!\p{L}))`,
  'iu',
);

/** A British postcode: 'NW1 6XE'. */
export const POSTCODE = /(?<![\p{L}\p{N}])[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}(?![\p{L}\p{N}])/gu;

const KINDS =
  'street|road|rd|avenue|ave|lane|drive|square|way|close|crescent|terrace|court|place|boulevard|gardens?|grove|mews';
/** Words that are no part of a street's name: '5 minutes on the road', 'no way'. */
const NO_STREET =
  'the|a|an|this|that|my|our|your|his|her|their|no|any|either|every|one|half|by|in|on|of|to|from|at|per|more|people|' +
  'seconds?|minutes?|hours?|days?|weeks?|months?|years?|miles?|meters?|metres?';
const anyCase = (words: string): string =>
  words.replace(/(?<![a-z])[a-z]/g, (first) => `[${first.toUpperCase()}${first}]`);
const NAMED = String.raw`(?!(?:${anyCase(NO_STREET)})(?![\p{L}\p{N}]))`;
/** Streets as English, German, Spanish and French write them. */
export const STREET = new RegExp(
  [
    // '22 baker street'
    String.raw`(?<![\p{L}\p{N}])\d{1,5}[a-z]?,?\s{1,4}(?:${NAMED}\p{L}[\p{L}'’.-]{0,40}\s{1,4}){1,3}` +
      String.raw`(?:${anyCase(KINDS)}|St)(?!\p{L})`,
    // 'Wallaby Way'
    String.raw`(?<![\p{L}\p{N}'’.-])(?:${NAMED}\p{Lu}[\p{L}'’.-]{1,40}\s{1,4}){1,3}` +
      '(?:Street|Road|Avenue|Lane|Drive|Square|Way|Close|Crescent|Terrace|Boulevard|Gardens|Grove|Mews)' +
      String.raw`(?!\p{L})`,
    // 'Hauptstraße 5a'
    String.raw`(?<![\p{L}-])\p{L}[\p{L}-]{0,60}(?:straße|strasse|str\.|gasse|allee|platz|weg|ufer)` +
      String.raw`\s{0,4}\d{1,4}(?:\s?[a-z](?!\p{L}))?`,
    // 'Calle Mayor 7', 'rue de la Paix'
    String.raw`(?<!\p{L})(?:[Cc]alle|[Aa]venida|[Pp]laza|[Pp]aseo)\s[\p{L}\s]{2,40}?,?\s{0,4}\d{1,4}(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:\d{1,5}(?:\s?bis)?,?\s{1,4})?(?:[Cc]alle|[Pp]aseo|[Rr]ue|[Bb]oulevard|[Cc]hemin|` +
      String.raw`[Qq]uai|[Ii]mpasse)\s{1,4}(?:(?:del|de|des|du|las?|los)\s{1,4}|[dl]['’]){0,3}\p{Lu}[\p{L}'’-]{1,40}`,
    String.raw`(?<![\p{L}\p{N}])(?:\d{1,5}(?:\s?bis)?,?\s{1,4})?(?:[Rr]ue|[Pp]lace|[Aa]venue)\s{1,4}` +
      String.raw`(?:(?:de\s{1,4}la|des|du|de)\s{1,4}|(?:de\s{1,4})?[dl]['’])\p{L}[\p{L}'’-]{1,40}`,
  ].join('|'),
  'gu',
);
