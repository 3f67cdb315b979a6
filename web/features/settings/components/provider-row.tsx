import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProviderState, ProviderTest } from '@understudy/contract/settings';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../api/keys.ts';
import { conditionOf } from '../providers.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { Mark, Outcome } from './outcome.tsx';

/** One provider: its name, condition, and 'Test'. */
export function ProviderRow({ provider, place }: { provider: ProviderState; place: string }) {
  const { calls } = useSettingsPage();
  const mayTest = useRefusal('admin') === null;
  const cache = useQueryClient();
  const test = useMutation({
    mutationFn: () => calls.change<ProviderTest>('POST', `providers/${encodeURIComponent(provider.id)}/test`),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.providers }),
  });
  const condition = conditionOf(provider);
  const { last_error: error, last_success_at: success } = provider;
  const name = provider.host === null ? 'Built in' : provider.provider;
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
              , last <When at={success} />
            </span>
          ) : null}
        </p>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm [&_dt]:text-muted-foreground">
          <dt>{provider.models.length === 1 ? 'Model' : 'Models'}</dt>
          <dd className="wrap-anywhere">{provider.models.join(', ') || 'Built in'}</dd>
          {provider.host === null ? null : (
            <>
              <dt>Host</dt>
              <dd className="wrap-anywhere">{provider.host}</dd>
              <dt>Key</dt>
              <dd className="wrap-anywhere">{provider.key ?? 'Not shown'}</dd>
            </>
          )}
          {error ? (
            <>
              <dt>Last error</dt>
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
        {test.isPending ? 'Testing...' : 'Test'}
        <span className="sr-only">
          {' '}
          {name}, {provider.models[0] ?? provider.id}
        </span>
      </Button>
      <div role="status" className="sm:col-span-2 empty:hidden">
        {test.isPending ? <progress aria-label="Testing" className="confidence" /> : null}
        {test.data && !test.isPending ? <Outcome result={test.data} /> : null}
        {test.error && !test.isPending ? (
          <p className="text-destructive-text text-sm">{sentenceOf(test.error, 'The server cannot be reached.')}</p>
        ) : null}
      </div>
    </li>
  );
}
