/**
 * How German and Spanish name days and times, as rules: what they say, and the same in the English that
 * `time-wishes.ts` reads. They apply in their order, each to what the ones before have left, so that longer phrases
 * come first. A date library reads moments; these are stretches, parts of days and exclusions.
 */
const DE_DAYS = {
  montag: 'Monday',
  dienstag: 'Tuesday',
  mittwoch: 'Wednesday',
  donnerstag: 'Thursday',
  freitag: 'Friday',
  samstag: 'Saturday',
  sonnabend: 'Saturday',
  sonntag: 'Sunday',
};
const ES_DAYS = {
  lunes: 'Monday',
  martes: 'Tuesday',
  'mi[ée]rcoles': 'Wednesday',
  jueves: 'Thursday',
  viernes: 'Friday',
  's[áa]bado': 'Saturday',
  domingo: 'Sunday',
};
const DE_NUMBERS = 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' ');
const ES_NUMBERS = 'una dos tres cuatro cinco seis siete ocho nueve diez once doce'.split(' ');
const EN_NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const DE_MONTHS = 'januar|jänner februar märz april mai juni juli august september oktober november dezember'.split(
  ' ',
);
const ES_MONTHS = 'enero febrero marzo abril mayo junio julio agosto sep?tiembre octubre noviembre diciembre'.split(
  ' ',
);
const EN_MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Words of a line, and the English for them, in which `$1` and so on stand for groups. */
type Rule = readonly [said: string, english: string | ((...groups: string[]) => string)];

const oneOf = (words: readonly string[]) => words.join('|');
const DE_DAY = oneOf(Object.keys(DE_DAYS));
const ES_DAY = oneOf(Object.keys(ES_DAYS));
/** What a number counts that is no time: 'vor zwei Jahren', 'de 10 a 20 personas'. */
const DE_COUNTED = '(?:jahr|monat|woche|tag|stunde|minute|prozent|leute|personen|mitarbeiter|euro|mal|%|€)';
const ES_COUNTED = '(?:año|mes|semana|d[ií]a|minuto|persona|emplead|euro|por ciento|vece|%|€)';
const DE_COUNT = `(?:${oneOf(DE_NUMBERS)}|\\d{1,2})`;
const ES_COUNT = `(?:${oneOf(ES_NUMBERS)}|\\d{1,2})`;
const DE_NUMBER = `${DE_COUNT}(?!\\d| ?${DE_COUNTED})`;
const ES_NUMBER = `${ES_COUNT}(?!\\d| ?${ES_COUNTED})`;

/** What stands between a day and 'nicht'. */
const DE_IS = '(?:(?:geht|passt|kann|ich|es|mir|leider|aber) )*';

/** A word's English, by the pattern that it fits. */
const named = (table: Readonly<Record<string, string>>, word: string): string =>
  Object.entries(table).find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(word))?.[1] ?? word;
const tableOf = (from: readonly string[], to: readonly string[]) =>
  Object.fromEntries(from.map((word, index) => [word, to[index] ?? word]));
const germanNumber = (word: string) => named(tableOf(DE_NUMBERS, EN_NUMBERS), word);
const spanishNumber = (word: string) => named(tableOf(ES_NUMBERS, EN_NUMBERS), word);
const germanDay = (word: string) => named(DE_DAYS, word);
const spanishDay = (word: string) => named(ES_DAYS, word);
/** The hour before: 'halb zehn' is half past nine. */
const hourBefore = (word: string): string => {
  const hour = EN_NUMBERS.indexOf(germanNumber(word)) + 1 || Number(word);
  return EN_NUMBERS[(hour + 10) % 12] ?? word;
};
/** '24.12.' and '24/12': the day comes first. */
const dated = (day: string, month: string): string => `${day} ${EN_MONTHS[Number(month) - 1] ?? ''}`;

