/** Questions for a price that name no piece of work: by the hour or the month, the cheapest, both together, and what is beside it. */
import type { Service } from '@understudy/contract/twin';
import { answer, close, figures, tell, unknown } from './answer.ts';
import { servicesIn } from './cast.ts';
import { type Draft, leadIn, opening, say } from './draft.ts';
import { PRICE_CAVEAT, PRICES_TOGETHER, UNIT_PRICES } from './phrases.ts';
import type { Scene } from './scene.ts';
import { enumerate, paragraphsOf } from './text.ts';

/** A stretch of time that is asked for, as in 'a day of advice', 'your hourly rate', 'what do I pay per month'. */
const UNIT =
  /\b(?:an?|one|the|per|each|every|by the|single|half an?) (hour|day|week|month)\b|\b(hour|dai|week|month)ly\b|\b(hour|day|week|month) ?(?:rate|price|fee)s?\b/;
/** Nothing is known of these because a price is. */
const BESIDE =
  /\b(?:go(?:es)? up|going up|went up|increases?|rises?|raise|tax(?:es)?|deductib\w+|write[- ]off|dollars?|usd|pounds|gbp|sterling|francs?|chf|currency|currencies|bitcoin)\b/;
/** The same, when no price is named beside them. */
const OF_MONEY =
  /\b(?:tax(?:es)?|deductib\w+|write[- ]off|dollars?|usd|gbp|sterling|francs|chf|currency|currencies|bitcoin)\b/;
const CHEAPEST = /\b(?:cheapest|least expensive|lowest price|smallest price)\b/;
const DEAREST = /\b(?:most expensive|dearest|priciest|highest price)\b/;
const TOGETHER = /\b(?:both|together|the two|the pair|combined|in combination)\b/;
/** A question put as the files put it. */
const AS_THE_FILES = 0.6;

/** The first amount in a price. */
const amountOf = ({ price }: Service) =>
  Number(/\d+(?:[.,]\d{3})*/.exec(price)?.[0].replace(/[.,](?=\d{3})/g, '') ?? Number.NaN);

/** The piece of work with the smallest price; null where no price is a figure. */
export const cheapest = (scene: Scene): Service | null => byAmount(scene)[0] ?? null;

const byAmount = (scene: Scene) =>
  scene.cast.twin.persona.services
    .filter((one) => Number.isFinite(amountOf(one)))
    .toSorted((one, other) => amountOf(one) - amountOf(other));

/** The services that are counted in a unit of time, by their name, price or duration. */
function countedIn(scene: Scene, unit: string): Service[] {
  const word = new RegExp(`\\b${unit}s?\\b`, 'i');
  const { services } = scene.cast.twin.persona;
  const priced = services.filter(({ name, price }) => word.test(name) || word.test(price));
  // What is paid by the month is nearer to 'per month' than what takes three of them.
  return unit === 'day' || priced.length === 0
    ? services.filter((one) => word.test(`${one.name} ${one.duration}`))
    : priced;
}

function byUnit(scene: Scene, unit: string): Draft {
  const services = countedIn(scene, unit);
  const [only] = services;
  const single = services.length === 1 && only ? figures(scene, only, 'price') : null;
  if (single) return single;
  const why = scene.cast.find('do you bill by the hour, day rate or fixed price', 1)[0]?.passage;
  const [first] = why ? paragraphsOf(why) : [];
  const paragraph = first && !scene.said.has(opening(first)) ? first : null;
  const list = enumerate(services.slice(0, 3).map(({ name, price, duration }) => `${name} at ${price} (${duration})`));
  const line = services.length > 0 ? say(scene, UNIT_PRICES, { unit, list }) : null;
  if (!line) return answer(scene, 'what does it cost');
  return {
    parts: [leadIn(scene), paragraph, line, close(scene, ['price'])],
    knowledge: why && paragraph ? [why.id] : [],
  };
}

