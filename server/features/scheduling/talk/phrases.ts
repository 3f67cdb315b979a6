/**
 * What visitors say about a booking in English, German and Spanish, as patterns. The line model, which reads everything
 * else, knows English only. A line is tried in all languages: "ja" and "vale" are too short to tell theirs.
 */

/** What a line can say about a booking. */
export type BookingPhrase =
  | 'yes'
  | 'no'
  /** Wants another time for what is booked, by a verb that means nothing else. */
  | 'reschedule'
  /** May want that, if the line asks for a change. */
  | 'move'
  | 'cancel'
  /** Asks for other times than those offered. */
  | 'others'
  /** Asks for a meeting. */
  | 'ask'
  /** Asks what is booked. */
  | 'tell'
  /** Speaks of the booking. */
  | 'own';

/** Patterns of one language, each of whole words. `choice`: the first to the fourth of the times offered. */
type Phrases = Readonly<Record<BookingPhrase | 'last', string>> & { choice: readonly string[] };

const EN_ORDINAL = '(?: one| option| time| slot)?';
const ENGLISH: Phrases = {
  yes:
    '^(?:yes|yep|yeah|yup|sure|ok|okay|fine|correct|perfect|great|confirm(?:ed)?|please do|go ahead|do it|do that|' +
    'book it|sounds good|that works)',
  no:
    "^(?:no(?! (?:hay|tienen?|puedo|podr[ée]))|nope|nah|not yet|don'?t|do not|stop|wait|" +
    'never mind|leave it|forget it)',
  reschedule: 're-?schedul\\p{L}*|postpone',
  move:
    're-?schedul\\p{L}*|move|postpone|push|shift|bring (?:it )?forward|change|swap|earlier|later|instead|' +
    '(?:an?)?other (?:time|day|slot)|different (?:time|day)',
  cancel: "cancel\\p{L}*|call (?:it )?off|drop it|delete (?:it|my booking)|can'?t make it",
  others: 'other|others|else|another|more|later|earlier|different',
  ask: '(?!)',
  tell: '(?!)',
  own: 'it|that|(?:my|our|the|this) (?:\\p{L}+ )?(?:call|meeting|appointment|booking)',
  choice: [
    `(?:first|1st|earliest)${EN_ORDINAL}|(?:number|option) (?:one|1)`,
    `(?:second|2nd)${EN_ORDINAL}|(?:number|option) (?:two|2)`,
    `(?:third|3rd)${EN_ORDINAL}|(?:number|option) (?:three|3)`,
    `(?:fourth|4th)${EN_ORDINAL}|(?:number|option) (?:four|4)`,
  ],
  last: 'the last (?:one|option|time|slot)',
};

const DE_MEETING =
  '(?:termin|\\p{L}+termin|anruf|telefonat|gespräch|\\p{L}+gespräch|call|videocall|meeting|treffen|besprechung)';
const DE_AN = "(?:ein(?:en|e|es)?|'?nen|den|das)(?: \\p{L}+)?";
const DE_ORDINAL = (stem: string, number: string, digit: number) =>
  `(?:de[rnm]|die|das) ${stem}e[rnms]?(?! (?:mal|projekt|jahr))|(?:nummer|option) (?:${number}|${digit})`;
