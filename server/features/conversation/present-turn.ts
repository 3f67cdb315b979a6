import { type Extract, nextStepHint } from '@understudy/contract/leads';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { plainText, splitReply } from './segments.ts';
import type { TurnStatus } from './store.ts';

/** What a visitor's page is shown of the analysis. */
export type VisitorView = Pick<AgentReplyAnswer, 'extract' | 'next_step'>;

/** Reduces the analysis to what the owner shows visitors. */
export function visitorView(settings: OwnerSettings, extract: Extract | null): VisitorView {
  if (!extract || settings.get('visitor_page').analysis) return { extract };
  return { extract: null, next_step: nextStepHint(extract) };
}

/** The JSON response of a turn, made from what is stored, so that fresh and replayed turns look the same. */
export function presentTurn(turn: {
  turnId: string;
  text: string;
  mode: string;
  model: string | null;
  provider: string | null;
  status: TurnStatus;
  knowledge: string[];
  view: VisitorView;
  offers?: AgentReplyAnswer['offers'];
}): AgentReplyAnswer {
  const segments = splitReply(turn.text);
  return {
    text: plainText(segments),
    audio_base64: null,
    ...turn.view,
    debug_commands: [],
    turn_id: turn.turnId,
    segments,
    mode: turn.mode,
    model: turn.model ?? '',
    provider: turn.provider ?? '',
    interrupted: turn.status === 'interrupted',
    partial: turn.status !== 'done',
    knowledge: turn.knowledge,
    offers: turn.offers ?? [],
  };
}
