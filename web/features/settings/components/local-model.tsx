import { useMutation } from '@tanstack/react-query';
import type { LocalModelServer, ModelConnection } from '@understudy/contract/settings';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';

/** A model server on the server's own machine, usable with one click. */
export function LocalModel({
  calls,
  server: { name, base_url, models },
  onChanged,
}: {
  calls: AdminCalls;
  server: LocalModelServer;
  onChanged: (next: ModelConnection) => void;
}) {
  const use = useMutation({
    mutationFn: () =>
      calls.change<ModelConnection>('PUT', 'model', { provider: 'custom', base_url, key: null, model: models[0] }),
    onSuccess: onChanged,
  });
  return (
    <div className="rounded-md border border-success bg-card px-4 py-3">
      <div className="flex items-center justify-between gap-x-6 gap-y-3 max-sm:flex-wrap">
        <p className="wrap-anywhere min-w-0">
          <span className="font-medium">{t('settings.foundOnTheServersMachine', { name })}</span>{' '}
          <span className="text-muted-foreground">
            {t('settings.itHas', { model: models[0] ?? '', more: models.length - 1 })}
          </span>
        </p>
        <Button variant="outline" aria-disabled={use.isPending} onClick={() => !use.isPending && use.mutate()}>
          {use.isPending ? t('settings.connecting') : t('settings.useModel', { model: models[0] ?? '' })}
        </Button>
      </div>
      {use.error ? <p className="mt-2 text-destructive-text text-sm">{sentenceOf(use.error)}</p> : null}
    </div>
  );
}
