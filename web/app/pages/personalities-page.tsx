import { Link } from '@tanstack/react-router';
import { PERSONALITY_COUNT } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { ArrowLeft } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useConfig } from '../../platform/config.ts';
import { t } from '../../platform/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';

/** `/personalities`: the showcase of modes (section 2). */
export function PersonalitiesPage() {
  const { consultant, modes, copyright, visitor_page: shows } = useConfig();
  const back = (
    <Link to={paths.landing} className={`${headerLink} gap-2`}>
      <ArrowLeft aria-hidden className="size-4" />
      {t('personalities.back')}
    </Link>
  );
  return (
    <>
      <div className="stage">
        <SiteHeader back={back}>
          {shows.dashboard_link ? (
            <Link to={paths.admin} className={headerLink}>
              {t('site.dashboard')}
            </Link>
          ) : null}
          <Button asChild>
            <Link to={paths.chat}>{t('personalities.startChatting')}</Link>
          </Button>
        </SiteHeader>
      </div>
      <main id="content" tabIndex={-1} className="outline-none">
        <div className="stage overflow-hidden">
          <div className="mx-auto flex max-w-page items-center justify-between gap-12 px-5 pt-6 pb-12 sm:px-8 lg:pb-14">
            <div className="relative z-1">
              <Badge variant="outline">{t('personalities.count', { count: PERSONALITY_COUNT })}</Badge>
              <h1 className="mt-5 max-w-3xl text-4xl sm:font-display sm:text-6xl">{t('personalities.title')}</h1>
            </div>
            <div className="spotlight shrink-0 p-2 max-sm:hidden">
              <Portrait src={consultant.portrait} alt="" shape="arch" className="w-44 lg:w-56" />
            </div>
          </div>
        </div>
        <ul
          aria-label={t('personalities.list')}
          className="mx-auto grid max-w-page gap-5 px-5 py-12 sm:px-8 md:grid-cols-2 lg:py-20 xl:grid-cols-3"
        >
          {PERSONALITIES.map((personality) => (
            <PersonalityCard
              key={personality}
              id={personality}
              color={modes.find((mode) => mode.id === personality)?.color}
            />
          ))}
        </ul>
        <section aria-labelledby="together-title" className="border-t bg-card">
          <div className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-20">
            <h2 id="together-title" className="text-3xl sm:text-4xl">
              {t('personalities.together')}
            </h2>
            <ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
              {sellingPoints().map((point) => (
                <li key={point.title}>
                  <h3 className="text-xl">{point.title}</h3>
                  <p className="mt-2 max-w-measure text-muted-foreground">{point.text}</p>
                </li>
              ))}
            </ul>
            <Button asChild size="lg" className="mt-12">
              <Link to={paths.chat}>{t('site.start')}</Link>
            </Button>
          </div>
        </section>
      </main>
      <SiteFooter holder={copyright.company} />
    </>
  );
}

/** The card of a personality, in the mode's colour from the twin's files. */
function PersonalityCard({ id, color }: { id: Personality; color: string | undefined }) {
  const strengthsId = `strengths-${id}`;
  return (
    <li className="gel-card flex flex-col" style={color ? ({ '--gel': color } as CSSProperties) : undefined}>
      <h2 className="flex items-center gap-3 text-3xl">
        <span aria-hidden="true" className="gel" />
        {t(`personalities.${id}.name`)}
      </h2>
      <p className="mt-3 max-w-measure font-serif text-xl leading-snug">{t(`personalities.${id}.description`)}</p>
      <p className="mt-3 max-w-measure text-muted-foreground">{t(`personalities.${id}.details`)}</p>
      <h3 id={strengthsId} className="mt-5 font-sans font-semibold text-sm">
        {t('personalities.keyStrengths')}
      </h3>
      <ul aria-labelledby={strengthsId} className="mt-2 flex flex-wrap gap-2">
        {TRAITS.map((trait) => (
          <li key={trait}>
            <Badge variant="secondary">{t(`personalities.${id}.${trait}`)}</Badge>
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-6">
        <Button asChild variant="outline">
          <Link to={paths.chat} search={{ mode: id }}>
            {t('personalities.chatAs', { name: t(`personalities.${id}.name`) })}
          </Link>
        </Button>
      </div>
    </li>
  );
}

/** The six personalities of the showcase: mode ids, as in /chat?mode=. Their texts are in the catalogue. */
const PERSONALITIES = ['entrepreneur', 'professional', 'mentor', 'storyteller', 'futurist', 'interviewer'] as const;
const TRAITS = ['trait1', 'trait2', 'trait3', 'trait4'] as const;
type Personality = (typeof PERSONALITIES)[number];

/** Properties of every personality. */
const sellingPoints = () => [
  {
    title: t('personalities.memory'),
    text: t('personalities.memoryText'),
  },
  {
    title: t('personalities.switching'),
    text: t('personalities.switchingText'),
  },
  {
    title: t('personalities.context'),
    text: t('personalities.contextText'),
  },
];
