/** What is worked out once for a twin, and what a line tells of it. */
import { QUESTION_SLOTS, type QuestionSlot } from '@understudy/contract/manner';
import type { KnowledgePassage, Mode, ScoredPassage, Service, Twin } from '@understudy/contract/twin';
import { contentWords, fold } from '../../../platform/text/words.ts';
import { literal, paragraphsOf } from './text.ts';

/** Searches the knowledge; given from outside, because knowledge is a feature. */
export type Find = (query: string, limit: number) => ScoredPassage[];

/** What is worked out once for a twin. */
export interface Cast {
  twin: Twin;
  find: Find;
  modes: Map<string, Mode>;
  /** Every question of every mode, without its mark, and what it asks for. */
  questions: Map<string, QuestionSlot>;
  services: { service: Service; names: RegExp; passage: KnowledgePassage | null }[];
  /** How much a word tells of what is asked, from nearly 0 for one that stands everywhere to 1 for one that stands once. */
  rarity: (word: string) => number;
  /** How each offer of a first call begins. */
  offers: string[];
}

/** Behind one of these a question may begin; a name is set off by a comma. */
const SENTENCE_END = '.:!,';

/** Prepares what does not change from reply to reply. */
export function createCast(twin: Twin, find: Find): Cast {
  const questions = new Map<string, QuestionSlot>();
  for (const { manner } of twin.modes) {
    for (const slot of QUESTION_SLOTS) {
      for (const question of manner.questions[slot]) questions.set(question.slice(0, -1), slot);
    }
  }
  const services = twin.persona.services.map((service) => {
    const names = [service.name.replace(/^(the|an?) /i, ''), ...service.aliases].map((name) => literal(fold(name)));
    // 'What is in the 6,800': a piece of work by its price.
    const amount = /\d{1,3}(?:[.,]\d{3})+|\d{3,}/.exec(service.price)?.[0].split(/[.,]/).join('[., ]?');
    if (amount) names.push(`(?:the|those|for) (?:eur |€ ?)?${amount}`);
    const byId = twin.knowledge.find(({ id }) => id === service.id);
    const passage = byId ?? find(service.name, 1)[0]?.passage ?? null;
    return { service, names: new RegExp(`\\b(${names.join('|')})s?\\b`), passage };
  });
  const counts = new Map<string, number>();
  const paragraphs = twin.knowledge.flatMap(paragraphsOf);
  for (const paragraph of paragraphs) {
    for (const word of new Set(contentWords(paragraph))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = Math.log(1 + paragraphs.length);
  return {
    twin,
    find,
    rarity: (word) => Math.log(1 + paragraphs.length / (counts.get(word) ?? 1)) / most,
    modes: new Map(twin.modes.map((mode) => [mode.id, mode])),
    questions,
    services,
    offers: twin.modes.flatMap(({ manner }) => manner.next_step.map((offer) => offer.slice(0, 40))),
  };
}

/** What a reply's closing question asks for, whoever asked it and with whatever name at its end. */
export function slotOf(cast: Cast, agentLine: string): QuestionSlot | null {
  if (!agentLine.endsWith('?')) return null;
  const tail = agentLine.slice(-160, -1).replace(/, [\p{Lu}][\p{L}'-]+$/u, '');
  const whole = cast.questions.get(tail);
  if (whole) return whole;
  for (let at = tail.length - 2; at > 0; at -= 1) {
    if (tail[at] !== ' ' || !SENTENCE_END.includes(tail[at - 1] ?? '')) continue;
    const slot = cast.questions.get(tail.slice(at + 1));
    if (slot) return slot;
  }
  return null;
}

/** The service that a text names, if it names one. */
export function serviceIn(cast: Cast, text: string): Service | null {
  const folded = fold(text);
  return cast.services.find(({ names }) => names.test(folded))?.service ?? null;
}

/** All services that a text names. */
export function servicesIn(cast: Cast, text: string): Service[] {
  const folded = fold(text);
  return cast.services.filter(({ names }) => names.test(folded)).map(({ service }) => service);
}

/** The passage that a line of the twin's tells of, known by its words; the one whose price it names, if none. */
export function spokenIn(cast: Cast, line: string): KnowledgePassage | null {
  const spoken = cast.twin.knowledge.find((passage) =>
    paragraphsOf(passage).some((paragraph) => line.includes(paragraph.slice(1, 60))),
  );
  if (spoken) return spoken;
  return cast.services.find(({ service }) => line.includes(service.price))?.passage ?? null;
}