const GERMAN: Phrases = {
  yes:
    '^(?:(?:na gut|also|ach|oh|gut|okay|ok)[ ,]+)?(?:ja|jawohl|jo|jep|genau|gerne?|sehr gerne?|passt|das passt|' +
    'in ordnung|einverstanden|klar|alles klar|natürlich|super|prima|perfekt|wunderbar|stimmt|richtig|abgemacht|' +
    'machen wir|so machen wir|(?:bitte )?(?:buchen|bestätigen)|das geht|geht klar)',
  no:
    '^(?:nein|nee|nö|noch nicht|warten?(?: sie)?|moment|stopp|halt|lass(?:en sie)? (?:es|das|mal)|vergiss es|' +
    'vergessen sie es|nicht)|(?:lieber|besser|doch) (?:doch )?nicht(?! (?:vor|nach|am|kommen))|doch lieber nicht',
  reschedule:
    'verschieb\\p{L}*|verschoben|(?:ver|vorver)leg(?:en|t|e)|um(?:zu)?buchen|umgebucht|vor(?:zu)?ziehen|' +
    `ander(?:e[nrs]?) (?:${DE_MEETING}|tag|zeitpunkt|uhrzeit)`,
  move: 'verschieb\\p{L}*|verschoben|verlegen|um(?:zu)?buchen|vor(?:zu)?ziehen|(?:ver)?ändern|tauschen|früher|später',
  cancel:
    'ab(?:zu)?sagen|sag(?:en|e|t)? .{0,40}\\bab|abgesagt|stornier\\p{L}*|(?:termin|anruf|treffen|' +
    'gespräch) (?:löschen|streichen)|' +
    '(?:kann|schaffe?) (?:\\p{L}+ ){0,4}nicht(?: kommen)?$|klappt (?:\\p{L}+ )?nicht',
  others:
    '(?:noch |etwas |was |ein )?ander(?:e[nrs]?) (?:zeit(?:en)?|tag|termine?|möglichkeit(?:en)?|' +
    'uhrzeit(?:en)?|vorschl\\p{L}+)|' +
    'etwas anderes|(?:etwas |auch )?(?:früher|später)|sonst noch (?:was|etwas|zeiten)|weitere (?:zeiten|' +
    'termine)|alternativen?',
  ask:
    `${DE_MEETING} (?:\\p{L}+ ){0,3}(?:buchen|vereinbaren|ausmachen|machen|haben|bekommen|kriegen|` +
    'reservieren|führen)|' +
    '(?:brauche|hätten?|möchten?|würden?|könnten?|können|kann|suche|wünsche|' +
    `bräuchte) (?:\\p{L}+ ){0,3}${DE_AN} ${DE_MEETING}|` +
    '(?:können|könnten|wollen|sollen|kann|könnte|möchte|würde) (?:\\p{L}+ ){1,5}(?:telefonieren|sprechen|' +
    'reden|treffen)|' +
    'wann (?:hat|hätten?|hast|haben|wäre|ist|können|könnten|kann|könnte) (?:\\p{L}+ ){0,3}(?:zeit|frei|' +
    'sprechen|telefonieren)|' +
    `(?:ist|wäre|gibt es|haben sie) (?:\\p{L}+ ){0,3}${DE_MEETING} (?:\\p{L}+ ){0,3}(?:frei|möglich)`,
  tell:
    `wann (?:ist|war|findet) (?:mein|unser|der|das)\\p{L}* ${DE_MEETING}|welchen termin habe ich|` +
    'habe ich (?:schon |bereits )?(?:einen|den) termin',
  own:
    `(?:den|der|dem|diese[nrm]|mein(?:en|em)?|unser(?:en|em)?|das) ${DE_MEETING}|ihn|es|das|kommen|` +
    'verschieben|stornieren',
  choice: [
    DE_ORDINAL('erst', 'eins', 1),
    DE_ORDINAL('zweit', 'zwei', 2),
    DE_ORDINAL('dritt', 'drei', 3),
    DE_ORDINAL('viert', 'vier', 4),
  ],
  last: '(?:de[rn]|die|das) letzte[nrs]?',
};

const ES_MEETING = '(?:cita|llamada|videollamada|reuni[óo]n|charla)';
const ES_WISH =
  '(?:quisiera|querr[íi]a|quiero|queremos|me gustar[íi]a|necesito|podr[íi]amos|podemos|puedo|podr[íi]a|puede)';
const ES_ORDINAL = (stem: string, number: string, digit: number) =>
  `(?:el|la) ${stem}(?: opci[óo]n| hora| hueco)?|(?:n[úu]mero|opci[óo]n) (?:${number}|${digit})`;
