import type { TwinText } from '@understudy/contract/twin-texts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { Fetched, SectionFrame } from '../components/section-frame.tsx';
import { useDrafts, useRefusal, useSettingsPage, useTexts } from '../settings-context.tsx';
import { AddQuestion, NewCalendar, NewShowTexts, NewText } from './new-text.tsx';
import { Rename } from './rename.tsx';
import { draftKey } from './text-edit.tsx';
import { TextPage } from './text-page.tsx';
import { begunText, REPLIES_FILE, textGroups, textName } from './texts.ts';
import { TryOut } from './try-out.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';
import { type Unsaved, useUnsaved } from './use-unsaved.ts';

/** The texts of the twin: the list, or the one being edited. */
export function TwinSection() {
  const { place } = useSettingsPage();
  const unsaved = useUnsaved();
  if (!place.file) return <AllTexts unsaved={unsaved} />;
  return <TextPage key={place.file} file={place.file} passage={place.passage ?? null} unsaved={unsaved} />;
}

function AllTexts({ unsaved }: { unsaved: Unsaved }) {
  return (
    <SectionFrame section="twin" introduction={t('twin.whatYouSaveHereTakes')}>
      <Fetched query={useTexts()} what="texts">
        {({ items, consultant, problem }) => (
          <>
            <FormAlert>{problem}</FormAlert>
            <div className="space-y-8">
              <Rename consultant={consultant} />
              {textGroups().map(({ id, kinds, name, about }) => (
                <section key={id} aria-labelledby={`twin-${id}`}>
                  <h3 id={`twin-${id}`} className="text-lg">
                    {name}
                  </h3>
                  <p className="text-muted-foreground text-sm">{about}</p>
                  <TextList
                    texts={[...items, ...begunIn(unsaved, items)].filter((one) => kinds.includes(one.kind))}
                    onDiscard={unsaved.discard}
                  />
                  <Adding kinds={kinds} items={items} />
                </section>
              ))}
            </div>
            {unsaved.files.length > 0 ? <TryOut unsaved={unsaved} file={null} /> : null}
            <UnsavedBar unsaved={unsaved} file={null} />
          </>
        )}
      </Fetched>
    </SectionFrame>
  );
}

/** Texts that were begun here and not saved yet. */
const begunIn = ({ files }: Unsaved, items: readonly TwinText[]): (TwinText & { isBegun: true })[] =>
  files
    .filter((file) => !items.some((one) => one.file === file))
    .map((file) => ({ ...begunText(file), isBegun: true }));

/** What can be added to a group of texts. */
function Adding({ kinds: [kind], items }: { kinds: readonly TwinText['kind'][]; items: readonly TwinText[] }) {
  const { place, go } = useSettingsPage();
  const refusal = useRefusal('admin');
  if (kind === 'demo') return <NewText kind="demo" texts={items} />;
  if (kind === 'show') return <NewShowTexts texts={items} />;
  if (kind === 'calendar') return <NewCalendar texts={items} />;
  if (kind === 'replies' && !items.some(({ file }) => file === REPLIES_FILE))
    return (
      <Button
        variant="outline"
        className="mt-4"
        disabled={refusal !== null}
        onClick={() => go({ section: 'twin', file: REPLIES_FILE })}
      >
        {t('twin.writeYourOwnReplies')}
      </Button>
    );
  if (kind !== 'knowledge') return null;
  return (
    <>
      <Button variant="outline" className="mt-4" onClick={() => go({ section: 'imports', file: null })}>
        {t('imports.fromExisting')}
      </Button>
      <NewText kind="knowledge" texts={items} />
      <AddQuestion key={place.question} />
    </>
  );
}

interface TextListProps {
  texts: readonly (TwinText & { isBegun?: true })[];
  onDiscard: (file: string) => void;
}

function TextList({ texts, onDiscard }: TextListProps) {
  const { go, modes } = useSettingsPage();
  const drafts = useDrafts();
  if (texts.length === 0) return <p className="mt-2 text-sm">{t('twin.noneYet')}</p>;
  return (
    <Card className="mt-3">
      <ul className="divide-y">
        {texts.map(({ file, edited_at: at, edited_by: by, folder_changed: isFolderNewer, removed, isBegun }) => (
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
            {drafts.has(draftKey(file)) ? (
              <>
                <Badge>{t('twin.unsaved')}</Badge>
                <Button
                  variant="ghost"
                  size="sm"
                  className="min-h-11"
                  aria-label={t('twin.discardText', { name: textName(file, modes) })}
                  onClick={() => onDiscard(file)}
                >
                  {t('settings.discard')}
                </Button>
              </>
            ) : null}
            {removed ? <Badge variant="outline">{t('twin.removed')}</Badge> : null}
            {isFolderNewer ? <Badge variant="outline">{t('twin.theOriginalHasChanged')}</Badge> : null}
            <span className="wrap-anywhere ml-auto text-muted-foreground text-sm">
              {at ? (
                <Text
                  id={by ? 'twin.editedBy' : 'twin.edited'}
                  values={{ by: by ?? '' }}
                  tags={{ when: () => <When at={at} /> }}
                />
              ) : isBegun ? null : (
                t('twin.isOriginal')
              )}
            </span>
          </LinkRow>
        ))}
      </ul>
    </Card>
  );
}
