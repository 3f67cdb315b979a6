import { getRouteApi, Link } from '@tanstack/react-router';
import type { PublicEpisode } from '@understudy/contract/episodes';
import { paths } from '@understudy/contract/pages';
import { byWorth } from '@understudy/contract/reel';
import { useEffect, useState } from 'react';
import { EpisodeFacts, EpisodeView } from '../../features/show/components/episode-view.tsx';
import { useConfig } from '../../platform/config.ts';
import { CallError, getJson } from '../../platform/http.ts';
import { language } from '../../platform/language.ts';
import { sentenceOf } from '../../platform/sentence-of.ts';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { Empty, Failure, Loading } from '../../ui/states.tsx';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';

const route = getRouteApi('/episode/$slug');

/** `/episode/{slug}`: a published episode. */
export function EpisodePage() {
  const { slug } = route.useParams();
  const { consultant, copyright } = useConfig();
  const { episode, error, retry } = usePublished(slug);
  const twin = t('site.ai', { name: consultant.first_name });
  useEffect(() => {
    const number = episode?.episode_number;
    if (number !== undefined) document.title = t('episode.title', { number, name: consultant.name });
    else if (error) document.title = t('episode.gone');
  }, [episode, error, consultant]);
  return (
    <>
      <div className="stage">
        <SiteHeader>
          <Link to={paths.landing} className={`${headerLink} max-sm:hidden`}>
            {t('privacy.home')}
          </Link>
          <Button asChild>
            <Link to={paths.chat}>{t('episode.talk', { twin })}</Link>
          </Button>
        </SiteHeader>
      </div>
      <main id="content" tabIndex={-1} className="outline-none">
        {episode ? <Sign episode={episode} name={consultant.name} portrait={consultant.portrait} /> : null}
        <div className="mx-auto max-w-page px-5 pt-10 pb-20 sm:px-8">
          {episode ? (
            <>
              <EpisodeView episode={episode} visitor={t('episode.visitor')} twin={twin} />
              <p className="mt-12 max-w-measure text-muted-foreground text-sm">{t('episode.masked')}</p>
            </>
          ) : (
            <Missing error={error} onRetry={retry} />
          )}
        </div>
      </main>
      <SiteFooter holder={copyright.company} />
    </>
  );
}

/** The head of the page: what the show is, and its best moment. */
function Sign({ episode, name, portrait }: { episode: PublicEpisode; name: string; portrait: string }) {
  const [best] = byWorth(episode.reel);
  return (
    <div className="episode-front stage">
      <div className="episode-sign">
        <div className="min-w-0">
          <h1 className="text-4xl sm:font-display sm:text-5xl">
            {t('episode.title', { number: episode.episode_number, name })}
          </h1>
          <div className="mt-3">
            <EpisodeFacts episode={episode} />
          </div>
          {best ? <blockquote className="episode-best line-clamp-5">{best.content}</blockquote> : null}
        </div>
        <Portrait src={portrait} alt="" shape="arch" />
      </div>
    </div>
  );
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!error) return <Loading words={t('episode.loading')} />;
  if (error instanceof CallError && error.status === 404)
    return (
      <div>
        <h1 className="text-center text-3xl">{t('episode.gone')}</h1>
        <Empty title={t('episode.goneMore')} />
      </div>
    );
  return <Failure onRetry={onRetry}>{t('episode.failed', { error: sentenceOf(error) })}</Failure>;
}

/** The published episode at this address. */
function usePublished(slug: string) {
  const [state, setState] = useState<{ episode: PublicEpisode | null; error: unknown }>({ episode: null, error: null });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    const page = new AbortController();
    setState({ episode: null, error: null });
    getJson<PublicEpisode>(`/api/episodes/${encodeURIComponent(slug)}?lang=${language()}`, {
      signal: page.signal,
    }).then(
      (episode) => setState({ episode, error: null }),
      (error) => {
        if (!page.signal.aborted) setState({ episode: null, error });
      },
    );
    return () => page.abort();
  }, [slug, tries]);
  return { ...state, retry: () => setTries((count) => count + 1) };
}
