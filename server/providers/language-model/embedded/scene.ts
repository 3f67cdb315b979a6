/** Everything about the moment in which a reply is written, worked out once. */

import type { RequestedCall } from '@understudy/contract/leads';
import type { QuestionSlot } from '@understudy/contract/manner';
import {
  DEFAULT_MODE_ID,
  type KnowledgePassage,
  type Mode,
  type ScoredPassage,
  type Service,
} from '@understudy/contract/twin';
import type { ReplyRequest } from '../port.ts';
import { type Cast, type Find, serviceIn } from './cast.ts';
import { type Facts, withLine } from './facts.ts';
import type { Memory } from './memory.ts';
import { type Remembered, rememberedIn, withCall, withRemembered } from './remembered.ts';
import type { Said } from './said.ts';
import { tidy } from './tidy.ts';

/** Replies in which questions are counted as asked; older ones may be asked again in other words. */
const ASKED_LINES = 120;
/** Replies that are looked through for the subject of the talk. */
const THREAD_LINES = 4;
/** Hits of one search that are remembered while a reply is written. */
const FOUND_MAX = 6;

/** The moment. */
export interface Scene {
  cast: Cast;
  mode: Mode;
  message: string;
  said: Said;
  facts: Facts;
  agentLines: readonly string[];
  visitorLines: readonly string[];
  /** The twin's last words, or ''. */
  lastAgent: string;
  /** What the twin's last question asked for. */
  lastAsked: QuestionSlot | null;
  /** What was asked for of late, by any personality. */
  asked: Set<QuestionSlot>;
  /** The passage that was last spoken of, and the service that was last named. */
  thread: { passage: KnowledgePassage | null; service: Service | null };
  /** What each of the twin's lines told of, oldest first. */
  told: readonly (KnowledgePassage | null)[];
  /** Whether the visitor agreed that the conversation is kept; null when that is unknown. */
  consent: boolean | null;
  /** What is known from earlier conversations; null of somebody who is new. */
  remembered: Remembered | null;
  /** The call that they asked for by the page's form; null when they did not. */
  call: RequestedCall | null;
  /** What would be good to know of them, as a question; null when nothing is, or this is no moment for it. */
  wanted: string | null;
  /** Differs from turn to turn, so that choices do. */
  salt: string;
}

/** 'Dave at acme dot com' is an address too: the analysis has understood it. It is fresh in the message that spells it. */
function withHeard(facts: Facts, address: string | null, message: string): Facts {
  if (facts.email !== null || address === null) return facts;
  const fresh = new Set(facts.fresh);
  if (spells(message.toLowerCase(), address.toLowerCase())) fresh.add('email');
  return { ...facts, email: address, fresh };
}

const spells = (message: string, address: string): boolean =>
  /\b(?:dot|punkt|punto|point)\b/.test(message) &&
  message.includes(/[a-z]+/.exec(address.split('@')[1] ?? '')?.[0] ?? '@');

/** Works out the moment of a request from what the conversation has come to. */
export function setScene(cast: Cast, memory: Memory, request: ReplyRequest): Scene {
  const found = new Map<string, ScoredPassage[]>();
  const find: Find = (query, limit) => {
    let hits = found.get(query);
    if (!hits) {
      hits = cast.find(query, FOUND_MAX);
      found.set(query, hits);
    }
    return hits.slice(0, limit);
  };
  const message = tidy(request.userMessage);
  const mode = cast.modes.get(request.modeId) ?? cast.modes.get(DEFAULT_MODE_ID);
  if (!mode) throw new Error('a twin has modes');
  const { agentLines, visitorLines, slots, passages, said } = memory;
  const lastAsked = slots.at(-1) ?? null;
  const remembered = rememberedIn(request);
  const passage = passages.slice(-THREAD_LINES).findLast((spoken) => spoken !== null) ?? null;
  const ownService = passage && cast.services.find((entry) => entry.passage === passage)?.service;
  const service =
    serviceIn(cast, message) ??
    serviceIn(cast, visitorLines.at(-1) ?? '') ??
    ownService ??
    serviceIn(cast, visitorLines.at(-2) ?? '');
  return {
    cast: { ...cast, find },
    mode,
    message,
    said,
    facts: withCall(
      withRemembered(
        withHeard(withLine(memory.facts, message, lastAsked), request.address ?? null, message),
        remembered,
      ),
      request.call ?? null,
    ),
    agentLines,
    visitorLines,
    lastAgent: agentLines.at(-1) ?? '',
    lastAsked,
    asked: new Set(slots.slice(-ASKED_LINES).filter((slot) => slot !== null)),
    thread: { passage, service },
    told: passages,
    consent: request.consent ?? null,
    remembered,
    call: request.call ?? null,
    wanted: request.question ?? null,
    salt: `${agentLines.length}:${request.userMessage.slice(0, 200)}`,
  };
}
