import type { ProviderState } from '@understudy/contract/settings';

/** Providers that reject their key, without dismissed ones. */
export function refusedOf<Provider extends Pick<ProviderState, 'id' | 'refused_since'>>(
  providers: readonly Provider[],
  aside: ReadonlySet<string>,
): (Provider & { refused_since: string })[] {
  return providers.filter(
    (one): one is Provider & { refused_since: string } => one.refused_since !== null && !aside.has(refusalName(one)),
  );
}

/** Key of a notice: a later rejection by the same provider is a new one. */
export const refusalName = ({ id, refused_since: since }: Pick<ProviderState, 'id' | 'refused_since'>) =>
  `${id} ${since}`;

/** What visitors get in the meantime. */
export const INSTEAD_WORDS: Record<ProviderState['kind'], { name: string; instead: string }> = {
  chat: { name: 'chat', instead: 'the next provider answers, and in the end the embedded twin' },
  transcription: { name: 'transcription', instead: 'spoken words may not be understood' },
  voice: { name: 'voice', instead: 'the embedded voice speaks' },
  embedding: { name: 'embedding', instead: 'the built-in search is used' },
};
