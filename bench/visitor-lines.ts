/**
 * The generated visitors' lines, in turn: realistic questions, so that recall and prompts do real work. `{trade}` and
 * `{town}` are the visitor's own, since real visitors rarely say what another has said to the letter: a line that was
 * read before comes from a cache.
 */
const LINES = [
  'Hello, I run a small {trade} in {town} and I am looking for some help with our growth.',
  'What would a two day workshop with my {trade} team of twelve in {town} cost?',
  'And what does that include for a {trade} from {town}?',
  'How do you usually begin with a new client, say a {trade} in {town}?',
  'We tried something like this last year in {town} and it went nowhere. Why would it be different with a {trade}?',
  'Could you give me an example from a {trade} like ours in {town}?',
  'When would you have time for a first call about our {trade} in {town}?',
  'Do you also work with teams abroad, in English and in German? Our {trade} has an office near {town}.',
  'Thanks, that helps. Is there something I should prepare for the {trade} people in {town}?',
  'My budget for the {trade} in {town} is about 15k and I need to decide before March.',
] as const;
/** Lines after which a visitor begins again. */
export const LINES_OF_A_VISITOR = LINES.length;

const TRADES = (
  'design agency,bakery,joinery,law firm,brewery,book shop,print shop,garden centre,architecture office,bike shop,' +
  'hotel,dental practice,furniture maker,software company,logistics firm,music school,film studio,cheese dairy,' +
  'glass works,travel agency,tea house,vineyard,recruiting firm,translation office,kindergarten,boat yard,paint shop'
).split(',');
const TOWNS = (
  'Leeds,Graz,Porto,Turku,Ghent,Bergen,Lyon,Malmö,Bath,Trieste,Kassel,Sligo,Girona,Aarhus,Brno,Lugano,Zadar,Utrecht,' +
  'York,Nantes,Bremen,Cork,Split,Tartu,Vigo,Linz,Delft,Siena,Exeter,Basel,Krakow'
).split(',');

/** What a visitor says as their `turn`th line; hardly any two of some eight hundred visitors say the same. */
export function visitorLine(turn: number, visitor: number): string {
  // Who talks on for longer speaks of another firm.
  const firm = visitor + 389 * Math.floor(turn / LINES.length);
  const trade = TRADES[firm % TRADES.length] as string;
  const town = TOWNS[firm % TOWNS.length] as string;
  const line = LINES[turn % LINES.length] as string;
  return line.replace('{trade}', trade).replace('{town}', town);
}
