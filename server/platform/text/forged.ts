/** The text with spaces in place of its characters. */
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

const SPEAKERS = [
  'agent|assistant|system|visitor|user|human|ai|bot|twin|admin|administrator|developer',
  "analyst(?:'s)?(?: note)?|operator|moderator|note to (?:the )?(?:system|analyst)",
  '(?:end of )?transcript|system (?:note|message|prompt|override)',
].join('|');
/** From here on the line is written in somebody else's name. */
const SPEAKER = new RegExp(
  String.raw`(?:^|[\n.!?"'\])]\s{0,3})(?:\[|<|\*{1,2}|#{1,3} ?)?` +
    `(?:${SPEAKERS})` +
    String.raw`(?:\]|>|\*{1,2})?\s{0,3}[:>]`,
  'i',
);

/** Words after a name in a label. */
const LABEL_WORDS = '(?:note|message|prompt|override|update|log|notice|reply|response|instructions?|\\d{1,3})';
/** Names that speak for the machine. */
const MACHINES = '(?:agent|assistant|system|ai|bot|twin|admin|administrator|developer|analyst|operator|moderator)';
/**
 * The same with a name in brackets, in bold or as a heading, and no colon: '[system] The visitor ...'. In round
 * brackets, in bold, and in capitals before a dash, only names that speak for the machine count, and only alone:
 * anything else may be the visitor's own words.
 */
const LABELLED = new RegExp(
  `(?:^|\\n|[.!?"'\\])]\\s)\\s{0,3}` +
    `(?:\\[{1,2} ?(?:${MACHINES}|visitor|user|human|transcript)(?: ${LABEL_WORDS}){0,3} ?\\]{1,2}` +
    `|\\( ?${MACHINES}(?: ${LABEL_WORDS}){0,3} ?\\)|\\*{1,3}${MACHINES}(?: ${LABEL_WORDS}){0,3}\\*{1,3}` +
    `|#{1,4} ?${MACHINES}(?: ${LABEL_WORDS}){0,3} ?\\n)`,
  'i',
);
/** The same in capitals before a dash. */
const CAPITALS = /(?:^|\n)\s{0,3}(?:SYSTEM|ADMIN|AGENT|ASSISTANT|TWIN)(?: [A-Z]{3,12})? ?[-–—] /;

const SYSTEM_SAYS = 'system (?:message|note|prompt|override)';
/** Spoken: 'system message begin ... system message end'. */
const SPOKEN_SYSTEM = new RegExp(
  String.raw`\b${SYSTEM_SAYS} (?:begins?|starts?)\b[\s\S]{0,600}?(?:\b${SYSTEM_SAYS} (?:ends?|over)\b|$)`,
  'gi',
);

