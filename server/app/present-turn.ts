import type { Extract } from '@understudy/contract/leads';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import { plainText, splitReply } from '../features/conversation/segments.ts';
import type { TurnStatus } from '../features/conversation/store.ts';

/** The JSON answer of a turn, made from what is kept; the same for a fresh turn and for a replayed one. */
export function presentTurn(turn: {
  turnId: string;
  text: string;
  mode: string;
  model: string | null;
  provider: string | null;
  status: TurnStatus;
  knowledge: string[];
  /** What is understood of the conversation. */
  extract: Extract | null;
}): AgentReplyAnswer {
  const segments = splitReply(turn.text);
  return {
    text: plainText(segments),
    audio_base64: null,
    extract: turn.extract,
    debug_commands: [],
    turn_id: turn.turnId,
    segments,
    mode: turn.mode,
    model: turn.model ?? '',
    provider: turn.provider ?? '',
    interrupted: turn.status === 'interrupted',
    partial: turn.status !== 'done',
    knowledge: turn.knowledge,
  };
}
