import { PAGE_SIZE, type SearchHit } from '@understudy/contract/admin';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Fragment, type RefCallback } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { Empty, Failure, Loading } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { useTranscriptSearch } from '../api/queries.ts';
import { NewSessions, SessionList, useStableSessions } from '../live/stable-sessions.tsx';
import type { DashboardPlace } from '../search.ts';
import { sessionCount, speakerWords } from '../session-words.ts';
import { Filters, RangeNote, SearchField } from './filters.tsx';
import { Score, SessionLink } from './session-parts.tsx';
import { SessionsTable } from './sessions-table.tsx';

export interface SessionsTabProps {
  place: DashboardPlace;
  /** The days that the charts show instead of the range, as text; null if they show the range too. */
  chartDays: string | null;
  search: RefCallback<HTMLInputElement>;
  onMove: (change: Partial<DashboardPlace>, replace?: boolean) => void;
  /** Goes to a page of the list. */
  onPage: (cursor: string) => void;
  /** Goes to the previous page; null if it is unknown. */
  onPreviousPage: (() => void) | null;
}

/** All sessions that match the filter; the database filters, sorts, searches and paginates. */
export function SessionsTab({ place, chartDays, search, onMove, onPage, onPreviousPage }: SessionsTabProps) {
  const stable = useStableSessions(place, PAGE_SIZE);
  const { data, isPlaceholderData } = stable.query;
  const next = data?.next_cursor ?? null;
  const toFirst = () => onMove({ cursor: null });
  return (
    <div className="space-y-4">
      <Filters place={place} intents={data?.intents ?? []} search={search} onMove={onMove} />
      <TranscriptField find={place.find} onFind={(find) => onMove({ find }, true)} />
      <Card className="overflow-clip">
        {place.find ? (
          <section aria-labelledby="in-transcripts">
            <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 pt-4 pb-3 sm:px-6">
              <h2 id="in-transcripts" className="text-2xl">
                {t('dashboard.inTranscripts')}
              </h2>
              <p className="text-muted-foreground text-sm">{t('dashboard.ofAllConversationsWhateverThe')}</p>
            </div>
            <TranscriptHits find={place.find} />
          </section>
        ) : (
          <section aria-labelledby="all-sessions">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 pt-4 pb-3 sm:px-6">
              <h2 id="all-sessions" className="text-2xl">
                {t('dashboard.allSessions')}
              </h2>
              <div className="grow">
                <RangeNote place={place} chartDays={chartDays} onMove={onMove} />
              </div>
              <p role="status" className="text-muted-foreground text-sm tabular-nums">
                {data && !isPlaceholderData ? sessionCount(data.total, data.total_is_more) : ''}
              </p>
            </div>
            <NewSessions stable={stable} isDeep={place.cursor !== null} onTop={toFirst} />
            <SessionList
              stable={stable}
              empty={<Empty title={t('dashboard.noSessionsFound')}>{t('dashboard.tryALongerTimeRange')}</Empty>}
            >
              <SessionsTable
                sessions={stable.items}
                sort={place.sort}
                isBusy={isPlaceholderData}
                region={stable.region}
                onSort={(sort) => onMove({ sort })}
              />
            </SessionList>
            <Pager
              onFirst={place.cursor ? toFirst : null}
              onPrevious={onPreviousPage}
              onNext={next && !isPlaceholderData ? () => onPage(next) : null}
            />
          </section>
        )}
      </Card>
    </div>
  );
}

/** The transcript search field, stored in the address. */
function TranscriptField({ find, onFind }: { find: string; onFind: (find: string) => void }) {
  return (
    <div>
      <SearchField
        id="transcript-search"
        label={t('dashboard.searchInAllTranscripts')}
        placeholder={t('dashboard.searchInAllPlaceholder')}
        value={find}
        onSearch={onFind}
      />
    </div>
  );
}

/** Matches of the search; each links to its place in the transcript. */
function TranscriptHits({ find }: { find: string }) {
  const query = useTranscriptSearch(find);
  if (query.isPending) return <Loading words={t('dashboard.searchingTranscripts')} />;
  if (query.error) {
    return (
      <Failure onRetry={() => void query.refetch()}>
        {t('dashboard.theSearchFailed', { error: sentenceOf(query.error) })}
      </Failure>
    );
  }
  const hits = query.data.items;
  if (hits.length === 0) {
    return <Empty title={t('dashboard.noMatches')}>{t('dashboard.wordsAndBeginningsOfWords')}</Empty>;
  }
  return (
    <ol aria-busy={query.isPlaceholderData} className="divide-y border-t">
      {hits.map((hit) => (
        <Hit key={`${hit.session.id} ${hit.seq}`} hit={hit} />
      ))}
    </ol>
  );
}

function Hit({ hit: { session, seq, speaker, excerpt } }: { hit: SearchHit }) {
  return (
    <LinkRow as="li" className="tier-row px-4 py-4 sm:px-6">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <SessionLink id={session.id} at={seq} className="wrap-anywhere font-semibold">
          {session.contact_name ?? t('dashboard.anonymous')}
        </SessionLink>
        <Score score={session.lead_score} />
        <When at={session.started_at} className="text-muted-foreground text-sm tabular-nums" />
      </p>
      <p className="wrap-anywhere mt-1 max-w-measure">
        <span className="text-muted-foreground">{speakerWords(speaker)}: </span>
        <Marked text={excerpt} />
      </p>
    </LinkRow>
  );
}

/** Matches are delimited by U+0002 and U+0003 (SearchHit). */
function Marked({ text }: { text: string }) {
  let offset = 0;
  return text.split('\u0002').map((piece, index) => {
    const key = offset;
    offset += piece.length + 1;
    const end = index === 0 ? -1 : piece.indexOf('\u0003');
    return (
      <Fragment key={key}>
        {end > 0 ? <mark className="utterance-quote">{piece.slice(0, end)}</mark> : null}
        {piece.slice(end + 1)}
      </Fragment>
    );
  });
}

/** Pagination of a list of any length. */
export function Pager({
  onFirst,
  onPrevious,
  onNext,
}: {
  /** Null if there is no such page. */
  onFirst: (() => void) | null;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}) {
  if (!onFirst && !onPrevious && !onNext) return null;
  return (
    <nav
      aria-label={t('dashboard.pages')}
      className="no-print flex items-center justify-end gap-2 border-t px-4 py-3 sm:px-6"
    >
      {onFirst ? (
        <Button variant="ghost" size="sm" onClick={onFirst}>
          <ChevronsLeft aria-hidden /> {t('dashboard.first')}
        </Button>
      ) : null}
      <Button variant="outline" size="sm" disabled={!onPrevious} onClick={onPrevious ?? undefined}>
        <ChevronLeft aria-hidden /> {t('dashboard.previous')}
      </Button>
      <Button variant="outline" size="sm" disabled={!onNext} onClick={onNext ?? undefined}>
        {t('dashboard.next')} <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
