import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PROVIDER_NAMES, PROVIDERS, type ProviderName } from '@understudy/contract/providers';
import type { ConnectedModel, ModelConnection, ProviderTest, ServedModels } from '@understudy/contract/settings';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Input, Label, Select } from '../../../ui/field.tsx';
import { Failure, FormAlert, Loading } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { LocalModel } from './local-model.tsx';
import { Outcome } from './outcome.tsx';

/** The data sent to list, test and connect models. */
interface Access {
  provider: ProviderName;
  base_url?: string;
  key?: string | null;
}

/** A provider's own name; what has none is described. */
const labelOf = (provider: ProviderName) =>
  provider === 'custom' ? t('settings.openaiCompatibleServer') : PROVIDERS[provider].label;

const nameOf = ({ provider, base_url }: Pick<ConnectedModel, 'provider' | 'base_url'>) =>
  base_url === null ? labelOf(provider) : new URL(base_url).host;

/** The connected model, with the ways to connect, change and remove one. */
export function ModelConnectionView({
  calls,
  onConnected,
  dismiss,
}: {
  calls: AdminCalls;
  onConnected?: (connected: ConnectedModel) => void;
  /** Shown beside the form's buttons. */
  dismiss?: ReactNode;
}) {
  const cache = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: keys.model,
    queryFn: ({ signal }) => calls.get<ModelConnection>('model', {}, signal),
  });
  if (error && !data) {
    return (
      <Failure onRetry={() => void refetch()}>
        {t('settings.theConnectionCouldNotBe', { error: sentenceOf(error) })}
      </Failure>
    );
  }
  if (!data) return <Loading words={t('settings.lookingForAModel')} />;
  const changed = (next: ModelConnection) => {
    cache.setQueryData(keys.model, next);
    void cache.invalidateQueries({ queryKey: keys.providers });
    setChanging(false);
    if (next.connected) onConnected?.(next.connected);
  };
  const { connected, environment, found } = data;
  return (
    <div className="space-y-5">
      {environment.length > 0 ? (
        <p className="rounded-md border bg-muted px-4 py-3 text-sm">
          <Text
            id="settings.environmentWins"
            values={{ count: environment.length }}
            tags={{ names: () => <code>{environment.join(', ')}</code> }}
          />
        </p>
      ) : null}
      {connected && !isChanging ? (
        <Connected calls={calls} connected={connected} onChange={() => setChanging(true)} onChanged={changed} />
      ) : (
        <>
          {found.map((server) => (
            <LocalModel key={server.base_url} calls={calls} server={server} onChanged={changed} />
          ))}
          <ConnectForm
            calls={calls}
            before={connected}
            onChanged={changed}
            dismiss={
              isChanging ? (
                <Button variant="ghost" onClick={() => setChanging(false)}>
                  {t('settings.cancel')}
                </Button>
              ) : (
                dismiss
              )
            }
          />
        </>
      )}
    </div>
  );
}

