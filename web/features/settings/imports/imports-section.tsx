import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KnowledgeImport } from '@understudy/contract/imports';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { Fetched, Refusal, SectionFrame } from '../components/section-frame.tsx';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { ImportPage } from './import-page.tsx';
import { NewImport } from './new-import.tsx';
import { useImports } from './use-imports.ts';
import './imports.css';

/** Adds knowledge from what exists: a new import and the former ones, or the open one. */
export function ImportsSection() {
  const { place } = useSettingsPage();
  const refusal = useRefusal('admin');
  const query = useImports();
  if (place.importId) return <ImportPage key={place.importId} id={place.importId} />;
  return (
    <SectionFrame section="imports" introduction={t('imports.introduction')}>
      <Refusal>{refusal}</Refusal>
      {refusal ? null : <NewImport isQuiet={false} />}
      <section aria-labelledby="imports-list" className="mt-8">
        <h3 id="imports-list" className="text-lg">
          {t('imports.list')}
        </h3>
        <Fetched query={query} what="imports">
          {({ items }) =>
            items.length === 0 ? (
              <p className="mt-2 text-muted-foreground text-sm">{t('imports.listEmpty')}</p>
            ) : (
              <ImportList items={items} isReadOnly={refusal !== null} />
            )
          }
        </Fetched>
      </section>
    </SectionFrame>
  );
}

/** The same as a part of a larger step. */
export function ImportsPart() {
  const { data } = useImports();
  return (
    <>
      <NewImport isQuiet />
      {data && data.items.length > 0 ? <ImportList items={data.items} isReadOnly={false} /> : null}
    </>
  );
}

function ImportList({ items, isReadOnly }: { items: readonly KnowledgeImport[]; isReadOnly: boolean }) {
  const { go, calls } = useSettingsPage();
  const cache = useQueryClient();
  const [leaving, setLeaving] = useState<KnowledgeImport | null>(null);
  const remove = useMutation({
    mutationFn: ({ id }: KnowledgeImport) => calls.change('DELETE', `imports/${id}`),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.imports, exact: true }),
  });
  return (
    <>
      <Card className="mt-3">
        <ul className="divide-y">
          {items.map((one) => (
            <LinkRow
              as="li"
              key={one.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 hover:bg-muted sm:px-5"
            >
              <button
                type="button"
                className="wrap-anywhere row-link min-h-9 min-w-0 text-left font-medium underline underline-offset-4"
                onClick={() => go({ section: 'imports', file: null, importId: one.id })}
              >
                {one.source}
              </button>
              <StateBadge of={one} />
              <div className="ml-auto flex min-w-0 items-center gap-2">
                <span className="wrap-anywhere min-w-0 text-muted-foreground text-sm">
                  <When at={one.applied_at ?? one.created_at} /> {t('imports.by', { who: one.created_by })}
                </span>
                {isReadOnly ? null : (
                  <Button
                    variant="ghost"
                    size="icon"
                    className="relative"
                    aria-label={t('imports.deleteOf', { source: one.source })}
                    title={t('imports.delete')}
                    onClick={() => setLeaving(one)}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                )}
              </div>
            </LinkRow>
          ))}
        </ul>
      </Card>
      {remove.error ? <FormAlert>{sentenceOf(remove.error)}</FormAlert> : null}
      {leaving ? (
        <ConfirmDialog
          title={t('imports.deleteTitle')}
          confirm={t('imports.deleteConfirm')}
          cancel={t('imports.keep')}
          onConfirm={() => remove.mutate(leaving)}
          onClose={() => setLeaving(null)}
        >
          {leaving.state === 'applied' ? t('imports.deleteApplied') : t('imports.deleteOther')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function StateBadge({ of: { state, done, total } }: { of: KnowledgeImport }) {
  const isFailed = state === 'failed';
  return (
    <Badge variant={isFailed ? 'destructive' : state === 'ready' ? 'default' : 'secondary'}>
      {t(`imports.states.${state}`)}
      {state === 'reading' && total ? ` ${done}/${total}` : ''}
    </Badge>
  );
}
