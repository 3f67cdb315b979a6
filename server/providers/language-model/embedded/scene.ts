/** Everything about the moment in which a reply is written, worked out once. */

import { QUESTION_SLOTS, type QuestionSlot } from '@understudy/contract/manner';
import type { KnowledgePassage } from '@understudy/contract/twin';
import { MODE_IDS, type Mode, type ScoredPassage, type Service, type Twin } from '@understudy/contract/twin';
import { fold } from '../../../platform/text/words.ts';
import type { ReplyRequest } from '../port.ts';
import { type Facts, readFacts } from './facts.ts';
import { createSaid, type Said } from './said.ts';
import { paragraphsOf } from './text.ts';

/** Searches the knowledge; given from outside, because knowledge is a feature. */
export type Find = (query: string, limit: number) => ScoredPassage[];

/** Lines of the beginning and the end of a long conversation in which facts are looked for. */
const FIRST_LINES = 60;
const LAST_LINES = 60;
/** Replies in which questions are counted as asked; older ones may be asked again in other words. */
const ASKED_LINES = 120;
/** Replies that are looked through for the subject of the talk. */
const THREAD_LINES = 4;

/** Hits of one search that are remembered while a reply is written. */
const FOUND_MAX = 6;

/** What is worked out once for a twin. */
export interface Cast {
  twin: Twin;
  find: Find;
  modes: Map<string, Mode>;
  /** Every question of every mode, without its mark, and what it asks for. */
  questions: Map<string, QuestionSlot>;
  services: { service: Service; names: RegExp; passage: KnowledgePassage | null }[];
  offers: string[];
}

/** The moment. */
export interface Scene {
  cast: Cast;
  mode: Mode;
  message: string;
  said: Said;
  facts: Facts;
  agentLines: string[];
  visitorLines: string[];
  /** The twin's last words, or ''. */
  lastAgent: string;
  /** What the twin's last question asked for. */
  lastAsked: QuestionSlot | null;
  /** What was asked for of late, by any personality. */
  asked: Set<QuestionSlot>;
  /** The passage that was last spoken of, and the service that was last named. */
  thread: { passage: KnowledgePassage | null; service: Service | null };
  /** Differs from turn to turn, so that choices do. */
  salt: string;
}

/** Behind one of these a question may begin; a name is set off by a comma. */
const SENTENCE_END = '.:!,';

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

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
    const byId = twin.knowledge.find(({ id }) => id === service.id);
    const passage = byId ?? find(service.name, 1)[0]?.passage ?? null;
    return { service, names: new RegExp(`\\b(${names.join('|')})s?\\b`), passage };
  });
  return {
    twin,
    find,
    modes: new Map(twin.modes.map((mode) => [mode.id, mode])),
    questions,
    services,
    offers: twin.modes.flatMap(({ manner }) => manner.next_step),
  };
}

/** What a reply's closing question asks for, whoever asked it and with whatever name at its end. */
function slotOf(cast: Cast, agentLine: string): QuestionSlot | null {
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

/** The passage of which the twin spoke last, by its own words. */
function lastPassage(cast: Cast, agentLines: string[]): KnowledgePassage | null {
  for (const line of agentLines.slice(-THREAD_LINES).reverse()) {
    const spoken = cast.twin.knowledge.find((passage) =>
      paragraphsOf(passage).some((paragraph) => line.includes(paragraph.slice(1, 60))),
    );
    if (spoken) return spoken;
    const priced = cast.services.find(({ service }) => line.includes(service.price));
    if (priced?.passage) return priced.passage;
  }
  return null;
}

/** Works out the moment of a request. */
export function setScene(cast: Cast, request: ReplyRequest): Scene {
  const found = new Map<string, ScoredPassage[]>();
  const find: Find = (query, limit) => {
    let hits = found.get(query);
    if (!hits) {
      hits = cast.find(query, FOUND_MAX);
      found.set(query, hits);
    }
    return hits.slice(0, limit);
  };
  const mode = cast.modes.get(request.modeId) ?? cast.modes.get('mentor') ?? cast.twin.modes[MODE_IDS.length - 1];
  if (!mode) throw new Error('a twin has modes');
  const agentLines: string[] = [];
  const visitorLines: string[] = [];
  const exchanges: { text: string; asked: string }[] = [];
  for (const { speaker, text } of request.history) {
    if (speaker === 'agent') agentLines.push(text);
    else {
      visitorLines.push(text);
      exchanges.push({ text, asked: agentLines.at(-1) ?? '' });
    }
  }
  exchanges.push({ text: request.userMessage, asked: agentLines.at(-1) ?? '' });
  const looked =
    exchanges.length > FIRST_LINES + LAST_LINES
      ? [...exchanges.slice(0, FIRST_LINES), ...exchanges.slice(-LAST_LINES)]
      : exchanges;
  const facts = readFacts(looked.map(({ text, asked }) => ({ text, answers: slotOf(cast, asked) })));
  const lastAgent = agentLines.at(-1) ?? '';
  const passage = lastPassage(cast, agentLines);
  const ownService = passage && cast.services.find((entry) => entry.passage === passage)?.service;
  const service =
    serviceIn(cast, request.userMessage) ??
    serviceIn(cast, visitorLines.at(-1) ?? '') ??
    ownService ??
    serviceIn(cast, visitorLines.at(-2) ?? '');
  return {
    cast: { ...cast, find },
    mode,
    message: request.userMessage,
    said: createSaid(agentLines),
    facts,
    agentLines,
    visitorLines,
    lastAgent,
    lastAsked: slotOf(cast, lastAgent),
    asked: new Set(agentLines.slice(-ASKED_LINES).flatMap((line) => slotOf(cast, line) ?? [])),
    thread: { passage, service },
    salt: `${agentLines.length}:${request.userMessage.slice(0, 200)}`,
  };
}