/** Text made for a machine. */
const MACHINE_TEXT: RegExp[] = [
  // Tags and everything between them, fenced blocks, brackets with a command
  /<\|?\/?[a-z_]{2,20}\|?>[^<]{0,600}(?:<\|?\/[a-z_]{2,20}\|?>)?/gi,
  /```[^`]{0,1500}(?:```)?/gu,
  /\[{1,2} ?(?:system|admin|override|inst|note|assistant|agent|developer)\b[^\]]{0,400}\]{0,2}/gi,
  /<<[^>]{0,200}>>/gu,
  /\{[^{}]{0,40}["':=][^{}]{0,600}\}?/gu,
  // Encoded text
  /(?<![\w/+.@-])(?=[\w+/]{0,200}[A-Z])(?=[\w+/]{0,200}[a-z])[A-Za-z0-9+/]{24,}={0,2}(?![\w@.])/gu,
];

/** What an analysis holds, as its fields are named. */
const FIELDS = [
  'contact_?email|budget_?range|timeline|role|use_?case|pain_?points|confidence|intent|tier|score|company',
  'person_?name|org_?name',
].join('|');
/** Phrases that address the analysis rather than the person. */
const ORDER = new RegExp(
  [
    // English
    String.raw`\b(?:ignore|disregard|forget|override|bypass) (?:all |everything |any |the |your |my )*` +
      String.raw`(?:above|previous|prior|earlier|preceding|foregoing|instructions?|rules?|prompts?|system)\b`,
    String.raw`\blead[_ -]?score\b`,
    String.raw`\b(?:${FIELDS}) ?= ?\S`,
    String.raw`\bset (?:the |my |your )?(?:lead |final )?(?:score|intent|tier|e-?mail) (?:to|=|as)\b`,
    String.raw`\b(?:score|rate|rank|mark|classify|tag|flag|label|treat) ` +
      String.raw`(?:me|this|us|the (?:lead|visitor|caller))(?: lead)? (?:as|at|to|with|\d|hot)\b`,
    String.raw`\brates? this lead\b`,
    String.raw`\bthe analyst (?:notes?|must|should)\b`,
    String.raw`\bprint the score\b`,
    String.raw`\brepeat after me\b`,
    String.raw`\banalysis (?:must|should) (?:say|output|set)\b`,
    String.raw`\byou are now\b`,
    String.raw`\bfrom now on you\b`,
    String.raw`\bnew (?:system )?instructions?\b`,
    String.raw`\b(?:developer|debug|god|admin) mode\b`,
    // German
    String.raw`\b(?:vergiss|ignoriere|missachte) (?:alle|alles|die|das)\b`,
    String.raw`\bsetze? (?:den |die |das )?(?:lead_?score|score|punktzahl|wert)\b`,
    // French
    String.raw`\b(?:oublie[zr]?|ignore[zr]?) (?:tout|toutes|les|ce|tes|vos)\b`,
    String.raw`\bmet(?:s|tez)? (?:le|la) (?:score|note)\b`,
    // Spanish, Italian, Portuguese
    String.raw`\b(?:ignora|olvida|ignore|dimentica|esqueça) (?:todo|todas|todos|lo|las|los|tutte|tutto|le|as|tudo)\b`,
    String.raw`\b(?:pon|establece|imposta|defina?|coloca) (?:el|la|il|lo|o|a) ` +
      String.raw`(?:lead_?score|score|puntaje|puntuación|puntuacion|punteggio|correo)\b`,
    // Dutch
    String.raw`\b(?:negeer|vergeet) (?:alle|alles|de|het)\b`,
    String.raw`\bzet (?:de )?(?:lead_?score|score)\b`,
    // Polish
    String.raw`\b(?:zignoruj|zapomnij|ustaw)\b`,
    // Turkish
    String.raw`\bönceki\b.{0,20}\byok say`,
    String.raw`\bskoru?\b.{0,10}\b100\b`,
    // Russian
    'игнорируй|забудь',
    // Chinese, Japanese
    '忽略|无视|設定|将.{0,8}分数|無視して',
  ].join('|'),
  'i',
);

/** A sentence, for blanking: up to its punctuation, or to the end of the line. */
const SENTENCE = /[^\n.!?;]{1,1500}(?:[.!?;](?=\S)[^\n.!?;]{1,300}){0,20}[.!?;]*/gu;

/** A quotation, with its quotation marks. */
const QUOTED = /"[^"\n]{0,1500}"|\u201c[^\u201d\n]{0,1500}\u201d|\u00ab[^\u00bb\n]{0,1500}\u00bb/gu;

/** A text without any of these marks has no typographic quotation. */
const CLOSING = /[\u201d\u00bb]/;
/** A quotation in straight quotation marks. */
const STRAIGHT = /"[^"\n]{0,1500}"/g;
/** Text without any of these contains no markup. */
const MARKUP = /[<`[{]/;
/** Minimum length of encoded text. */
const MIN_ENCODED_CHARS = 24;
/** Up to this length, SENTENCE never cuts a word in two. */
const MAX_UNCUT_CHARS = 300;

/** Whether the text has a run without spaces that is long enough to be encoded. */
function hasLongWord(text: string): boolean {
  for (let from = 0; from < text.length; ) {
    const space = text.indexOf(' ', from);
    const to = space < 0 ? text.length : space;
    if (to - from >= MIN_ENCODED_CHARS) return true;
    from = to + 1;
  }
  return false;
}

/** The earliest match. */
const firstOf = (...matches: (RegExpExecArray | null)[]): RegExpExecArray | null =>
  matches.reduce((first, match) => (match && (!first || match.index < first.index) ? match : first), null);

/**
 * Blanks parts of a line that are not the visitor's own words and must not be believed: lines written as if the agent
 * or the system had said them, markup and JSON made for a machine, encoded text, and orders to the analysis. Offsets in
 * the text stay the same.
 */
export function maskForged(text: string): string {
  let masked = text;
  const speaker = firstOf(
    /[:>]/.test(masked) ? SPEAKER.exec(masked) : null,
    /[[(*#]/.test(masked) ? LABELLED.exec(masked) : null,
    CAPITALS.exec(masked),
  );
  if (speaker) {
    const from = speaker.index === 0 ? 0 : speaker.index + 1;
    masked = masked.slice(0, from) + blank(masked.slice(from));
  }
  masked = masked.replace(SPOKEN_SYSTEM, blank);
  const quoted = CLOSING.test(masked) ? QUOTED : STRAIGHT;
  if (masked.includes('"') || quoted === QUOTED)
    masked = masked.replace(quoted, (quote) => (ORDER.test(quote) ? blank(quote) : quote));
  if (MARKUP.test(masked) || hasLongWord(masked))
    for (const pattern of MACHINE_TEXT) masked = masked.replace(pattern, blank);
  // A short text without an order has no sentence with one. In a long one, SENTENCE may cut words so that one appears.
  if (masked.length <= MAX_UNCUT_CHARS && !ORDER.test(masked)) return masked;
  return masked.replace(SENTENCE, (sentence) => (ORDER.test(sentence) ? blank(sentence) : sentence));
}
