import type { Clock } from '../../platform/clock.ts';

/** The stages of a voice turn, in order. */
export type Stage = 'utterance_sent' | 'transcribed' | 'first_word' | 'first_audio' | 'playback_start';

/** Timings of a voice turn: milliseconds since the end of speech. */
export type LatencyTrace = { turn_id: string; end_of_speech: 0 } & Partial<Record<Stage, number>>;

/** Measures each voice turn from the actual end of speech. */
export function createLatencyTraces(clock: Clock, tell: (trace: LatencyTrace) => void) {
  const utterances = new Map<number, { endedAt: number; stages: Partial<Record<Stage, number>> }>();
  const turns = new Map<string, { endedAt: number; stages: Partial<Record<Stage, number>> }>();

  const mark = (of: { endedAt: number; stages: Partial<Record<Stage, number>> } | undefined, stage: Stage) => {
    if (of && of.stages[stage] === undefined) of.stages[stage] = Math.round(clock.now() - of.endedAt);
  };

  return {
    /** @param quietMs time since the last speech */
    spoken(utterance: number, quietMs: number): void {
      utterances.set(utterance, { endedAt: clock.now() - quietMs, stages: {} });
    },
    utterance(utterance: number, stage: 'utterance_sent' | 'transcribed'): void {
      mark(utterances.get(utterance), stage);
    },
    /** The utterance became a turn. */
    turn(utterance: number, turnId: string): void {
      const known = utterances.get(utterance);
      utterances.delete(utterance);
      if (known) turns.set(turnId, known);
    },
    reply(turnId: string, stage: 'first_word' | 'first_audio'): void {
      mark(turns.get(turnId), stage);
    },
    /** The reply is audible, or ended without being heard: the turn is reported. */
    over(turnId: string, isHeard: boolean): void {
      const known = turns.get(turnId);
      if (!known) return;
      if (isHeard) mark(known, 'playback_start');
      turns.delete(turnId);
      tell({ turn_id: turnId, end_of_speech: 0, ...known.stages });
    },
    forget(utterance: number): void {
      utterances.delete(utterance);
    },
  };
}
