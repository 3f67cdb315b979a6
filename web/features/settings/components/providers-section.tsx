import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BudgetState, ProviderState, ProviderTest } from '@understudy/contract/settings';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { listed } from '../../../ui/listed.ts';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { useProviders, useRefusal, useSettingsPage } from '../settings-context.tsx';
import { budgetNames, budgetWords } from './dashboard-notices.tsx';
import { ModelConnectionView } from './model-connection.tsx';
import { type Condition, Mark, Outcome } from './outcome.tsx';
import { Fetched, Refusal, SectionFrame } from './section-frame.tsx';

/** The providers of chat, transcription and voice, with their condition and a test for each. */
export function ProvidersSection() {
  const { calls } = useSettingsPage();
  const refusal = useRefusal('admin');
  return (
    <SectionFrame section="providers" introduction={t('settings.whichProvidersAreCalledIn')}>
      <Refusal>{refusal}</Refusal>
      <Fetched query={useProviders()} what="providers">
        {({ items, budgets }) => (
          <div className="space-y-8">
            {refusal ? null : (
              <section aria-labelledby="providers-model">
                <h3 id="providers-model" className="text-lg">
                  {t('settings.languageModel')}
                </h3>
                <p className="text-muted-foreground text-sm">{t('settings.aChangeTakesEffectAt')}</p>
                <Card className="mt-3 px-4 py-4 sm:px-5">
                  <ModelConnectionView calls={calls} />
                </Card>
              </section>
            )}
            {PROVIDER_KINDS.map((kind) => (
              <Chain key={kind} kind={kind} providers={items.filter((one) => one.kind === kind)} />
            ))}
            <Budgets budgets={budgets} />
          </div>
        )}
      </Fetched>
    </SectionFrame>
  );
}

/** The remaining daily budgets of the language models. */
function Budgets({ budgets }: { budgets: readonly BudgetState[] }) {
  return (
    <section aria-labelledby="providers-budgets">
      <h3 id="providers-budgets" className="text-lg">
        {t('settings.todaysBudgets')}
      </h3>
      <p className="max-w-measure text-muted-foreground text-sm">{t('settings.overABudgetTheEmbedded')}</p>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {budgets.map((budget) => (
          <div key={budget.budget} className="contents">
            <dt className="text-muted-foreground max-sm:mt-2">{budgetNames()[budget.budget]}</dt>
            <dd className="tabular-nums">{budgetWords(budget)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Chain({ kind, providers }: { kind: ProviderState['kind']; providers: readonly ProviderState[] }) {
  const { name, does, variables } = providerWords()[kind];
  const isOwnOnly = providers.every(({ host }) => host === null);
  const inOrder = [...providers].sort((one, other) => one.place - other.place);
  return (
    <section aria-labelledby={`providers-${kind}`}>
      <h3 id={`providers-${kind}`} className="text-lg">
        {name}
      </h3>
      <p className="text-muted-foreground text-sm">{does}</p>
      {inOrder.length > 0 ? (
        <Card className="mt-3">
          <ul className="divide-y">
            {inOrder.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} place={placeWords(provider, inOrder.length)} />
            ))}
          </ul>
        </Card>
      ) : null}
      {isOwnOnly ? (
        <p className="mt-3 max-w-measure text-sm">
          {inOrder.length > 0 ? t('settings.onlyTheBuiltInOne') : t('settings.nothingOnTheServerDoes')}{' '}
          <Text
            id={kind === 'chat' ? 'settings.toConnectAModel' : 'settings.toUseAModel'}
            tags={{ variables: () => <Variables sets={variables} /> }}
          />
        </p>
      ) : null}
    </section>
  );
}

/** Environment variables, any set of which is enough: 'A or B, C and D'. */
function Variables({ sets }: { sets: readonly (readonly string[])[] }) {
  const sentence = listed(
    sets.map((names) => listed(names)),
    'disjunction',
  );
  return sentence.split(/\b([A-Z][A-Z_]+)\b/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="wrap-anywhere rounded-sm bg-muted px-1">
        {part}
      </code>
    ),
  );
}

/** One provider: its name, condition, and 'Test'. */
function ProviderRow({ provider, place }: { provider: ProviderState; place: string }) {
  const { calls } = useSettingsPage();
  const mayTest = useRefusal('admin') === null;
  const cache = useQueryClient();
  const test = useMutation({
    mutationFn: () => calls.change<ProviderTest>('POST', `providers/${encodeURIComponent(provider.id)}/test`),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.providers }),
  });
  const condition = conditionOf(provider);
  const { last_error: error, last_success_at: success } = provider;
  const name = provider.host === null ? t('settings.builtIn') : provider.provider;
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 sm:grid-cols-[1fr_auto] sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="wrap-anywhere font-medium">{name}</span>
          {place ? <span className="text-muted-foreground text-sm">{place}</span> : null}
        </p>
        <p className="mt-1 flex items-center gap-2 text-sm">
          <Mark is={condition.is} />
          {condition.words}
          {success && condition.is === 'good' ? (
            <span className="text-muted-foreground">
              <Text id="settings.lastCall" tags={{ when: () => <When at={success} /> }} />
            </span>
          ) : null}
        </p>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm [&_dt]:text-muted-foreground">
          <dt>{provider.models.length === 1 ? t('settings.model') : t('settings.models')}</dt>
          <dd className="wrap-anywhere">{provider.models.join(', ') || t('settings.builtIn')}</dd>
          {provider.host === null ? null : (
            <>
              <dt>{t('settings.host')}</dt>
              <dd className="wrap-anywhere">{provider.host}</dd>
              <dt>{t('settings.key')}</dt>
              <dd className="wrap-anywhere">{provider.key ?? t('settings.notShown')}</dd>
            </>
          )}
          {error ? (
            <>
              <dt>{t('settings.lastError')}</dt>
              <dd className="wrap-anywhere">
                {error.problem} <When at={error.at} className="text-muted-foreground" />
              </dd>
            </>
          ) : null}
        </dl>
      </div>
      <Button
        variant="outline"
        size="sm"
        className="min-h-11 self-start"
        disabled={!mayTest}
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        {test.isPending ? t('settings.testingNow') : t('settings.test')}
        <span className="sr-only">
          {' '}
          {name}, {provider.models[0] ?? provider.id}
        </span>
      </Button>
      <div role="status" className="sm:col-span-2 empty:hidden">
        {test.isPending ? <progress aria-label={t('settings.testing')} className="confidence" /> : null}
        <Outcome test={test} />
      </div>
    </li>
  );
}

