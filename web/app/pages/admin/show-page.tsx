import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Episode } from '@understudy/contract/episodes';
import { paths } from '@understudy/contract/pages';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useSignedIn, useSignIn } from '../../../features/auth/sign-in-context.tsx';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { keys, useSessionDetail } from '../../../features/dashboard/api/queries.ts';
import { refusalOf } from '../../../features/settings/settings-context.tsx';
import { DirectorPage } from '../../../features/show/components/director-page.tsx';
import { EpisodeFacts, EpisodeView } from '../../../features/show/components/episode-view.tsx';
import { Publishing } from '../../../features/show/components/publishing.tsx';
import { useConfig } from '../../../platform/config.ts';
import { CallError } from '../../../platform/http.ts';
import { language } from '../../../platform/language.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Empty, Failure, Loading } from '../../../ui/states.tsx';

const route = getRouteApi('/admin-shell/guarded/admin/show/$sessionId');

/** `/admin/show/{session id}`: a running show is directed, a past one read. */
export function ShowPage() {
  const { sessionId } = route.useParams();
  const query = useSessionDetail(sessionId);
  const { data: detail, error } = query;
  const visitor = detail?.session.contact_name ?? null;
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pt-4 pb-16 outline-none sm:px-8">
      <div className="flex flex-wrap items-center gap-x-4">
        <Button asChild variant="ghost" size="sm" className="-ml-3">
          <Link to={paths.shows}>
            <ArrowLeft aria-hidden /> {t('shows.title')}
          </Link>
        </Button>
        {detail ? (
          <Button asChild variant="ghost" size="sm" className="ml-auto">
            <Link to={paths.adminSession} params={{ sessionId }}>
              {t('shows.session')}
            </Link>
          </Button>
        ) : null}
      </div>
      {query.isPending ? <Loading words={t('shows.loadingOne')} /> : null}
      {error && !detail ? (
        error instanceof CallError && error.status === 404 ? (
          <Empty title={t('session.sessionNotFound')} />
        ) : (
          <Failure onRetry={() => void query.refetch()}>{t('shows.failedOne', { error: sentenceOf(error) })}</Failure>
        )
      ) : null}
      {detail ? (
        <Show key={sessionId} sessionId={sessionId} visitor={visitor} isActive={detail.show?.active === true} />
      ) : null}
    </main>
  );
}

/** Once somebody directs, they stay: a show that was stopped can go on. */
function Show({ sessionId, visitor, isActive }: { sessionId: string; visitor: string | null; isActive: boolean }) {
  const [isDirecting, setDirecting] = useState(isActive);
  const cache = useQueryClient();
  const signIn = useSignIn();
  const { role, local } = useSignedIn();
  const refusal = refusalOf(role, local, 'admin');
  const title = visitor ? t('shows.with', { visitor }) : t('shows.withAnonymous');
  if (isDirecting)
    return (
      <>
        <h1 className="mt-1 mb-3 text-3xl">{title}</h1>
        <DirectorPage
          sessionId={sessionId}
          visitor={visitor}
          token={signIn.token}
          refusal={refusal}
          toEpisode={() => {
            void cache.invalidateQueries({ queryKey: episodeKey(sessionId) });
            setDirecting(false);
          }}
        />
      </>
    );
  return (
    <KeptEpisode
      sessionId={sessionId}
      title={title}
      visitor={visitor}
      refusal={refusal}
      toDirector={isActive ? () => setDirecting(true) : null}
    />
  );
}

const episodeKey = (sessionId: string) => ['episode', sessionId];

function KeptEpisode({
  sessionId,
  title,
  visitor,
  refusal,
  toDirector,
}: {
  sessionId: string;
  title: string;
  visitor: string | null;
  refusal: string | null;
  /** Null unless the show is on. */
  toDirector: (() => void) | null;
}) {
  const calls = useAdminClient();
  const cache = useQueryClient();
  const { consultant } = useConfig();
  const queryKey = episodeKey(sessionId);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => calls.get<Episode>(`shows/${sessionId}`, { lang: language() }, signal),
  });
  const { data: episode, error } = query;
  if (query.isPending) return <Loading words={t('shows.loadingOne')} />;
  if (!episode)
    return error instanceof CallError && error.status === 404 ? (
      <Card className="mt-6">
        <Empty title={t('shows.noEpisode')}>{t('shows.noEpisodeMore')}</Empty>
      </Card>
    ) : (
      <Failure onRetry={() => void query.refetch()}>{t('shows.failedOne', { error: sentenceOf(error) })}</Failure>
    );
  return (
    <>
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-3xl">{t('shows.episodeOf', { number: episode.episode_number, title })}</h1>
          <EpisodeFacts episode={episode} />
        </div>
        {toDirector ? <Button onClick={toDirector}>{t('shows.direct')}</Button> : null}
      </div>
      <div className="mt-6 mb-10">
        <Publishing
          publishing={episode}
          refusal={refusal}
          onPublish={async (published) => {
            const publishing = await calls.change<object>('PATCH', `shows/${sessionId}`, { published });
            cache.setQueryData(queryKey, (known?: Episode) => known && { ...known, ...publishing });
            void cache.invalidateQueries({ queryKey: keys.allShows });
          }}
        />
      </div>
      <EpisodeView
        episode={episode}
        visitor={visitor ?? t('episode.visitor')}
        twin={t('site.ai', { name: consultant.first_name })}
      />
    </>
  );
}
