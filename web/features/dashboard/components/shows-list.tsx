import { Link } from '@tanstack/react-router';
import type { EpisodeRow, RunningShow } from '@understudy/contract/episodes';
import { paths } from '@understudy/contract/pages';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { LinkRow } from '../../../ui/link-row.tsx';
import { readerLocale } from '../../../ui/numbers.ts';
import { Empty, Failure, Loading } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { useShows } from '../api/queries.ts';
import { Pager } from './sessions-tab.tsx';
import '../dashboard.css';

/** `/admin/shows`: the shows that are on, and past episodes, newest first. */
export function ShowsList({
  cursor,
  modeName,
  onPage,
  onPreviousPage,
}: {
  cursor: string | null;
  /** The name of a show's mode. */
  modeName: (mode: RunningShow['mode']) => string;
  onPage: (cursor: string | null) => void;
  onPreviousPage: (() => void) | null;
}) {
  const query = useShows(cursor);
  const next = query.data?.next_cursor ?? null;
  const running = query.data?.running ?? [];
  const items = query.data?.items ?? [];
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">{t('shows.title')}</h1>
      <p className="mt-1 text-muted-foreground">{t('shows.intro')}</p>
      {running.length > 0 ? (
        <Card className="mt-6">
          <section aria-labelledby="running">
            <h2 id="running" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
              {t('shows.running')}
            </h2>
            <ul className="divide-y border-t">
              {running.map((show) => (
                <Running key={show.session_id} show={show} modeName={modeName} />
              ))}
            </ul>
          </section>
        </Card>
      ) : null}
      <Card className="mt-6">
        {query.isPending ? <Loading words={t('shows.loading')} /> : null}
        {query.error && !query.data ? (
          <Failure onRetry={() => void query.refetch()}>
            {t('shows.failed', { error: sentenceOf(query.error) })}
          </Failure>
        ) : null}
        {query.data ? (
          <section aria-labelledby="episodes">
            <h2 id="episodes" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
              {t('shows.episodes')}
            </h2>
            {items.length === 0 ? <Empty title={t('shows.none')}>{t('shows.noneMore')}</Empty> : null}
            {items.length > 0 ? (
              <ul aria-busy={query.isPlaceholderData} className="divide-y border-t">
                {items.map((episode) => (
                  <EpisodeItem key={episode.session_id} episode={episode} />
                ))}
              </ul>
            ) : null}
            <Pager
              onFirst={cursor ? () => onPage(null) : null}
              onPrevious={onPreviousPage}
              onNext={next && !query.isPlaceholderData ? () => onPage(next) : null}
            />
          </section>
        ) : null}
      </Card>
    </>
  );
}

const row = 'tier-row flex flex-wrap items-baseline gap-x-5 gap-y-1 px-4 py-3 sm:px-6';

function ShowLink({ id, number, visitor }: { id: string; number: number; visitor: string | null }) {
  return (
    <Link
      to={paths.show}
      params={{ sessionId: id }}
      className="row-link wrap-anywhere font-medium underline-offset-4 hover:underline"
    >
      {t('shows.row', { number, visitor: visitor ?? t('shows.anonymous') })}
    </Link>
  );
}

/** A visitor who thinks about an answer is quiet for a while, too. */
const QUIET_MINUTES = 5;

function Running({ show, modeName }: { show: RunningShow; modeName: (mode: RunningShow['mode']) => string }) {
  return (
    <LinkRow as="li" className={row}>
      {show.listening ? (
        <Badge variant="destructive">{t('shows.onAir')}</Badge>
      ) : (
        <Badge variant="outline">{t('shows.nobody')}</Badge>
      )}
      <ShowLink id={show.session_id} number={show.episode} visitor={show.visitor} />
      <span>{modeName(show.mode)}</span>
      <span className="text-muted-foreground text-sm tabular-nums">{t('shows.turns', { turns: show.turns })}</span>
      {show.quiet_minutes >= QUIET_MINUTES ? (
        <span className="text-muted-foreground text-sm tabular-nums">
          {t('shows.quiet', { minutes: show.quiet_minutes })}
        </span>
      ) : null}
      <When at={show.started_at} className="ml-auto text-muted-foreground text-sm tabular-nums max-sm:ml-0" />
    </LinkRow>
  );
}

function EpisodeItem({ episode }: { episode: EpisodeRow }) {
  const { session_id: id, episode_number: number, visitor, date, duration, highlight } = episode;
  const score = new Intl.NumberFormat(readerLocale(), { maximumFractionDigits: 1 }).format(episode.overall_rating);
  return (
    <LinkRow as="li" className={row}>
      <ShowLink id={id} number={number} visitor={visitor} />
      <span className="text-muted-foreground text-sm tabular-nums">
        {t('shows.facts', {
          minutes: Math.max(1, Math.round(duration / 60_000)),
          moments: episode.moments,
          score,
        })}
      </span>
      {episode.visitor_rating === null ? null : <Badge>{t('shows.stars', { stars: episode.visitor_rating })}</Badge>}
      {episode.slug === null ? null : <Badge variant="outline">{t('shows.published')}</Badge>}
      <When at={date} className="ml-auto text-muted-foreground text-sm tabular-nums max-sm:ml-0" />
      {highlight ? <p className="line-clamp-2 w-full max-w-measure font-serif">{highlight}</p> : null}
    </LinkRow>
  );
}
