/**
 * What a conversation has come to, worked out line by line and carried from reply to reply: a reply late in a long
 * conversation reads only what is new since the one before.
 */
import type { QuestionSlot } from '@understudy/contract/manner';
import type { KnowledgePassage } from '@understudy/contract/twin';
import type { Line } from '../port.ts';
import type { Cast } from './cast.ts';
import { slotOf, spokenIn } from './cast.ts';
import { emptyFacts, type Facts, learnLine } from './facts.ts';
import { createSaid, type Said } from './said.ts';
import { tidy } from './tidy.ts';

/** A conversation up to the message that is to be answered. */
export interface Memory {
  /** All lines, as they were when they were read. */
  lines: { speaker: Line['speaker']; text: string }[];
  agentLines: string[];
  visitorLines: string[];
  /** What each of the twin's lines asked for at its end, and which passage it told of. */
  slots: (QuestionSlot | null)[];
  passages: (KnowledgePassage | null)[];
  facts: Facts;
  said: Said;
}

function begin(): Memory {
  const agentLines: string[] = [];
  return {
    lines: [],
    agentLines,
    visitorLines: [],
    slots: [],
    passages: [],
    facts: emptyFacts(),
    said: createSaid(agentLines),
  };
}

function add(cast: Cast, memory: Memory, { speaker, text }: Line): void {
  memory.lines.push({ speaker, text });
  if (speaker === 'agent') {
    memory.agentLines.push(text);
    memory.slots.push(slotOf(cast, text));
    memory.passages.push(spokenIn(cast, text));
  } else {
    const meant = tidy(text);
    memory.visitorLines.push(meant);
    learnLine(memory.facts, meant, memory.slots.at(-1) ?? null);
  }
}

/** Whether `history` begins with all that is remembered. */
function continues(memory: Memory, history: readonly Line[]): boolean {
  return (
    memory.lines.length <= history.length &&
    memory.lines.every(({ speaker, text }, at) => history[at]?.speaker === speaker && history[at]?.text === text)
  );
}

/**
 * Remembers conversations by the object that is their first line: as long as somebody holds the conversation, and no
 * longer, so that what is deleted is forgotten here too. Words that were changed are read anew; the same history always
 * gives the same memory, whether or not it was read before.
 */
export function createMemory(cast: Cast): (history: readonly Line[]) => Memory {
  const known = new WeakMap<Line, Memory>();
  return (history) => {
    const [first] = history;
    if (!first) return begin();
    let memory = known.get(first);
    if (!memory || !continues(memory, history)) {
      memory = begin();
      known.set(first, memory);
    }
    for (const line of history.slice(memory.lines.length)) add(cast, memory, line);
    return memory;
  };
}
