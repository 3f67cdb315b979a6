/** Date words in the languages that visitors slip into, each with its tag (dates.ts). */
const TAGGED: Readonly<Record<string, string>> = {
  M: `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
    januar februar märz mai juni juli oktober dezember okt dez janvier février mars avril juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro januari februari maart mei augustus maj
    leden ledna února března dubna května června července srpna září října listopadu prosince stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października grudnia
    ledna januára februára apríla mája júna júla októbra januara februara marta aprila juna jula avgusta septembra oktobra novembra decembra ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie tammikuussa helmikuussa maaliskuussa huhtikuussa toukokuussa kesäkuussa elokuussa syyskuussa lokakuussa marraskuussa joulukuussa
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık`,
  O: `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth`,
  T: 'twenty thirty',
  w: 'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays montag dienstag mittwoch donnerstag freitag samstag lundi mardi mercredi jeudi vendredi lunes martes miércoles jueves viernes maandag dinsdag woensdag donderdag vrijdag',
  k: 'week weeks kw woche semaine semana',
  U: 'month months quarter year years semester trimester monat jahr quartal mois mes año academic school financial fiscal',
  S: 'spring summer autumn fall winter term season harvest frühjahr frühling sommer herbst printemps été automne hiver primavera verano otoño invierno rains',
  H: `easter christmas xmas diwali ramadan eid pongal thanksgiving fasnacht fasching carnival karneval pentecost whitsun midsummer hanukkah passover purim michaelmas timkat meskel nowruz bayram reyes oktoberfest holi onam vesak pâques navidad ostern weihnachten songkran tet advent halloween lent epiphany novruz nauryz newroz magal reyes mawlid dashain tihar dussehra durga puja navratri baisakhi losar juneteenth noël natale pasqua natal páscoa wielkanoc wielkanocą świętami vánoce vánocemi velikonoce uskrs božić jul påske joulu hajj martinmas candlemas assumption midsommar`,
  W: 'weekend',
  e: 'end start beginning middle half close turn ende anfang mitte',
  p: 'early mid late later sometime',
  n: 'next this coming following new current nächste nächsten prochain próximo',
  L: 'last',
  m: 'tomorrow morgen demain mañana',
  t: 'the a der die das le la el',
  o: 'of de',
  i: 'in within',
  r: 'or and to till until bis und oder et ou y',
  B: 'between',
  a: 'any',
  N: 'one two three four five six seven eight nine ten eleven twelve few couple',
};

export const DATE_TAGS: ReadonlyMap<string, string> = new Map(
  Object.entries(TAGGED).flatMap(([tag, words]) => words.split(/\s+/).map((word) => [word, tag] as const)),
);
