import type { Person, PersonDetail } from '@understudy/contract/people';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Empty, Failure, FormAlert, Loading } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';
import { useMerge, useMergePreview, usePeople } from '../../api/people-queries.ts';
import { SearchField } from '../filters.tsx';
import { ReachedAt } from '../session-parts.tsx';
import { personName } from './people-list.tsx';

/** People offered by one search. */
const MAX_OFFERED = 8;

/** 'Merge with ...': a search, what would be joined, and a confirmation. */
export function MergeDialog({
  id,
  person,
  onMerged,
  onClose,
}: {
  id: string;
  person: PersonDetail;
  onMerged: (name: string) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState('');
  const [other, setOther] = useState<Person | null>(null);
  return (
    <Dialog
      title={t('people.mergeTitle', { name: personName(person) })}
      dialog={dialog}
      hasCross
      onClose={onClose}
      className="w-[min(36rem,calc(100vw-2rem))]"
    >
      {other ? (
        <Preview
          id={id}
          other={other}
          onBack={() => setOther(null)}
          onMerged={() => {
            onMerged(personName(other));
            dialog.current?.close();
          }}
        />
      ) : (
        <>
          <SearchField
            id="merge-search"
            label={t('people.search')}
            placeholder={t('people.search')}
            value={q}
            onSearch={setQ}
          />
          <Offered id={person.id} q={q} onChoose={setOther} />
        </>
      )}
    </Dialog>
  );
}

/** The people whom a search finds, apart from this one; without a search those who were there last. */
function Offered({ id, q, onChoose }: { id: string; q: string; onChoose: (person: Person) => void }) {
  // One more, as this person may be among them.
  const query = usePeople({ q, sort: 'last_seen', cursor: null }, MAX_OFFERED + 1);
  if (query.isPending) return <Loading words={t('people.loading')} />;
  if (query.error && !query.data) {
    return (
      <Failure onRetry={() => void query.refetch()}>
        {t('people.notLoaded', { error: sentenceOf(query.error) })}
      </Failure>
    );
  }
  const others = query.data.items.filter((one) => one.id !== id).slice(0, MAX_OFFERED);
  if (others.length === 0) return <Empty title={t('people.nobodyElse')} />;
  return (
    <ul aria-busy={query.isPlaceholderData} aria-label={t('people.title')} className="mt-3 divide-y border-y">
      {others.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className="wrap-anywhere block min-h-11 w-full px-2 py-2 text-left hover:bg-muted"
            onClick={() => onChoose(one)}
          >
            <span className="block font-medium">{personName(one)}</span>
            <span className="flex flex-wrap gap-x-3 text-muted-foreground text-sm tabular-nums">
              {one.name && one.email ? <span>{one.email}</span> : null}
              {one.company ? <span>{one.company}</span> : null}
              <When at={one.last_seen_at} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What would be joined, and what counts where the two differ. */
function Preview({
  id,
  other,
  onBack,
  onMerged,
}: {
  id: string;
  other: Person;
  onBack: () => void;
  onMerged: () => void;
}) {
  const query = useMergePreview(id, other.id);
  const merge = useMerge(id);
  const { isReadOnly } = useAdminClient();
  if (query.isPending) return <Loading words={t('people.loadingPreview')} />;
  if (!query.data) {
    return (
      <Failure onRetry={() => void query.refetch()}>
        {t('people.notLoaded', { error: sentenceOf(query.error) })}
      </Failure>
    );
  }
  const { one, brings, facts } = query.data;
  const counts = Object.entries(brings) as [keyof typeof brings, number][];
  return (
    <div className="wrap-anywhere space-y-4">
      <p>{t('people.mergeAbout', { other: personName(other), one: personName(one) })}</p>
      <ul className="list-disc pl-5">
        {counts
          .filter(([kind, count]) => count > 0 || kind === 'sessions')
          .map(([kind, count]) => (
            <li key={kind}>{t(`people.brings.${kind}`, { count })}</li>
          ))}
      </ul>
      {facts.length > 0 ? (
        <div>
          <h3 className="font-medium">{t('people.differ')}</h3>
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            {facts.map(({ field, value, instead_of: instead }) => (
              <div key={field} className="contents">
                <dt className="text-muted-foreground">{t(`people.field.${field}`)}</dt>
                <dd>
                  {value === null ? t('people.takenBack') : <ReachedAt value={value} />}
                  {instead ? (
                    <span className="block text-muted-foreground text-sm">
                      {t('people.insteadOf', { value: instead })}
                    </span>
                  ) : null}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
      <p className="text-muted-foreground text-sm">{t('people.mergeUndo')}</p>
      {merge.error ? <FormAlert>{t('people.notMerged', { error: sentenceOf(merge.error) })}</FormAlert> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onBack}>
          {t('people.chooseOther')}
        </Button>
        <Button
          disabled={isReadOnly}
          aria-disabled={merge.isPending}
          onClick={() => !merge.isPending && merge.mutate(other.id, { onSuccess: onMerged })}
        >
          {t('people.merge')}
        </Button>
      </div>
    </div>
  );
}
