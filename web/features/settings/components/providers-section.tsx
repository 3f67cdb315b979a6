import type { BudgetState, ProviderState } from '@understudy/contract/settings';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Card } from '../../../ui/card.tsx';
import { Failure, Loading } from '../../../ui/states.tsx';
import { useProviders } from '../api/queries.ts';
import { BUDGET_NAMES, budgetWords } from '../budgets.ts';
import { PROVIDER_KINDS, PROVIDER_WORDS, placeWords } from '../providers.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { ModelConnectionView } from './model-connection.tsx';
import { ProviderRow } from './provider-row.tsx';
import { Refusal, SectionFrame } from './section-frame.tsx';

/** The providers of chat, transcription and voice, with their condition and a test for each. */
export function ProvidersSection() {
  const { data, error, refetch } = useProviders();
  const { calls } = useSettingsPage();
  const refusal = useRefusal('admin');
  return (
    <SectionFrame
      section="providers"
      introduction={
        'Which providers are called, in which order, and how they are doing. Connect a language model here; the others ' +
        'are configured on the server. Keys never leave it.'
      }
    >
      <Refusal>{refusal}</Refusal>
      {data ? (
        <div className="space-y-8">
          {refusal ? null : (
            <section aria-labelledby="providers-model">
              <h3 id="providers-model" className="text-lg">
                Language model
              </h3>
              <p className="text-muted-foreground text-sm">A change takes effect at once, without a restart</p>
              <Card className="mt-3 px-4 py-4 sm:px-5">
                <ModelConnectionView calls={calls} />
              </Card>
            </section>
          )}
          {PROVIDER_KINDS.map((kind) => (
            <Chain key={kind} kind={kind} providers={data.items.filter((one) => one.kind === kind)} />
          ))}
          <Budgets budgets={data.budgets} />
        </div>
      ) : error ? (
        <Failure onRetry={() => void refetch()}>
          The providers could not be loaded: {sentenceOf(error, 'the server cannot be reached.')}
        </Failure>
      ) : (
        <Loading words="Loading the providers" />
      )}
    </SectionFrame>
  );
}

/** The remaining daily budgets of the language models. */
function Budgets({ budgets }: { budgets: readonly BudgetState[] }) {
  return (
    <section aria-labelledby="providers-budgets">
      <h3 id="providers-budgets" className="text-lg">
        Today’s budgets
      </h3>
      <p className="max-w-measure text-muted-foreground text-sm">
        Over a budget, the embedded twin answers. Days are in UTC. Budgets are configured on the server.
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {budgets.map((budget) => (
          <div key={budget.budget} className="contents">
            <dt className="text-muted-foreground max-sm:mt-2">{BUDGET_NAMES[budget.budget]}</dt>
            <dd className="tabular-nums">{budgetWords(budget)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Chain({ kind, providers }: { kind: ProviderState['kind']; providers: readonly ProviderState[] }) {
  const { name, does, variables } = PROVIDER_WORDS[kind];
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
          {inOrder.length > 0
            ? 'Only the built-in one is in use. '
            : 'Nothing on the server does this. Visitors’ browsers may do it where they can. '}
          To use a model, {kind === 'chat' ? 'connect one above, or ' : ''}start the server with{' '}
          {variables.map((names, index) => (
            <span key={names[0]}>
              {index > 0 ? ' or ' : ''}
              {names.map((name, at) => (
                <span key={name}>
                  {at === 0 ? '' : at === names.length - 1 ? ' and ' : ', '}
                  <code className="wrap-anywhere rounded-sm bg-muted px-1">{name}</code>
                </span>
              ))}
            </span>
          ))}
          .
        </p>
      ) : null}
    </section>
  );
}