const GERMAN: readonly Rule[] = [
  ['guten? (?:morgen|tag|abend|nacht)', ' '],
  ['vor allem', ' '],
  ['([0-3]?\\d)\\.\\s?([01]?\\d)\\.(?:20\\d\\d)?', dated],
  [`([0-3]?\\d)\\.? (${oneOf(DE_MONTHS)})`, (day, month) => `${day} ${named(tableOf(DE_MONTHS, EN_MONTHS), month)}`],
  // Clock.
  ['(\\d{1,2})[.:](\\d{2})\\s?(?:uhr|h)', '$1:$2'],
  ['(\\d{1,2}) uhr (\\d{2})', '$1:$2'],
  [`halb (${DE_NUMBER})`, (hour) => `half past ${hourBefore(hour)}`],
  [
    `viertel (nach|vor) (${DE_NUMBER})`,
    (side, hour) => `quarter ${side === 'vor' ? 'to' : 'past'} ${germanNumber(hour)}`,
  ],
  [
    `zwischen (${DE_NUMBER}(?::\\d\\d)?)(?: uhr)? und (${DE_NUMBER}(?::\\d\\d)?)(?: uhr)?`,
    (from, to) => `between ${germanNumber(from)} and ${germanNumber(to)}`,
  ],
  [
    `von (${DE_NUMBER}(?::\\d\\d)?)(?: uhr)? bis (${DE_NUMBER}(?::\\d\\d)?)(?: uhr)?`,
    (from, to) => `from ${germanNumber(from)} to ${germanNumber(to)}`,
  ],
  [`(?:nicht|nie)(?: \\w+)? vor (${DE_NUMBER})(?: uhr)?`, (hour) => `not before ${germanNumber(hour)}`],
  [`(?:nicht|nie)(?: \\w+)? nach (${DE_NUMBER})(?: uhr)?`, (hour) => `not after ${germanNumber(hour)}`],
  [`(?:frühestens|ab frühestens)(?: um| ab)? (${DE_NUMBER})(?: uhr)?`, (hour) => `not before ${germanNumber(hour)}`],
  [`(?:bis )?spätestens(?: um| bis)? (${DE_NUMBER})(?: uhr)?`, (hour) => `before ${germanNumber(hour)}`],
  [`(?:ab|nach) (${DE_NUMBER}(?::\\d\\d)?)(?: uhr)?(?! ?\\d)`, (hour) => `after ${germanNumber(hour)}`],
  [`(?:vor|bis) (${DE_NUMBER}(?::\\d\\d)?)(?: uhr)?(?! ?\\d)`, (hour) => `before ${germanNumber(hour)}`],
  [`(?:um|gegen)(?: etwa| circa)? (${DE_NUMBER}(?::\\d\\d)?)(?: uhr)?`, (hour) => `at ${germanNumber(hour)}`],
  [`(${DE_NUMBER})(?: uhr)? (?:morgens|vormittags|früh)`, (hour) => `${germanNumber(hour)} am`],
  [`(${DE_NUMBER})(?: uhr)? (?:nachmittags|abends)`, (hour) => `${germanNumber(hour)} pm`],
  [`(${DE_NUMBER}) uhr`, (hour) => `at ${germanNumber(hour)}`],
  // Weeks and months.
  ['übernächste[rn]? woche', 'week after next'],
  ['(?:nächste|kommende|folgende)[rn]? woche', 'next week'],
  ['diese[rn]? woche', 'this week'],
  [`in (${DE_COUNT}|einer) wochen?`, (count) => `in ${count === 'einer' ? 'one' : germanNumber(count)} weeks`],
  ['(?:nächste|kommende)[nr]? monat', 'next month'],
  ['(?:ende (?:des|dieses) monats|(?:ende )?diese[nmrs] monats?|monatsende)', 'this month'],
  ['wochenendes?', 'weekend'],
  // Parts of a day.
  ['(?:am |den )?frühe[nrs]? nachmittags?', 'early afternoon'],
  ['(?:am |den )?späte[nrs]? nachmittags?', 'late afternoon'],
  ['nach feierabend', 'after work'],
  [`(${DE_DAY})s? ?(?:vormittags?|morgens?|früh)`, (day) => `${germanDay(day)} morning`],
  [`(${DE_DAY})s nachmittags`, (day) => `every ${germanDay(day)} afternoon`],
  [`(${DE_DAY}) ?nachmittags?`, (day) => `${germanDay(day)} afternoon`],
  [`(${DE_DAY}) ?abends?`, (day) => `${germanDay(day)} evening`],
  [`(${DE_DAY}) ?mittags?`, (day) => `${germanDay(day)} lunch time`],
  ['morgen (?:früh|vormittags?)', 'tomorrow morning'],
  ['heute (?:früh|morgen|vormittags?)', 'this morning'],
  ['(?:am morgen|morgens|vormittags?|(?:am )?früh)', 'morning'],
  ['nachmittags?', 'afternoon'],
  ['abends?', 'evening'],
  ['(?:über |am |zu )?mittags?', 'lunch time'],
  // Days.
  [`(${DE_DAY})s? ${DE_IS}nicht`, (day) => `not ${germanDay(day)}`],
  [`(?:nicht|außer|ausser|kein)(?: am| an| den)? (${DE_DAY})s?`, (day) => `not ${germanDay(day)}`],
  [`(?:jeden|immer|alle) (${DE_DAY})s?`, (day) => `every ${germanDay(day)}`],
  [`(${DE_DAY})s(?! morning| afternoon)`, (day) => `every ${germanDay(day)}`],
  [`(${DE_DAY})`, germanDay],
  [`nicht übermorgen|übermorgen ${DE_IS}nicht`, 'not day after tomorrow'],
  ['übermorgen', 'day after tomorrow'],
  [`nicht morgen|morgen ${DE_IS}nicht`, 'not tomorrow'],
  ['morgen', 'tomorrow'],
  [`nicht heute|heute ${DE_IS}nicht`, 'not today'],
  ['heute', 'today'],
];