/** The kinds in the order in which a spoken turn needs them. */
const PROVIDER_KINDS = ['chat', 'transcription', 'voice', 'embedding'] as const;
type ProviderKind = ProviderState['kind'];

/** What each kind does, and the environment variables that configure one: any of these sets, each complete. */
const providerWords = (): Record<
  ProviderKind,
  { name: string; does: string; variables: readonly (readonly string[])[] }
> => ({
  chat: {
    name: t('settings.chat'),
    does: t('settings.writesTheReplies'),
    variables: [['GROQ_API_KEY'], ['OPENAI_API_KEY'], ['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_MODEL']],
  },
  transcription: {
    name: t('settings.transcription'),
    does: t('settings.transcribesWhatVisitorsSay'),
    variables: [['GROQ_API_KEY'], ['OPENAI_API_KEY'], ['STT_BASE_URL', 'STT_API_KEY', 'STT_MODEL']],
  },
  voice: {
    name: t('settings.voice'),
    does: t('settings.readsRepliesAloud'),
    variables: [['OPENAI_API_KEY'], ['TTS_BASE_URL', 'TTS_API_KEY', 'TTS_MODEL', 'TTS_VOICE']],
  },
  embedding: {
    name: t('settings.semanticSearch'),
    does: t('settings.findsWhatTheTwinKnows'),
    variables: [['EMBED_BASE_URL', 'EMBED_API_KEY', 'EMBED_MODEL']],
  },
});

/** A provider's condition, based on its latest result. */
export function conditionOf({
  host,
  refused_since: refused,
  resting,
  last_error: error,
  last_success_at: success,
}: ProviderState): Condition {
  if (refused) return { is: 'bad', words: t('settings.rejectsItsKey') };
  if (resting) return { is: 'bad', words: t('settings.pausedAfterRepeatedFailures') };
  if (error && (success === null || error.at > success)) return { is: 'bad', words: t('settings.lastCallFailed') };
  if (success !== null) return { is: 'good', words: t('settings.works') };
  return { is: 'open', words: host === null ? t('settings.ready') : t('settings.notCalledYet') };
}

/** A provider's position in its chain. */
export function placeWords({ place }: Pick<ProviderState, 'place'>, ofHowMany: number): string {
  if (ofHowMany < 2) return '';
  return place === 0
    ? t('settings.triedFirst')
    : place === ofHowMany - 1
      ? t('settings.triedLast')
      : t('settings.numberInOrder', { place: place + 1 });
}
