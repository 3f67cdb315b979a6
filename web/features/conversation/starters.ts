import { AT_ONCE } from './starter-count.ts';
import { isOpen, segmentsOnScreen, type TalkState, unfinishedReply } from './talk.ts';

/** A question for comparison: without capitals and signs. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * The starter questions under the newest reply: three under the first message, the next three after each answer, and
 * none that was asked. None while a reply is being written, none where the reply has buttons of its own, and none while
 * a person answers, as they are questions to the twin.
 */
export function startersFor(
  starters: readonly string[],
  talk: Pick<TalkState, 'phase' | 'entries' | 'person'>,
): string[] {
  const last = talk.entries.at(-1);
  if (talk.phase !== 'live' || last?.kind !== 'agent' || talk.person !== null) return [];
  if (isOpen(last) || segmentsOnScreen(last) === 0 || last.offers.length > 0) return [];
  if (unfinishedReply(talk as TalkState)) return [];
  const lines = talk.entries.flatMap((entry) => (entry.kind === 'visitor' ? [plain(entry.request.text)] : []));
  const asked = new Set(lines);
  // What was shown and passed over is not shown again; what was asked takes no other question's turn.
  return starters.slice(lines.length * AT_ONCE, (lines.length + 1) * AT_ONCE).filter((one) => !asked.has(plain(one)));
}
