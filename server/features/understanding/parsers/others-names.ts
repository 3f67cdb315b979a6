/** Tells somebody else's name from the visitor's own by what stands around it. */
import { oneOf } from '../../../platform/text/patterns.ts';

/** Who is spoken of by what they are to the visitor. */
const RELATIONS = `friend mate teammate colleague coworker co-worker boss manager co-founder cofounder husband
  wife fiance fiancee girlfriend boyfriend partner brother sister mother father mum mom dad son daughter uncle
  aunt cousin nephew niece stepson stepdaughter neighbour neighbor landlord client customer supplier accountant
  lawyer solicitor assistant secretary teacher pupil student intern apprentice flatmate roommate plumber builder
  doctor dentist therapist gran grandma grandad grandfather grandmother dog puppy cat kitten horse pony parrot
  goat rabbit hamster tortoise goldfish`;
export const GERMAN_RELATIONS = `Freund(?:in|e|es|en)? Bekannte[rn]? Kolleg(?:e|en|in) Chef(?:in|s)? Mann Ehemann
  Ehefrau Frau Bruder Schwester Vater Mutter Sohn Tochter Nachbar(?:n|in)? Partner(?:in|s)? Mitarbeiter(?:in|s)?
  Kund(?:e|en|in) Assistent(?:en|in)? Hund Katze`;
const SPANISH_RELATIONS = `amig[oa] compañer[oa] colega jef[ea] herman[oa] hij[oa] marido esposa mujer padre
  madre vecin[oa] soci[oa] client[ea] perr[oa] gat[oa]`;

/** 'my friend', 'our old neighbour', 'mein Kollege'. */
const THEIRS =
  `(?:(?:my|our|his|her|their) (?:\\p{Ll}[\\p{L}-]* )?${oneOf(RELATIONS)}` +
  `|(?:mein|unser|sein|ihr)(?:e[mnrs]?)? (?:\\p{Ll}[\\p{L}-]* )?${oneOf(GERMAN_RELATIONS)}` +
  `|(?:mi|nuestr[oa]) ${oneOf(SPANISH_RELATIONS)})`;

/** 'my friend', 'a dog' */
const ANYBODYS = `(?:my|our|his|her|their|your|an?|the) (?:\\p{Ll}[\\p{L}-]* )?${oneOf(RELATIONS)}`;
const IS = ['is', 'was', 'called', 'named', 'heißt', 'heisst', 'ist', 'namens', 'se llama', 'es', 'llamad[oa]'];

/** What stands before somebody else's name. */
const BEFORE = new RegExp(
  `(?:^|[^\\p{L}])(?:${[
    // 'my friend', 'a dog called'
    `${ANYBODYS}(?:,? (?:called|named|is called))?`,
    // 'my friend is', 'my colleague:', 'mein Freund heißt', 'mi amigo se llama', 'meine Kollegin Frau'
    `${THEIRS}(?:[,:]|,? ${oneOf(IS)})?(?: (?:Herrn?|Frau))?`,
    // 'my friend’s name is', 'her name is', 'sein Name ist', 'ella se llama'
    `(?:${THEIRS}['’]s|his|her|their|sein|ihr) (?:first |last )?name(?:['’]s| is| was| ist)`,
    '(?:he|she|er|sie|él|ella) (?:is called|heißt|heisst|se llama)',
    // 'my friend said: I am'
    `${THEIRS} (?:said|says|told me|wrote|sagte|dijo)[,:]? ?["“'‘]?(?:i am|i['’]m|my name is|ich bin|soy)`,
  ].join('|')}) $`,
  'iu',
);
/** What stands after it: 'I am Paul’s friend', also after the first of two names. */
const AFTER = new RegExp(`^(?: \\p{Lu}[\\p{L}-]*)?['’]s (?:\\p{Ll}[\\p{L}-]* )?${oneOf(RELATIONS)}\\b`, 'u');
/** A name that begins with what somebody is to the visitor is part of 'meine Kollegin Frau Bauer'. */
const WITHIN = /^(?:kolleg(?:e|en|in)|chef(?:in)?)\b/i;

/** As much of what stands before a name is read, in characters. */
const MAX_BEFORE = 120;

/** Whether a name in a line, from one place to another, is somebody else's than the visitor's. */
export const isOthersName = (line: string, from: number, to: number): boolean =>
  BEFORE.test(line.slice(Math.max(0, from - MAX_BEFORE), from)) ||
  AFTER.test(line.slice(to)) ||
  WITHIN.test(line.slice(from, to));
