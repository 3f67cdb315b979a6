import type { PersonPart } from '@understudy/contract/people';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { FormAlert } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';
import { usePart } from '../../api/people-queries.ts';
import { personName } from './people-list.tsx';

/** Whom the person consists of, each with a way to part them; nothing for a person of one visitor. */
export function PartsCard({
  id,
  parts,
  onParted,
}: {
  id: string;
  parts: readonly PersonPart[];
  onParted: (name: string) => void;
}) {
  const part = usePart(id);
  const { isReadOnly } = useAdminClient();
  const [asked, setAsked] = useState<PersonPart | null>(null);
  if (parts.length === 0 && !part.error) return null;
  return (
    <Card>
      <section aria-labelledby="person-parts">
        <h2 id="person-parts" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
          {t('people.parts')}
        </h2>
        {part.error ? (
          <div className="px-4 pb-3 sm:px-6">
            <FormAlert>{t('people.notParted', { error: sentenceOf(part.error) })}</FormAlert>
          </div>
        ) : null}
        <ul className="divide-y border-t">
          {parts.map((one) => (
            <li
              key={one.link_id ?? one.visitor_id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-6"
            >
              <div className="wrap-anywhere min-w-0 grow basis-48">
                <p className="font-medium">{personName(one)}</p>
                <p className="text-muted-foreground text-sm">
                  {t('dashboard.sessionCount', { count: one.conversations })}
                  {one.name && one.email ? `, ${one.email}` : ''}
                </p>
                <p className="text-muted-foreground text-sm">
                  {one.merged_at ? (
                    <>
                      {t('people.mergedBy', { who: one.merged_by ?? '' })} <When at={one.merged_at} />
                    </>
                  ) : (
                    t('people.sameAddress')
                  )}
                </p>
              </div>
              <Button
                variant="outline"
                size="sm"
                className="min-h-11 print:hidden"
                disabled={isReadOnly}
                aria-disabled={part.isPending}
                aria-label={t('people.partOne', { name: personName(one) })}
                onClick={() => !part.isPending && setAsked(one)}
              >
                {t('people.part')}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      {asked ? (
        <ConfirmDialog
          title={t('people.partAsk', { name: personName(asked) })}
          confirm={t('people.part')}
          cancel={t('people.keepTogether')}
          onConfirm={() =>
            part.mutate(asked.link_id === null ? { visitor_id: asked.visitor_id } : { link_id: asked.link_id }, {
              onSuccess: () => onParted(personName(asked)),
            })
          }
          onClose={() => setAsked(null)}
        >
          <p>{t('people.partAbout', { count: asked.conversations })}</p>
          <p className="mt-2">{t(asked.by === 'merge' ? 'people.partMerge' : 'people.partAddress')}</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
