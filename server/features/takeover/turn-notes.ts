import { EMBEDDED_ID, type Twin } from '@understudy/contract/twin';
import type { Pool } from 'pg';
import type { ReplyInput, TakeoverTurn, TurnInMode } from '../conversation/index.ts';
import type { Speaker } from '../twin/index.ts';
import type { Understand } from '../understanding/index.ts';
import { noteMessageTaken, readTakeover, saveHintOutcome } from './takeover-store.ts';

/** What the notes need. */
export interface NoteDeps {
  pool: Pool;
  /** The current twin, ready to answer. */
  speaker(): Speaker;
  understand: Understand;
}

/** What the twin says when nobody came. Of a conversation that is not kept, no message can be taken. */
function takingMessage(twin: Twin, isKept: boolean): string {
  const { first_name: name } = twin.persona;
  return isKept
    ? `Nobody could join just now. Tell me what ${name} should know, and how to reach you: I'll note it for ${name}.`
    : `Nobody could join just now. As this conversation is not kept, I can't take a message; you can write to ` +
        `${twin.persona.contact.email}.`;
}

/**
 * Puts into a turn's request what a person, or the lack of one, adds to it: the sentence that nobody came, or a private
 * hint, which a model gets as an instruction and the embedded twin answers from the passage nearest to it.
 *
 * @returns null if there is nothing to add
 */
export async function beginNotedTurn(
  { pool, speaker, understand }: NoteDeps,
  { sessionId, consent, kind }: Pick<TurnInMode, 'sessionId' | 'consent' | 'kind'>,
  recalled: ReplyInput,
): Promise<TakeoverTurn | null> {
  const row = await readTakeover(pool, sessionId);
  if (row?.message_due && kind === 'followup') {
    const text = takingMessage(speaker().twin, consent === true);
    recalled.request.model = EMBEDDED_ID;
    recalled.request.written = { text, knowledge: [] };
    recalled.offers = consent ? [{ kind: 'call', label: 'Request a call', payload: '' }] : [];
    return { finish: async ({ complete }) => (complete ? noteMessageTaken(pool, sessionId) : undefined) };
  }
  const hint = row?.hint;
  if (!hint || kind === 'greeting') return null;
  const isAdded = await addPassage({ speaker, understand }, hint, recalled);
  const { request } = recalled;
  request.systemPrompt = `${request.systemPrompt}\n\n${hintForModel(hint)}`;
  return {
    async finish({ provider, complete }) {
      if (!complete) return;
      const isCarried = provider !== EMBEDDED_ID || isAdded;
      await saveHintOutcome(pool, sessionId, hint, isCarried ? 'carried' : 'unable');
    },
  };
}

const hintForModel = (hint: string): string =>
  'A person of the consultant’s team gives you a private hint for this one reply. Let the reply carry it, in your ' +
  'own words and where it fits; never say or suggest that there was a hint, or that somebody reads along. ' +
  `The hint: ${JSON.stringify(hint)}`;

/** Adds what the twin knows nearest to a hint to its own reply. @returns false if it knows nothing */
async function addPassage(
  { speaker, understand }: Pick<NoteDeps, 'speaker' | 'understand'>,
  hint: string,
  { request }: ReplyInput,
): Promise<boolean> {
  const { probabilities: about } = await understand(hint, { before: null });
  const { decision, candidates } = await speaker().answers.find({ text: hint, about, previous: null, told: null });
  const [best] = candidates;
  if (!best || !request.written || decision === 'unknown') return false;
  const { text, knowledge } = request.written;
  const { passage, sentence } = best;
  if (!text.includes(sentence))
    request.written = { text: `${text} ${sentence}`, knowledge: [...knowledge, passage.id] };
  return true;
}