/** The connected model. */
function Connected({
  calls,
  connected,
  onChange,
  onChanged,
}: {
  calls: AdminCalls;
  connected: ConnectedModel;
  onChange: () => void;
  onChanged: (next: ModelConnection) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => calls.change<ModelConnection>('DELETE', 'model'),
    onSuccess: onChanged,
  });
  return (
    <div className="space-y-4">
      <div>
        <p className="wrap-anywhere font-medium">
          {t('settings.modelAtProvider', { model: connected.model, provider: nameOf(connected) })}
        </p>
        <p className="wrap-anywhere text-muted-foreground text-sm">
          {connected.has_key
            ? t('settings.keyIs', { key: connected.key ?? t('settings.keyNotShown') })
            : t('settings.noKey')}{' '}
          <Text
            id="settings.connectedBy"
            values={{ by: connected.connected_by }}
            tags={{ when: () => <When at={connected.connected_at} /> }}
          />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" className="min-h-11" onClick={onChange}>
          {t('settings.changeModelOrKey')}
        </Button>
        <Button variant="ghost" size="sm" className="min-h-11" onClick={() => setAsking(true)}>
          {t('settings.remove')}
        </Button>
      </div>
      {remove.error ? <FormAlert>{sentenceOf(remove.error)}</FormAlert> : null}
      {isAsking ? (
        <ConfirmDialog
          title={t('settings.removeThisModel')}
          confirm={t('settings.remove')}
          cancel={t('settings.keepIt')}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('settings.itsKeyIsDeletedAnd')}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

/** Provider, key and model, with buttons to test and to connect. */
function ConnectForm({
  calls,
  before,
  onChanged,
  dismiss,
}: {
  calls: AdminCalls;
  /** The currently connected model. */
  before: ConnectedModel | null;
  onChanged: (next: ModelConnection) => void;
  dismiss: ReactNode;
}) {
  const id = useId();
  const [provider, setProvider] = useState<ProviderName>(before?.provider ?? 'groq');
  const [address, setAddress] = useState(before?.base_url ?? '');
  const [key, setKey] = useState('');
  const [model, setModel] = useState(before?.model ?? '');
  const isCustom = provider === 'custom';
  const { keysAt } = PROVIDERS[provider];
  const keptKey = before?.has_key && before.provider === provider && (!isCustom || before.base_url === address.trim());
  const shownKey = keptKey ? t('settings.keyIsKept', { key: before.key ?? '••••' }) : null;
  const access = (typed = key): Access => ({
    provider,
    ...(isCustom ? { base_url: address.trim() } : {}),
    ...(typed.trim() ? { key: typed.trim() } : {}),
  });
  const list = useMutation({
    mutationFn: (whom: Access) => calls.change<ServedModels>('POST', 'model/models', whom),
    onSuccess: ({ models }) =>
      setModel((now) => (models.length === 0 || models.includes(now) ? now : (models[0] ?? ''))),
  });
  const test = useMutation({
    mutationFn: () => calls.change<ProviderTest>('POST', 'model/test', { ...access(), model }),
  });
  const connect = useMutation({
    mutationFn: () => calls.change<ModelConnection>('PUT', 'model', { ...access(), model }),
    onSuccess: onChanged,
  });
  /** Results for other values do not apply to these. */
  const typed = () => {
    test.reset();
    connect.reset();
  };
  const forget = () => {
    typed();
    list.reset();
    setModel('');
  };
  const canAsk = (whom: Access) => (isCustom ? Boolean(whom.base_url) : Boolean(whom.key || keptKey));
  const look = (whom = access()) => {
    const isSame = JSON.stringify(list.variables) === JSON.stringify(whom) && !list.isError;
    if (canAsk(whom) && !isSame) list.mutate(whom);
  };
  const isReady = model.trim() !== '' && canAsk(access());
  const isBusy = test.isPending || connect.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) look();
    else if (!isBusy) {
      test.reset();
      connect.mutate();
    }
  };
  const models = list.data?.models ?? [];
  const listProblem = list.error ? sentenceOf(list.error) : list.data?.ok === false ? list.data.detail : null;
  return (
    <form onSubmit={submit} className="space-y-4" autoComplete="off">
      <div className={cn('grid gap-4 sm:grid-cols-2', !isCustom && 'xl:grid-cols-3')}>
        <div>
          <Label htmlFor={`${id}-provider`}>{t('settings.provider')}</Label>
          <Select
            id={`${id}-provider`}
            className="mt-1.5"
            value={provider}
            onChange={({ target }) => {
              setProvider(target.value as ProviderName);
              forget();
            }}
          >
            {PROVIDER_NAMES.map((value) => (
              <option key={value} value={value}>
                {labelOf(value)}
              </option>
            ))}
          </Select>
        </div>
        {isCustom ? (
          <div>
            <Label htmlFor={`${id}-address`}>{t('settings.baseUrl')}</Label>
            <Input
              id={`${id}-address`}
              type="url"
              inputMode="url"
              spellCheck={false}
              className="mt-1.5"
              placeholder="http://localhost:8000/v1"
              value={address}
              onChange={({ target }) => {
                setAddress(target.value);
                forget();
              }}
              onBlur={() => look()}
            />
          </div>
        ) : null}
        <div>
          <Label htmlFor={`${id}-key`}>{isCustom ? t('settings.keyIfItWantsOne') : t('settings.key')}</Label>
          <Input
            id={`${id}-key`}
            type="password"
            autoComplete="off"
            data-1p-ignore
            data-lpignore="true"
            spellCheck={false}
            className="mt-1.5"
            aria-describedby={`${id}-key-hint`}
            placeholder={shownKey ?? t('settings.pasteItHere')}
            value={key}
            onChange={({ target }) => {
              setKey(target.value);
              forget();
            }}
            onPaste={(event) => {
              // The field does not contain the pasted text yet.
              const pasted = event.clipboardData.getData('text').trim();
              if (key === '' && pasted) look(access(pasted));
            }}
            onBlur={() => look()}
          />
          <p id={`${id}-key-hint`} className="mt-1.5 text-muted-foreground text-sm">
            {t('settings.keptSealedNeverShownAgain')} {keysAt ? t('settings.getOneAt', { keysAt }) : null}
          </p>
        </div>
        <div>
          <Label htmlFor={`${id}-model`}>{t('settings.model')}</Label>
          {list.data?.ok && models.length === 0 ? (
            <Input
              id={`${id}-model`}
              spellCheck={false}
              className="mt-1.5"
              aria-describedby={`${id}-model-hint`}
              value={model}
              onChange={({ target }) => {
                setModel(target.value);
                typed();
              }}
            />
          ) : (
            <Select
              id={`${id}-model`}
              className="mt-1.5"
              disabled={models.length === 0}
              aria-describedby={`${id}-model-hint`}
              value={model}
              onChange={({ target }) => {
                setModel(target.value);
                typed();
              }}
            >
              {models.length === 0 ? (
                <option value={model}>
                  {list.isPending ? t('settings.lookingUpItsModels') : model || t('settings.noneYet')}
                </option>
              ) : null}
              {models.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
          <p id={`${id}-model-hint`} className="mt-1.5 text-muted-foreground text-sm" role="status">
            {list.data?.ok
              ? models.length > 0
                ? t('settings.toChooseFrom', { count: models.length })
                : t('settings.itListsNoModelsType')
              : isCustom
                ? t('settings.enterTheBaseUrlTo')
                : t('settings.pasteAKeyToSee')}
          </p>
        </div>
      </div>
      <FormAlert>{listProblem}</FormAlert>
      {isCustom && listProblem ? (
        <p className="text-muted-foreground text-sm">{t('settings.mostServersBaseUrlEnds')}</p>
      ) : null}
      <FormAlert>{connect.error ? sentenceOf(connect.error) : null}</FormAlert>
      <div role="status" className="empty:hidden">
        {test.isPending ? <progress aria-label={t('settings.testing')} className="confidence" /> : null}
        <Outcome test={test} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={!isReady || isBusy} className="aria-disabled:opacity-60">
          {connect.isPending ? t('settings.connecting') : t('settings.connect')}
        </Button>
        <Button
          variant="outline"
          aria-disabled={!isReady || isBusy}
          className="aria-disabled:opacity-60"
          onClick={() => isReady && !isBusy && test.mutate()}
        >
          {test.isPending ? t('settings.testingNow') : t('settings.test')}
        </Button>
        {dismiss}
      </div>
    </form>
  );
}
