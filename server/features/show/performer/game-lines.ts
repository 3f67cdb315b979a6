import type { DebateMove } from '../engine/debates.ts';
import type { GameMove } from '../engine/games.ts';
import type { ShowLibrary } from '../library.ts';
import { filled, keyOf, type LinePicker } from './written-lines.ts';

/** What is said in a game: a word about the answer, and the next round or the end of it. Null for an unknown game. */
export function gameText(move: GameMove, { games }: ShowLibrary): string | null {
  const game = games.find(({ id }) => id === move.id);
  if (!game) return null;
  const parts: string[] = [];
  if (move.begins) parts.push(game.opening);
  const answered = move.answered && game.rounds[move.answered.round];
  if (move.answered && answered) {
    if ('after' in answered) parts.push(answered.after);
    else parts.push(move.answered.isRight ? answered.right : answered.wrong);
  }
  const next = move.asks === null ? null : game.rounds[move.asks];
  if (next) parts.push(next.ask);
  else parts.push(game.closing.replaceAll('{right}', String(move.right)).replaceAll('{rounds}', String(move.played)));
  return parts.join(' [pause:1s] ');
}

const PARRIES = { argument: 'parried', approval: 'approved', question: 'unanswered' } as const;

/** What is said in a debate: a word about what was just said, and the written words of the twin's side. */
export function debateLines(
  { id, side, does }: DebateMove,
  { debates, material: { followups } }: ShowLibrary,
  lines: LinePicker,
): (string | null)[] {
  const debate = debates.find((one) => one.id === id);
  if (does.kind === 'propose')
    return [does.isInstead ? lines.pick(followups.unprepared) : null, debate?.opening ?? null];
  const ours = side && debate?.[side];
  if (!ours) return [];
  switch (does.kind) {
    case 'open':
      return [ours.opening];
    case 'close':
      return [does.isWon ? lines.pick(followups.conceded) : null, ours.closing];
    case 'rebut': {
      const motion = does.begins ? filled(lines.pick(followups['taken-up']), 'topic', debate.motion) : null;
      return [motion, ours.rebuttals[does.rebuttal]?.say ?? null];
    }
    case 'argue': {
      const parries = followups[PARRIES[does.parries]];
      const reason = does.reason === null ? null : (ours.reasons[does.reason] ?? null);
      // A word that was said before would show that it fits anything: it is said again only where there is no argument.
      const fresh = parries?.filter((line) => !lines.wasTold(keyOf(line)));
      return [lines.pick(fresh) ?? (reason === null ? lines.pick(parries) : null), reason];
    }
  }
}