const SPANISH: readonly Rule[] = [
  ['buen[oa]s (?:d[ií]as|tardes|noches)', ' '],
  ['(?:hasta (?:mañana|luego|pronto)|m[aá]s tarde)', ' '],
  ['([0-3]?\\d)[/.]([01]?\\d)(?:[/.]20\\d\\d)?', dated],
  [`([0-3]?\\d) de (${oneOf(ES_MONTHS)})`, (day, month) => `${day} ${named(tableOf(ES_MONTHS, EN_MONTHS), month)}`],
  // Clock.
  ['(\\d{1,2}(?::\\d\\d)?) ?(?:horas|hs?)', '$1'],
  [`(${ES_NUMBER}) y media`, (hour) => `half past ${spanishNumber(hour)}`],
  [`(${ES_NUMBER}) y cuarto`, (hour) => `quarter past ${spanishNumber(hour)}`],
  [`(${ES_NUMBER}) menos cuarto`, (hour) => `quarter to ${spanishNumber(hour)}`],
  [`(${ES_NUMBER}(?::\\d\\d)?) de la mañana`, (hour) => `${spanishNumber(hour)} am`],
  [`(${ES_NUMBER}(?::\\d\\d)?) de la (?:tarde|noche)`, (hour) => `${spanishNumber(hour)} pm`],
  [
    `entre las? (${ES_NUMBER}(?::\\d\\d)?) y las? (${ES_NUMBER}(?::\\d\\d)?)`,
    (from, to) => `between ${spanishNumber(from)} and ${spanishNumber(to)}`,
  ],
  [
    `(?:de|desde)(?: las?)? (${ES_NUMBER}(?::\\d\\d)?) (?:a|hasta)(?: las?)? (${ES_NUMBER}(?::\\d\\d)?)`,
    (from, to) => `from ${spanishNumber(from)} to ${spanishNumber(to)}`,
  ],
  [`(?:no|nunca|nada) antes de las? (${ES_NUMBER})`, (hour) => `not before ${spanishNumber(hour)}`],
  [`(?:no|nunca|nada) despu[ée]s de las? (${ES_NUMBER})`, (hour) => `not after ${spanishNumber(hour)}`],
  [`como (?:muy )?tarde a las? (${ES_NUMBER})`, (hour) => `before ${spanishNumber(hour)}`],
  [`(?:despu[ée]s de|a partir de|desde) las? (${ES_NUMBER}(?::\\d\\d)?)`, (hour) => `after ${spanishNumber(hour)}`],
  [`(?:antes de|hasta) las? (${ES_NUMBER}(?::\\d\\d)?)`, (hour) => `before ${spanishNumber(hour)}`],
  ['antes del? mediod[ií]a', 'before noon'],
  ['despu[ée]s del? mediod[ií]a', 'after noon'],
  ['(?:a|al) mediod[ií]a', 'at noon'],
  // What other rules have put into English stands after these words too.
  [`(?:a|sobre|hacia) las? (${ES_NUMBER}(?::\\d\\d)?)`, (hour) => `at ${spanishNumber(hour)}`],
  ['(?:a|sobre|hacia) las? (?=half|quarter|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)', 'at '],
  // Weeks and months.
  ['semana (?:despu[ée]s|siguiente) de la (?:pr[oó]xima|que viene)', 'week after next'],
  ['(?:semana que viene|(?:pr[oó]xima|siguiente) semana|semana (?:pr[oó]xima|siguiente|entrante))', 'next week'],
  ['esta semana', 'this week'],
  [`(?:en|dentro de) (${ES_COUNT}) semanas?`, (count) => `in ${spanishNumber(count)} weeks`],
  ['(?:mes que viene|pr[oó]ximo mes|mes pr[oó]ximo)', 'next month'],
  ['(?:(?:a )?fin(?:ales)? de(?:l| este)? mes|este mes)', 'this month'],
  ['fin de semana|finde', 'weekend'],
  // Parts of a day.
  ['a primera hora de la tarde', 'early afternoon'],
  ['a [uú]ltima hora de la tarde', 'late afternoon'],
  ['a primera hora(?: de la mañana)?', 'first thing'],
  ['despu[ée]s del trabajo', 'after work'],
  ['pasado mañana', 'day after tomorrow'],
  [`la mañana del (${ES_DAY})`, (day) => `${spanishDay(day)} morning`],
  [`la (?:tarde|noche) del (${ES_DAY})`, (day) => `${spanishDay(day)} afternoon`],
  ['esta mañana', 'this morning'],
  ['(?:esta|hoy por la) tarde', 'this afternoon'],
  ['(?:esta|hoy por la) noche', 'this evening'],
  ['(?:por|en|de) las? mañanas?', 'morning'],
  ['(?:por|en|de) las? tardes?', 'afternoon'],
  ['(?:por|en|de) las? noches?', 'evening'],
  // Days.
  [`(${ES_DAY})s? (?:no|tampoco)`, (day) => `not ${spanishDay(day)}`],
  [`(?:no|menos|excepto|salvo)(?: puedo)?(?: el| los| este)? (${ES_DAY})s?`, (day) => `not ${spanishDay(day)}`],
  [`(?:todos los|cada|cualquier|los) (${ES_DAY})s?`, (day) => `every ${spanishDay(day)}`],
  [`(${ES_DAY})s?`, spanishDay],
  ['(?:no mañana|mañana no)', 'not tomorrow'],
  ['mañana', 'tomorrow'],
  ['(?:no hoy|hoy no)', 'not today'],
  ['hoy', 'today'],
];

