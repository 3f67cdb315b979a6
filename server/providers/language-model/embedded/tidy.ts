/** A visitor's line as it was meant: without the sounds of speech, with the commonest slips of the keyboard put right. */

import { detectLanguage } from './language.ts';

/** What stands for what, of words that are no English by themselves. */
const SLIPS = new Map(
  Object.entries({
    about: 'abotu abuot',
    against: 'agianst',
    always: 'allways alwasy alwyas',
    are: 'aer ar',
    build: 'bild',
    come: 'coem',
    expensive: 'expencive expensiv expesive',
    many: 'mnay mayn',
    small: 'smal',
    thanks: 'thnaks thansk thanx',
    contract: 'contrct contarct',
    because: 'becuase becasue bcos coz cuz',
    business: 'bussiness buisness busness',
    can: 'cna',
    company: 'compny comapny companny compnay',
    cost: 'csot cots',
    customers: 'custmers costumers cusotmers',
    decide: 'deside decied',
    decision: 'descision decison desicion',
    decisions: 'descisions decisons desicions',
    does: 'doas deos',
    else: 'els',
    employees: 'employes emplyees enployees emploees',
    every: 'evry evrey',
    everything: 'evrything everythin evrythin everthing',
    experience: 'experiance expirience experence exprience',
    first: 'frist firts',
    goes: 'gose',
    have: 'haev hvae ahve',
    hello: 'helo helllo hullo',
    help: 'hlep',
    how: 'hwo',
    know: 'konw knwo',
    meeting: 'meting meetng',
    much: 'mutch muhc',
    owner: 'onwer ownr',
    people: 'ppl peple poeple pepole',
    please: 'pls plz pleas',
    price: 'prise pirce',
    prices: 'prises pirces',
    start: 'strat satrt',
    take: 'taek',
    that: 'taht htat',
    the: 'teh hte',
    their: 'thier',
    they: 'tehy thye',
    this: 'tihs thsi',
    through: 'thru trough thorugh throught',
    time: 'tiem',
    want: 'wnat watn',
    what: 'wat wot waht whta hwat',
    when: 'wen wehn',
    where: 'wher wheer',
    which: 'wich whcih',
    who: 'hoo woh',
    with: 'wiht wih',
    without: 'witout wihtout',
    work: 'wrok owrk',
    workshop: 'workshp worksop workshpo wrokshop',
    would: 'wuold woud',
    you: 'yuo yuo yoo',
    your: 'yuor yoru',
  }).flatMap(([word, slips]) => slips.split(' ').map((slip) => [slip, word] as const)),
);

/** The sounds of somebody who thinks aloud. */
const SOUNDS = /(?:^|(?<=[\s,.]))(?:u+m+|u+h+|e+r+m+|hm+|m+h+m+|mm+|erm?)\b[ ,.…]*/gi;
/** 'Um like', 'you know': said and not meant. */
const PADDING = /,? ?\b(?:you know|i mean|kind of|sort of)\b,(?= )/gi;
/** The way up to a question: 'hi so I was wondering like how does this work'. */
const WINDING =
  /^(?:(?:um|uh|yeah|yes|hi|hello|hey|so|ok(?:ay)?|well|and|right)[,. ]+)*i(?:'m| am| was) (?:just )?wondering(?:,? like)?,? (?=\p{L})/iu;
const LIKE = /(?<=[\p{L}]),? like(?=,? (?:how|what|when|where|who|roughly|about|really|maybe)\b)/giu;
const TRAILING = /,? (?:you know|roughly speaking|or something|or so|if you know what i mean)(?=[?.! ]*$)/i;
/** Announces a question without asking it. */
const ANNOUNCED =
  /^(?:(?:ok(?:ay)?|so|and|oh|ah|yeah|right|well|hey)[,.]? )*(?:one (?:more|last|other) (?:thing|question)|another (?:thing|question)|(?:a )?(?:quick|different|last|other) question|by the way|btw|actually(?:, first)?|anyway|first(?: of all)?|right|yeah so|yeah and)[,.:;!–-]* +(?=\S+ \S)/i;

/** Puts right what stands between the words and their meaning; names, capitals and all else stay as they are. */
export function tidy(line: string): string {
  if (detectLanguage(line)) return line;
  const plain = line
    .replace(SOUNDS, '')
    .replace(PADDING, '')
    .replace(LIKE, '')
    .replace(TRAILING, '')
    .replace(WINDING, '')
    .replace(/(?<![@\p{L}.])\p{Ll}+(?![\p{L}@])/gu, (word) => SLIPS.get(word) ?? word)
    .replace(/(?<=^|\p{L}{2}[\s,]+)u(?=\s+\p{L}{2}|[?.!]*$)/gu, 'you')
    .replace(/\bur (?=an? )/g, 'you are ')
    .replace(ANNOUNCED, '');
  // Sounds and nothing else are kept: they are an answer too.
  return plain.trim() === '' ? line : plain;
}