/** The prices of services that were named together. No sum: some depend on the case. */
export function prices(scene: Scene, services: Service[]): Draft | null {
  const list = services.map(({ name, price }) => `${name} is ${price.replace(', ', ' and ')}`);
  const line = say(scene, PRICES_TOGETHER, { list: enumerate(list) });
  if (!line) return null;
  const knowledge = services.flatMap(
    (one) => scene.cast.services.find(({ service }) => service === one)?.passage?.id ?? [],
  );
  return {
    parts: [leadIn(scene), line, say(scene, PRICE_CAVEAT), close(scene, ['price'])],
    knowledge,
  };
}

/** The two services that were last spoken of, by either side. */
function lastTwo(scene: Scene): Service[] {
  const named = scene.visitorLines
    .slice(-6)
    .toReversed()
    .flatMap((line) => servicesIn(scene.cast, line));
  const told = scene.told
    .slice(-6)
    .toReversed()
    .flatMap((passage) => {
      const own = passage && scene.cast.services.find((entry) => entry.passage === passage);
      return own ? [own.service] : [];
    });
  return [...new Set([...named, ...told])].slice(0, 2);
}

function besideThePrice(scene: Scene): Draft {
  const [alike] = scene.cast.find(scene.message, 1);
  return alike && alike.likeness >= AS_THE_FILES ? answer(scene, scene.message) : unknown(scene, []);
}

/** A question about taxes or currencies, which no price answers; null when it is none. */
export const ofMoney = (scene: Scene, text: string): Draft | null =>
  OF_MONEY.test(text) ? besideThePrice(scene) : null;

const WITHIN =
  /\b(?:any ?(?:thing|of (?:it|them))|something|what|which|smaller)\b.{0,40}\b(?:under|below|less than|within|for|up to) (?:about |€ ?|eur |euros? )?(\d[\d.,]*) ?(k\b)?/;

const GETS = /\bwhat (?:do|would|will|can) (?:i|we) get\b/;
const passageOf = (scene: Scene, service: Service) =>
  scene.cast.services.find((entry) => entry.service === service)?.passage ?? null;

/** 'Do you do anything under 1000': the dearest piece of work within that sum; null when none is asked for so. */
export function affordable(scene: Scene, text: string): Draft | null {
  const found = WITHIN.exec(text);
  const sum = Number(found?.[1]?.replace(/[.,](?=\d{3})/g, '').replace(/[.,]$/, '')) * (found?.[2] ? 1_000 : 1);
  if (!found || !(sum >= 100)) return null;
  const within = scene.cast.twin.persona.services.filter((one) => amountOf(one) <= sum);
  const best = within.toSorted((one, other) => amountOf(other) - amountOf(one))[0];
  if (!best) return null;
  // 'What do I get for 420' names what it costs.
  const passage = GETS.test(text) && amountOf(best) === sum ? passageOf(scene, best) : null;
  return (passage && tell(scene, passage, '')) ?? figures(scene, best, 'price');
}

/** The answer to such a question; null when it is about a piece of work that was named, or about prices as such. */
export function rate(scene: Scene, text: string): Draft | null {
  if (BESIDE.test(text)) return besideThePrice(scene);
  const named = servicesIn(scene.cast, scene.message);
  if (named.length > 1) return prices(scene, named);
  if (named.length > 0) return null;
  if (TOGETHER.test(text)) {
    const two = lastTwo(scene);
    if (two.length === 2) return prices(scene, two);
  }
  const sorted = byAmount(scene);
  const extreme = CHEAPEST.test(text) ? sorted[0] : DEAREST.test(text) ? sorted.at(-1) : undefined;
  if (extreme) return figures(scene, extreme, 'price');
  const unit = UNIT.exec(text);
  const counted = unit && (unit[1] ?? unit[2] ?? unit[3])?.replace(/^dai$/, 'day');
  return counted ? byUnit(scene, counted) : null;
}