/** A word of this language that a wish for a time has, and English has not. */
const SIGNS = {
  german: new RegExp(
    `(?<![\\p{L}\\d])(?:${DE_DAY}|${oneOf(DE_NUMBERS)}|uhr|heute|(?:über)?morgens?|(?:über)?nächste[nrs]?|` +
      'kommende[nr]?|diese[nmr]?|wochen?|wochenendes?|monats?(?:ende)?|(?:vor|nach)?mittags?|abends?|frühen?|späten|' +
      `feierabend|${oneOf(DE_MONTHS)}|am|den|nicht|zwischen)`,
    'iu',
  ),
  spanish: new RegExp(
    `(?<![\\p{L}\\d])(?:${ES_DAY}|hoy|mañanas?|semanas?|mes|tardes?|noches?|las?|los|el|despu[ée]s|antes|desde|hasta|` +
      `entre|de ${ES_NUMBER} a|${oneOf(ES_MONTHS)})(?![\\p{L}])`,
    'iu',
  ),
};

interface Compiled {
  said: RegExp;
  english: Rule[1];
}
const compile = (rules: readonly Rule[]): Compiled[] =>
  rules.map(([said, english]) => ({
    // `\b` knows no letter beyond ASCII.
    said: new RegExp(`(?<![\\p{L}\\d:./])(?:${said})(?![\\p{L}])`, 'giu'),
    english,
  }));
let compiled: { german: Compiled[]; spanish: Compiled[] } | null = null;

/** A line with what German and Spanish say of days and times in English; the rest, and English lines, stay. */
export function timesInEnglish(text: string): string {
  compiled ??= { german: compile(GERMAN), spanish: compile(SPANISH) };
  let words = text;
  for (const language of ['german', 'spanish'] as const) {
    if (!SIGNS[language].test(words)) continue;
    for (const { said, english } of compiled[language]) {
      words = words.replace(said, (...found: unknown[]) => {
        if (typeof english === 'function') return english(...(found.slice(1) as string[]));
        return english.replace(/\$(\d)/g, (_, at) => String(found[Number(at)] ?? ''));
      });
    }
  }
  return words;
}
