import type { PublicConfig } from '@understudy/contract/wire';
import { presenceOf, type TalkState } from '../talk.ts';
import { modelName } from './model-name.ts';

/** The line under the name: what the twin is doing, and which model answered if not the requested one. */
export function statusLine(talk: TalkState, config: PublicConfig, voice: string | null = null): string {
  if (talk.phase === 'restoring') return 'Picking up where you left off';
  if (talk.phase === 'ending') return 'Ending the conversation';
  if (talk.phase === 'ended') return 'Conversation ended';
  const presence = presenceOf(talk);
  if (presence !== 'idle' && talk.connection !== 'connected') return 'Reconnecting';
  if (voice) return voice;
  if (presence === 'thinking') return 'Thinking';
  if (presence === 'speaking') return 'Writing';
  const { answeredBy } = talk;
  if (!answeredBy) return 'Ready';
  return `${modelName(config, answeredBy.model)} answered in place of ${modelName(config, answeredBy.asked)}`;
}
