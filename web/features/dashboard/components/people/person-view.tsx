import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { PersonDetail } from '@understudy/contract/people';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { CallError } from '../../../../platform/http.ts';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Failure, Loading } from '../../../../ui/states.tsx';
import { usePerson } from '../../api/people-queries.ts';
import { personNotes } from '../../api/queries.ts';
import { NotesTab } from '../detail/notes-tab.tsx';
import { SessionLink, scoreVariant } from '../session-parts.tsx';
import { FactsCard } from './facts-card.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { PartsCard } from './parts-card.tsx';
import { personName } from './people-list.tsx';
import { PersonHead } from './person-head.tsx';
import { BookingsSection, ItemsSection, MailsSection, SessionsSection } from './person-lists.tsx';
import '../../dashboard.css';

/** `/admin/people/{id}`: all that belongs to one person. */
export function PersonView({ id }: { id: string }) {
  const query = usePerson(id);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  return (
    <>
      <Button asChild variant="ghost" size="sm" className="-ml-3 print:hidden">
        <Link to={paths.people}>
          <ArrowLeft aria-hidden /> {t('people.back')}
        </Link>
      </Button>
      {query.isPending ? <Loading words={t('people.loadingOne')} /> : null}
      {isGone ? (
        <p role="alert" className="py-16 text-center text-lg">
          {t('people.gone')}
        </p>
      ) : query.error && !query.data ? (
        <Failure onRetry={() => void query.refetch()}>
          {t('people.notLoadedOne', { error: sentenceOf(query.error) })}
        </Failure>
      ) : null}
      {query.data && !isGone ? <Loaded id={id} person={query.data} /> : null}
    </>
  );
}

function Loaded({ id, person }: { id: string; person: PersonDetail }) {
  const [isMerging, setMerging] = useState(false);
  const [said, setSaid] = useState('');
  return (
    <div className="mt-2 space-y-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="wrap-anywhere text-3xl sm:text-4xl">{personName(person)}</h1>
        <Badge variant={scoreVariant(person.score)} className="shrink-0 whitespace-nowrap tabular-nums">
          {t('session.scoreOf', { score: person.score })}
        </Badge>
        <Button
          variant="outline"
          size="sm"
          className="min-h-11 sm:ml-auto print:hidden"
          onClick={() => setMerging(true)}
        >
          {t('people.mergeWith')}
        </Button>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {said}
      </p>
      <PersonHead id={id} person={person} />
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_3fr]">
        <div className="min-w-0 space-y-6">
          <FactsCard facts={person.facts} />
          <PartsCard id={id} parts={person.parts} onParted={(name) => setSaid(t('people.parted', { name }))} />
        </div>
        <div className="min-w-0 space-y-6">
          <SessionsSection person={person} />
          <ItemsSection person={person} />
          <BookingsSection person={person} />
          <MailsSection person={person} />
          <Card>
            <NotesTab
              of={personNotes(id)}
              title={t('session.notes')}
              notes={person.notes}
              sourceOf={({ session_id: session }) =>
                session ? (
                  <SessionLink id={session} className="underline underline-offset-4">
                    {t('people.onSession')}
                  </SessionLink>
                ) : null
              }
            />
          </Card>
        </div>
      </div>
      {isMerging ? (
        <MergeDialog
          id={id}
          person={person}
          onMerged={(name) => setSaid(t('people.merged', { name }))}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </div>
  );
}
