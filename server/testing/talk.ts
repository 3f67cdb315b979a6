import type { Twin } from '@understudy/contract/twin';
import { loadTwin } from '../features/twin/load-twin.ts';
import { createReplyGeneration } from '../features/twin/reply-generation.ts';
import type { LanguageModel, Line, ReplyRequest } from '../providers/language-model/port.ts';
import { sharedEncoder } from './encoder.ts';
import { SAMPLE_TWIN_DIR, TEST_CACHE_DIR, TEST_TIMEOUT_MS } from './sample-twin.ts';

/**
 * A twin that answers without a language model.
 *
 * @param dir its folder, instead of the sample's
 */
export async function talkingTwin(dir = SAMPLE_TWIN_DIR): Promise<{ twin: Twin; model: LanguageModel }> {
  const twin = await loadTwin(dir);
  const { models } = createReplyGeneration([], () => twin, TEST_CACHE_DIR, TEST_TIMEOUT_MS, undefined, sharedEncoder());
  return { twin, model: models };
}

/** One reply of the twin. */
export interface Spoken {
  /** As written, including pause markers. */
  raw: string;
  /** As the visitor reads it and the history stores it. */
  text: string;
  knowledge: string[];
  deltas: string[];
}

/** A reply without its pause markers. */
export const plain = (raw: string) => raw.replaceAll(/\s*\[pause:[^\]]*\]\s*/g, ' ').trim();

/** Requests one reply. */
export async function replyOf(model: LanguageModel, request: Partial<ReplyRequest>): Promise<Spoken> {
  const deltas: string[] = [];
  let knowledge: string[] = [];
  const whole: ReplyRequest = {
    model: 'embedded',
    modeId: 'mentor',
    systemPrompt: '',
    history: [],
    userMessage: '',
    kind: 'message',
    performer: false,
    passages: [],
    continueAfter: '',
    ...request,
  };
  for await (const chunk of model.reply(whole, new AbortController().signal)) {
    if (chunk.kind === 'delta') deltas.push(chunk.text);
    else knowledge = chunk.knowledge;
  }
  const raw = deltas.join('');
  return { raw, text: plain(raw), knowledge, deltas };
}

/**
 * A conversation that keeps its own history, as the product does.
 *
 * @param visitor part of every request: their consent, what is known of them
 */
export function startTalk(model: LanguageModel, modeId = 'mentor', visitor: Partial<ReplyRequest> = {}) {
  const history: Line[] = [];
  return {
    history,
    async say(userMessage: string, mode = modeId): Promise<Spoken> {
      const spoken = await replyOf(model, { modeId: mode, userMessage, history: [...history], ...visitor });
      history.push({ speaker: 'visitor', text: userMessage }, { speaker: 'agent', text: spoken.text });
      return spoken;
    },
    async unprompted(kind: 'greeting' | 'followup', performer = false): Promise<Spoken> {
      const spoken = await replyOf(model, { modeId, kind, performer, history: [...history], ...visitor });
      history.push({ speaker: 'agent', text: spoken.text });
      return spoken;
    },
  };
}
