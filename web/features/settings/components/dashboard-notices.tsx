import { useQuery } from '@tanstack/react-query';
import type { BudgetState, ProviderState, ProvidersAnswer } from '@understudy/contract/settings';
import { CircleAlert, X } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { useConfig } from '../../../platform/config.ts';
import { localStore } from '../../../platform/storage.ts';
import { createStore } from '../../../platform/store.ts';
import { Text } from '../../../platform/text.tsx';
import { t, withTexts } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { Loading } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';

/** A separate chunk: once a model is connected, it is not needed here. */
const ModelConnectionView = lazy(async () => ({
  default: (await withTexts('owner-pages', import('./model-connection.tsx'))).ModelConnectionView,
}));

const PUT_OFF = 'connect-model-later';

/** The dashboard's first line as long as there is no language model; it opens what connects one. */
export function FirstModelCard({
  calls,
  mayConnect,
  settingsLink,
}: {
  calls: AdminCalls;
  /** Whether the current user may connect one. */
  mayConnect: boolean;
  settingsLink: ReactNode;
}) {
  const { basic_answers: isBasic } = useConfig();
  const [isPutOff, setPutOff] = useState(() => localStore.read(PUT_OFF) !== null);
  const [isOpen, setOpen] = useState(false);
  const [connected, setConnected] = useState<string | null>(null);
  // The button that opened it is gone.
  const heading = useCallback((drawn: HTMLElement | null) => drawn?.focus({ preventScroll: true }), []);
  if (!mayConnect || !isBasic || isPutOff) return null;
  if (connected) {
    return (
      <Card className="border-success px-5 py-4" role="status">
        <p>
          <Text
            id="settings.connectedWritesReplies"
            values={{ model: connected }}
            tags={{ strong: (words) => <span className="font-medium">{words}</span>, link: () => settingsLink }}
          />
        </p>
      </Card>
    );
  }
  const dismiss = (
    <Button
      variant="ghost"
      size="sm"
      onClick={() => {
        localStore.write(PUT_OFF, 'yes');
        setPutOff(true);
      }}
    >
      {t('settings.notNow')}
    </Button>
  );
  return (
    <Card className={isOpen ? 'px-5 py-5 sm:px-6' : 'px-5 py-2 sm:px-6'}>
      <section aria-label={t('settings.connectALanguageModel')}>
        {isOpen ? (
          <>
            <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
              {t('settings.connectALanguageModel')}
            </h2>
            <p className="mt-1 mb-5 max-w-measure text-muted-foreground">{t('settings.visitorsGetBasicAnswersNow')}</p>
            <Suspense fallback={<Loading words={t('settings.opening')} />}>
              <ModelConnectionView calls={calls} onConnected={({ model }) => setConnected(model)} dismiss={dismiss} />
            </Suspense>
          </>
        ) : (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p>{t('settings.visitorsGetBasicAnswers')}</p>
            <TextButton className="min-h-9 font-medium" onClick={() => setOpen(true)}>
              {t('settings.connectAModel')}
            </TextButton>
            <span className="ml-auto">{dismiss}</span>
          </div>
        )}
      </section>
    </Card>
  );
}

/** Dismissed notices, until the page is reloaded. */
const aside = createStore<ReadonlySet<string>>(new Set());
const STALE_MS = 60_000;

/**
 * Dashboard notices about a provider that rejects its key and about exhausted budgets, which visitors do not notice and
 * would not report.
 */
export function ProviderNotices({ calls, link }: { calls: AdminCalls; link: ReactNode }) {
  const put = useSyncExternalStore(aside.subscribe, aside.get, aside.get);
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
          <Text
            id={`settings.refused.${provider.kind}`}
            values={{ provider: provider.host ?? provider.provider }}
            tags={{ since: () => <When at={provider.refused_since} />, link: () => link }}
          />
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
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('settings.dismiss')}
        onClick={() => aside.set(new Set([...aside.get(), name]))}
      >
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

const VARIABLES: Record<BudgetState['budget'], string> = {
  site_tokens: 'LIMIT_SITE_TOKENS_PER_DAY',
  site_messages: 'LIMIT_SITE_MESSAGES_PER_DAY',
  address_tokens: 'LIMIT_ADDRESS_TOKENS_PER_DAY',
  address_messages: 'LIMIT_ADDRESS_MESSAGES_PER_DAY',
  session_tokens: 'LIMIT_SESSION_TOKENS_PER_DAY',
};

/** Budgets that were reached today and not dismissed. */
export function spentOf(budgets: readonly BudgetState[], aside: ReadonlySet<string>): BudgetState[] {
  return budgets.filter((one) => one.reached > 0 && !aside.has(spentName(one)));
}

/** Key of a notice: when more have reached the budget, it is a new notice. */
export const spentName = ({ budget, reached }: Pick<BudgetState, 'budget' | 'reached'>) => `${budget} ${reached}`;

/** Which budget was reached, what that means, and what can be done. */
export function spentWords({ budget, limit, reached }: BudgetState): string {
  return t(`settings.spent.${budget}`, { limit: numberWords(limit), reached, variable: VARIABLES[budget] });
}

/** Labels of the budgets. */
export const budgetNames = (): Record<BudgetState['budget'], string> => ({
  site_tokens: t('settings.tokensWholeSite'),
  site_messages: t('settings.messagesWholeSite'),
  address_tokens: t('settings.tokensPerAddress'),
  address_messages: t('settings.messagesPerAddress'),
  session_tokens: t('settings.tokensPerConversation'),
});

/** State of a budget: '1,204 of 20,000,000', 'at most 400,000, reached by 2'. */
export function budgetWords({ limit, used, reached }: BudgetState): string {
  if (used !== null) return t('settings.budgetUsed', { used: numberWords(used), limit: numberWords(limit) });
  return t('settings.budgetMost', { limit: numberWords(limit), reached });
}
