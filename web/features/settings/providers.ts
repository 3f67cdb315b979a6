import type { ProviderState } from '@understudy/contract/settings';

/** The kinds in the order in which a spoken turn needs them. */
export const PROVIDER_KINDS = ['chat', 'transcription', 'voice', 'embedding'] as const;
type ProviderKind = ProviderState['kind'];

/** What each kind does, and the environment variables that configure one: any of these sets, each complete. */
export const PROVIDER_WORDS: Record<
  ProviderKind,
  { name: string; does: string; variables: readonly (readonly string[])[] }
> = {
  chat: {
    name: 'Answers',
    does: 'Writes the replies',
    variables: [['GROQ_API_KEY'], ['OPENAI_API_KEY'], ['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_MODEL']],
  },
  transcription: {
    name: 'Hears',
    does: 'Transcribes what visitors say',
    variables: [['GROQ_API_KEY'], ['OPENAI_API_KEY'], ['STT_BASE_URL', 'STT_API_KEY', 'STT_MODEL']],
  },
  voice: {
    name: 'Speaks',
    does: 'Reads replies aloud',
    variables: [['OPENAI_API_KEY'], ['TTS_BASE_URL', 'TTS_API_KEY', 'TTS_MODEL', 'TTS_VOICE']],
  },
  embedding: {
    name: 'Finds by meaning',
    does: 'Finds what the twin knows and remembers',
    variables: [['EMBED_BASE_URL', 'EMBED_API_KEY', 'EMBED_MODEL']],
  },
};

/** A provider's condition, as text and shape. */
export interface Condition {
  is: 'good' | 'bad' | 'open';
  words: string;
}

/** A provider's condition, based on its latest result. */
export function conditionOf({
  host,
  refused_since: refused,
  resting,
  last_error: error,
  last_success_at: success,
}: ProviderState): Condition {
  if (refused) return { is: 'bad', words: 'Rejects its key or has no credit left' };
  if (resting) return { is: 'bad', words: 'Paused after repeated failures' };
  if (error && (success === null || error.at > success)) return { is: 'bad', words: 'Last call failed' };
  if (success !== null) return { is: 'good', words: 'Works' };
  return { is: 'open', words: host === null ? 'Ready' : 'Not called yet' };
}

/** A provider's position in its chain. */
export function placeWords({ place }: Pick<ProviderState, 'place'>, ofHowMany: number): string {
  if (ofHowMany < 2) return '';
  return place === 0 ? 'Tried first' : place === ofHowMany - 1 ? 'Tried last' : `Number ${place + 1} in order`;
}
