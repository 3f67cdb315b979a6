import type { TwinText } from '@understudy/contract/settings';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { Failure, Loading } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { useTexts } from '../api/queries.ts';
import { SectionFrame } from '../components/section-frame.tsx';
import { useDrafts, useSettingsPage } from '../settings-context.tsx';
import { AddQuestion } from './add-question.tsx';
import { NewKnowledge } from './new-knowledge.tsx';
import { Rename } from './rename.tsx';
import { SaveTogether } from './save-together.tsx';
import { TextPage } from './text-page.tsx';
import { TEXT_GROUPS, textName } from './texts.ts';
import { draftKey } from './use-text-edit.ts';

/** The texts of the twin: the list, or the one being edited. */
export function TwinSection() {
  const { place } = useSettingsPage();
  const { data, error, refetch } = useTexts();
  if (place.file) return <TextPage key={place.file} file={place.file} passage={place.passage ?? null} />;
  return (
    <SectionFrame
      section="twin"
      introduction={
        'What you save here takes effect with the next message and replaces the original in the twin’s ' +
        'folder. Every version is kept and can be restored.'
      }
    >
      {data ? (
        <>
          <FormAlert>{data.problem}</FormAlert>
          <Rename consultant={data.consultant} />
          <SaveTogether />
          <div className="space-y-8">
            {TEXT_GROUPS.map(({ kind, name, about }) => (
              <section key={kind} aria-labelledby={`twin-${kind}`}>
                <h3 id={`twin-${kind}`} className="text-lg">
                  {name}
                </h3>
                <p className="text-muted-foreground text-sm">{about}</p>
                <TextList texts={data.items.filter((one) => one.kind === kind)} />
                {kind === 'knowledge' ? (
                  <>
                    <NewKnowledge texts={data.items} />
                    <AddQuestion key={place.question} texts={data.items} />
                  </>
                ) : null}
              </section>
            ))}
          </div>
        </>
      ) : error ? (
        <Failure onRetry={() => void refetch()}>
          The texts could not be loaded: {sentenceOf(error, 'the server cannot be reached.')}
        </Failure>
      ) : (
        <Loading words="Loading the texts" />
      )}
    </SectionFrame>
  );
}

function TextList({ texts }: { texts: readonly TwinText[] }) {
  const { go, modes } = useSettingsPage();
  const drafts = useDrafts();
  if (texts.length === 0) return <p className="mt-2 text-sm">None yet.</p>;
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
            {drafts.has(draftKey(file)) ? <Badge>Unsaved</Badge> : null}
            {removed ? <Badge variant="outline">Removed</Badge> : null}
            {isFolderNewer ? <Badge variant="outline">The original has changed</Badge> : null}
            <span className="wrap-anywhere ml-auto text-muted-foreground text-sm">
              {at ? (
                <>
                  edited <When at={at} /> {by ? `by ${by}` : ''}
                </>
              ) : (
                'the original'
              )}
            </span>
          </LinkRow>
        ))}
      </ul>
    </Card>
  );
}
