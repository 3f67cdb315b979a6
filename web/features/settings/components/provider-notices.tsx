import { useQuery } from '@tanstack/react-query';
import type { ProviderState, ProvidersAnswer } from '@understudy/contract/settings';
import { CircleAlert, X } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { createStore } from '../../../platform/store.ts';
import { Button } from '../../../ui/button.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../api/keys.ts';
import { spentName, spentOf, spentWords } from '../budgets.ts';
import type { SettingsCalls } from '../settings-context.tsx';

/** Dismissed notices, until the page is reloaded. */
const aside = createStore<ReadonlySet<string>>(new Set());
const STALE_MS = 60_000;

/**
 * Dashboard notices about a provider that rejects its key and about exhausted budgets, which visitors do not notice and
 * would not report.
 */
export function ProviderNotices({ calls, link }: { calls: SettingsCalls; link: ReactNode }) {
  const put = useSyncExternalStore(aside.subscribe, aside.get);
  const { data } = useQuery({
    queryKey: keys.providers,
    queryFn: ({ signal }) => calls.get<ProvidersAnswer>('providers', {}, signal),
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
  });
  return (
    <div role="status" className="no-print">
      {refusedOf(data?.items ?? [], put).map((provider) => (
        <Notice key={provider.id} name={refusalName(provider)}>
          The {INSTEAD_WORDS[provider.kind].name} provider {provider.host ?? provider.provider} rejects its key or has
          no credit left. First noticed: <When at={provider.refused_since} />. Meanwhile{' '}
          {INSTEAD_WORDS[provider.kind].instead}. {link}
        </Notice>
      ))}
      {spentOf(data?.budgets ?? [], put).map((budget) => (
        <Notice key={budget.budget} name={spentName(budget)}>
          {spentWords(budget)} {link}
        </Notice>
      ))}
    </div>
  );
}

/** One dismissible line. */
function Notice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="mt-4 flex items-start gap-3 rounded-md border border-destructive-text bg-card py-1.5 pr-1.5 pl-4">
      <CircleAlert aria-hidden className="mt-2.5 size-4 shrink-0 text-destructive-text" />
      <span className="wrap-anywhere min-w-0 grow py-1.5">{children}</span>
      <Button variant="ghost" size="sm" aria-label="Dismiss" onClick={() => aside.set(new Set([...aside.get(), name]))}>
        <X aria-hidden />
      </Button>
    </p>
  );
}

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
const INSTEAD_WORDS: Record<ProviderState['kind'], { name: string; instead: string }> = {
  chat: { name: 'chat', instead: 'the next provider answers, and in the end the embedded twin' },
  transcription: { name: 'transcription', instead: 'spoken words may not be understood' },
  voice: { name: 'voice', instead: 'the embedded voice speaks' },
  embedding: { name: 'embedding', instead: 'the built-in search is used' },
};
