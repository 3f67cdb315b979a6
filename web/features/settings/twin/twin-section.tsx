import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TwinText, TwinTextsSaved } from '@understudy/contract/settings';
import { lazy, Suspense } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { FormAlert, Loading } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { Fetched, SectionFrame } from '../components/section-frame.tsx';
import { type Draft, putDraft, TEXT_PREFIX } from '../drafts.ts';
import { useDrafts, useRefusal, useSettingsPage, useTexts } from '../settings-context.tsx';
import { AddQuestion, NewKnowledge } from './new-knowledge.tsx';
import { Rename } from './rename.tsx';
import { draftKey } from './text-edit.tsx';
import { TextPage } from './text-page.tsx';
import { textGroups, textName } from './texts.ts';

const LookSection = lazy(() => import('./look-section.tsx'));

/** The texts of the twin: the list, or the one being edited. */
export function TwinSection() {
  const { place, go } = useSettingsPage();
  const query = useTexts();
  if (place.file) return <TextPage key={place.file} file={place.file} passage={place.passage ?? null} />;
  return (
    <SectionFrame section="twin" introduction={t('twin.whatYouSaveHereTakes')}>
      <Fetched query={query} what="texts">
        {({ items, consultant, problem }) => (
          <>
            <FormAlert>{problem}</FormAlert>
            <Rename consultant={consultant} />
            <Suspense fallback={<Loading words={t('settings.loading.text')} />}>
              <LookSection />
            </Suspense>
            <SaveTogether />
            <div className="space-y-8">
              {textGroups().map(({ kind, name, about }) => (
                <section key={kind} aria-labelledby={`twin-${kind}`}>
                  <h3 id={`twin-${kind}`} className="text-lg">
                    {name}
                  </h3>
                  <p className="text-muted-foreground text-sm">{about}</p>
                  <TextList texts={items.filter((one) => one.kind === kind)} />
                  {kind === 'knowledge' ? (
                    <>
                      <Button variant="outline" className="mt-4" onClick={() => go({ section: 'imports', file: null })}>
                        {t('imports.fromExisting')}
                      </Button>
                      <NewKnowledge texts={items} />
                      <AddQuestion key={place.question} />
                    </>
                  ) : null}
                </section>
              ))}
            </div>
          </>
        )}
      </Fetched>
    </SectionFrame>
  );
}

function TextList({ texts }: { texts: readonly TwinText[] }) {
  const { go, modes } = useSettingsPage();
  const drafts = useDrafts();
  if (texts.length === 0) return <p className="mt-2 text-sm">{t('twin.noneYet')}</p>;
  return (
    <Card className="mt-3">
      <ul className="divide-y">
        {texts.map(({ file, edited_at: at, edited_by: by, folder_changed: isFolderNewer, removed }) => (
          <LinkRow
            as="li"
            key={file}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 hover:bg-muted sm:px-5"
          >
            <button
              type="button"
              className="wrap-anywhere row-link min-h-9 text-left"
              onClick={() => go({ section: 'twin', file })}
            >
              <span className="font-medium underline underline-offset-4">{textName(file, modes)}</span>{' '}
              <span className="ml-2 text-muted-foreground text-sm max-sm:hidden">{file}</span>
            </button>
            {drafts.has(draftKey(file)) ? <Badge>{t('twin.unsaved')}</Badge> : null}
            {removed ? <Badge variant="outline">{t('twin.removed')}</Badge> : null}
            {isFolderNewer ? <Badge variant="outline">{t('twin.theOriginalHasChanged')}</Badge> : null}
            <span className="wrap-anywhere ml-auto text-muted-foreground text-sm">
              {at ? (
                <Text
                  id={by ? 'twin.editedBy' : 'twin.edited'}
                  values={{ by: by ?? '' }}
                  tags={{ when: () => <When at={at} /> }}
                />
              ) : (
                t('twin.isOriginal')
              )}
            </span>
          </LinkRow>
        ))}
      </ul>
    </Card>
  );
}

/** Saves all unsaved texts at once, since some are valid only together. Renders nothing for fewer than two. */
function SaveTogether() {
  const { calls, drafts } = useSettingsPage();
  const cache = useQueryClient();
  const refusal = useRefusal('admin');
  const unsaved = [...useDrafts()].filter(([key]) => key.startsWith(TEXT_PREFIX)) as [string, Draft<string>][];
  const save = useMutation({
    mutationFn: (sent: typeof unsaved) =>
      calls.change<TwinTextsSaved>('POST', 'twin/save', {
        texts: sent.map(([key, { form, version }]) => ({ file: key.slice(TEXT_PREFIX.length), text: form, version })),
      }),
    onSuccess: async (_, sent) => {
      for (const [key, draft] of sent) if (drafts.get().get(key) === draft) putDraft(drafts, key, null);
      // A text opened next must not briefly show its old version.
      cache.removeQueries({ queryKey: keys.texts, type: 'inactive' });
      await cache.invalidateQueries({ queryKey: keys.texts });
    },
  });
  return (
    <div aria-live="polite" className="mb-8 space-y-3 empty:hidden">
      {unsaved.length > 1 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>{t('twin.textsAreUnsavedTextsThat', { count: unsaved.length })}</p>
          <Button
            disabled={refusal !== null}
            aria-disabled={save.isPending}
            onClick={() => !save.isPending && save.mutate(unsaved)}
          >
            {t('twin.saveAll', { count: unsaved.length })}
          </Button>
        </div>
      ) : null}
      {save.error ? <FormAlert>{sentenceOf(save.error)}</FormAlert> : null}
      {save.isSuccess && unsaved.length === 0 ? <p className="text-success-text">{t('twin.savedTogether')}</p> : null}
    </div>
  );
}
