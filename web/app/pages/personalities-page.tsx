import { Link } from '@tanstack/react-router';
import { PERSONALITY_COUNT } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { ArrowLeft } from 'lucide-react';
import { useConfig } from '../../platform/config.ts';
import { t } from '../../platform/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';

/** `/personalities`: the showcase of modes (section 2). */
export function PersonalitiesPage() {
  const { modes, copyright, visitor_page: shows } = useConfig();
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
              {t('personalities.dashboard')}
            </Link>
          ) : null}
          <Button asChild>
            <Link to={paths.chat}>{t('personalities.startChatting')}</Link>
          </Button>
        </SiteHeader>
      </div>
      <main id="content" tabIndex={-1} className="outline-none">
        <div className="stage overflow-hidden">
          <div className="spotlight footlight mx-auto max-w-page px-5 pt-8 pb-16 sm:px-8 lg:pt-14 lg:pb-24">
            <Badge variant="outline">{t('personalities.uniqueAiPersonalities', { count: PERSONALITY_COUNT })}</Badge>
            <h1 className="mt-5 max-w-3xl text-4xl sm:font-display sm:text-6xl">
              {t('personalities.designedForEveryConversation')}
            </h1>
          </div>
        </div>
        <ul
          aria-label={t('personalities.personalities')}
          className="mx-auto grid max-w-page gap-x-16 px-5 pt-16 sm:px-8 lg:grid-cols-2 lg:pt-20"
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
              {t('personalities.oneConversationWhoeverSpeaks')}
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
              <Link to={paths.chat}>{t('personalities.startConversation')}</Link>
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
    <li className="flex flex-col border-t pt-7 pb-12">
      <h2 className="flex items-center gap-3 text-3xl">
        <span aria-hidden="true" className="gel" style={color ? { backgroundColor: color } : undefined} />
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
    title: t('personalities.persistentMemory'),
    text: t('personalities.whatYouTellOnePersonality'),
  },
  {
    title: t('personalities.instantSwitching'),
    text: t('personalities.switchInTheMiddleOf'),
  },
  {
    title: t('personalities.contextualAwareness'),
    text: t('personalities.eachOneTakesInThe'),
  },
];