const SPANISH: Phrases = {
  yes:
    '^(?:(?:bueno|pues|ah|oh|vale)[ ,]+)?(?:s[íi]|vale|claro(?: que s[íi])?|de acuerdo|perfecto|est[áa] bien|' +
    '(?:eso )?me (?:va|viene|parece) bien|adelante|por supuesto|res[ée]rv[ae](?:l[ao])?|' +
    'conf[íi]rm[ae](?:l[ao])?|hecho|' +
    'exacto|correcto|genial|estupendo|ok)',
  no:
    '^(?:no(?! (?:hay|tiene|puedo|podr[ée]))|todav[íi]a no|a[úu]n no|esper[ae]|un momento|' +
    'd[ée]j[ae]l[oa]|ni hablar)|' +
    'mejor no',
  reschedule:
    'aplaz\\p{L}*|pospon\\p{L}*|reprogram\\p{L}*|adelant(?:ar|amos)\\p{L}*|retras(?:ar|amos)\\p{L}*|' +
    `(?:mover|mueva|cambiar|cambie|trasladar)(?:l[ao])? (?:la|mi|nuestra|de|esa|esta)|(?:mover|cambiar)l[ao]`,
  move:
    'mover\\p{L}*|mueva|cambi(?:ar|o|e|amos)\\p{L}*|aplaz\\p{L}*|pospon\\p{L}*|otr[oa] (?:d[íi]a|hora|' +
    'fecha)|m[áa]s (?:tarde|pronto)',
  cancel: 'cancel\\p{L}*|anul(?:ar|e|o|a|en)\\p{L}*|no (?:puedo|podr[ée]) (?:ir|asistir|venir)|suspend(?:er|a)',
  others:
    'otr[oa]s? (?:opci[óo]n(?:es)?|horarios?|horas?|huecos?|d[íi]as?|momentos?)|otr[oa]s|' +
    '(?:algo|nada|hueco|un poco) (?:m[áa]s (?:tarde|temprano|pronto)|antes|despu[ée]s)|' +
    'm[áa]s (?:opciones|horarios|huecos)|alternativas?',
  ask:
    `(?:reservar|agendar|concertar|pedir|tener|hacer|fijar|programar) (?:un[ao] )?(?:\\p{L}+ )?${ES_MEETING}|` +
    `${ES_WISH} (?:\\p{L}+ ){0,3}una (?:\\p{L}+ )?${ES_MEETING}|${ES_WISH} hablar|` +
    'cu[áa]ndo (?:tiene|tendr[íi]a|est[áa]|puede|podr[íi]a|podemos|' +
    'podr[íi]amos) (?:\\p{L}+ ){0,3}(?:hueco|libre|tiempo|hablar|disponible)|' +
    '(?:hay|tiene) (?:alg[úu]n |un )?hueco',
  tell:
    `cu[áa]ndo (?:es|era|tengo) (?:mi|la|nuestra) ${ES_MEETING}|tengo (?:ya )?(?:una|` +
    `alguna) ${ES_MEETING}|qu[ée] ${ES_MEETING} tengo`,
  own:
    `(?:la|mi|nuestra|esta|esa) ${ES_MEETING}|\\p{L}+(?:arl|erl)[ao]|eso|no (?:puedo|podr[ée]) (?:ir|` +
    'asistir|venir)',
  choice: [
    ES_ORDINAL('primer[oa]?', 'uno', 1),
    ES_ORDINAL('segund[oa]', 'dos', 2),
    ES_ORDINAL('tercer[oa]?', 'tres', 3),
    ES_ORDINAL('cuart[oa]', 'cuatro', 4),
  ],
  last: '(?:el|la) [úu]ltim[oa]',
};

const LANGUAGES = [ENGLISH, GERMAN, SPANISH];
/** `\b` knows no letter beyond ASCII; a line may begin with an opening mark. */
const compile = (pattern: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${pattern.replaceAll('^', '^[^\\p{L}\\d]*')})(?![\\p{L}\\d])`, 'iu');
const anyOf = (pick: (language: Phrases) => string) => LANGUAGES.map((language) => compile(pick(language)));

const KINDS = ['yes', 'no', 'reschedule', 'move', 'cancel', 'others', 'ask', 'tell', 'own'] as const;
const SAYS = KINDS.map((kind) => [kind, anyOf((language) => language[kind])] as const);
const CHOICES = ENGLISH.choice.map((_, index) => anyOf(({ choice }) => choice[index] ?? '(?!)'));
const LAST = anyOf(({ last }) => last);
/** Words of a line that chooses: 'the first' of a longer one is something else's. */
const MAX_CHOOSING_WORDS = 10;

/** What a line says about a booking, and which of the times offered it takes: 0 for the first. */
export function bookingPhrasesIn(text: string): { says: ReadonlySet<BookingPhrase>; choice: number | 'last' | null } {
  const has = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(text));
  const says = new Set(SAYS.filter(([, patterns]) => has(patterns)).map(([kind]) => kind));
  if (text.trim().split(/\s+/).length > MAX_CHOOSING_WORDS) return { says, choice: null };
  const index = CHOICES.findIndex(has);
  return { says, choice: has(LAST) ? 'last' : index >= 0 ? index : null };
}
