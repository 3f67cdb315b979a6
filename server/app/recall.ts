import { randomBytes } from 'node:crypto';
import type { Mode, Twin } from '@understudy/contract/twin';
import { type PrivateText, readPrivateText } from '../features/conversation/output-filter.ts';
import { buildSystemPrompt, privateNotes } from '../features/conversation/prompt.ts';
import type { ReplyRequest } from '../providers/language-model/port.ts';
import type { Character } from './create-writers.ts';
import type { KnownOfVisitor, Recalled, TurnInMode } from './turn.ts';
import { modeOf } from './twin-choices.ts';

/** Passages that go into a prompt: enough for a question with two parts, few enough to stay quick. */
const PASSAGES_MAX = 4;
/** A mark that stands in every prompt of this process and that the output filter never lets out. */
const CANARY = `ref-${randomBytes(9).toString('hex')}`;

/** Of somebody who has said nothing yet. */
export const NOTHING_KNOWN: KnownOfVisitor = { understood: null, remembered: { memories: [], returning: null } };

/** What nobody may hear of each mode's prompt; a mode belongs to one twin, and goes with it. */
const privateTexts = new WeakMap<Mode, PrivateText>();

function privateTextOf(twin: Twin, mode: Mode): PrivateText {
  const text = privateTexts.get(mode) ?? readPrivateText(privateNotes({ twin, mode }));
  privateTexts.set(mode, text);
  return text;
}

/**
 * The recall stage: what the writer needs to know for this turn. Pure but for the canary.
 *
 * @param character the twin to whose end this turn is answered, whatever is edited meanwhile
 * @param known what is known of the visitor, and what would be good to know
 */
export function recall(
  { twin, find, embedded }: Character,
  turn: TurnInMode,
  history: ReplyRequest['history'],
  { understood, remembered }: KnownOfVisitor,
): Recalled {
  const mode = modeOf(twin, turn.modeId);
  // "And what does that cost?" names its subject only together with the words before it.
  const earlier = history.findLast((line) => line.speaker === 'visitor')?.text ?? '';
  const query = [turn.topic, turn.words.length < 60 ? earlier.slice(-200) : '', turn.words].filter(Boolean).join(' ');
  const passages = find(query.slice(0, 1_000), PASSAGES_MAX).map(({ passage }) => passage);
  const question = understood?.next_best_question ?? null;
  const systemPrompt = buildSystemPrompt({
    twin,
    mode,
    passages,
    performer: turn.performer,
    kind: turn.kind,
    question,
    call: turn.call,
    ...remembered,
  });
  return {
    request: {
      model: turn.model,
      modeId: turn.modeId,
      systemPrompt: `${systemPrompt}\n\n(${CANARY})`,
      history,
      userMessage: turn.words,
      kind: turn.kind,
      performer: turn.performer,
      ...(turn.consent === null ? {} : { consent: turn.consent }),
      call: turn.call,
      passages,
      question,
      address: understood?.entities.contact_email ?? null,
      embedded,
      ...remembered,
      continueAfter: turn.kept ?? '',
    },
    privateText: privateTextOf(twin, mode),
    canary: CANARY,
  };
}
