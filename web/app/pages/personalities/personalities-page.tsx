import { Link } from '@tanstack/react-router';
import { PERSONALITY_COUNT } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { ArrowLeft } from 'lucide-react';
import { useConfig } from '../../../platform/config.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SiteFooter } from '../../site-footer.tsx';
import { headerLink, SiteHeader } from '../../site-header.tsx';
import { PERSONALITIES, type Personality, SELLING_POINTS } from './personalities.ts';

/** `/personalities`: the showcase of modes (section 2). */
export function PersonalitiesPage() {
  const { modes, copyright } = useConfig();
  const back = (
    <Link to={paths.landing} className={`${headerLink} gap-2`}>
      <ArrowLeft aria-hidden className="size-4" />
      Back
    </Link>
  );
  return (
    <>
      <div className="stage">
        <SiteHeader back={back}>
          <Link to={paths.admin} className={headerLink}>
            Dashboard
          </Link>
          <Button asChild>
            <Link to={paths.chat}>Start Chatting</Link>
          </Button>
        </SiteHeader>
      </div>
      <main id="content" tabIndex={-1} className="outline-none">
        <div className="stage overflow-hidden">
          <div className="spotlight footlight mx-auto max-w-page px-5 pt-8 pb-16 sm:px-8 lg:pt-14 lg:pb-24">
            <Badge variant="outline">{PERSONALITY_COUNT} Unique AI Personalities</Badge>
            <h1 className="mt-5 max-w-3xl text-4xl sm:font-display sm:text-6xl">Designed for every conversation</h1>
          </div>
        </div>
        <ul
          aria-label="Personalities"
          className="mx-auto grid max-w-page gap-x-16 px-5 pt-16 sm:px-8 lg:grid-cols-2 lg:pt-20"
        >
          {PERSONALITIES.map((personality) => (
            <PersonalityCard
              key={personality.id}
              personality={personality}
              color={modes.find((mode) => mode.id === personality.id)?.color}
            />
          ))}
        </ul>
        <section aria-labelledby="together-title" className="border-t bg-card">
          <div className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-20">
            <h2 id="together-title" className="text-3xl sm:text-4xl">
              One conversation, whoever speaks
            </h2>
            <ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
              {SELLING_POINTS.map((point) => (
                <li key={point.title}>
                  <h3 className="text-xl">{point.title}</h3>
                  <p className="mt-2 max-w-measure text-muted-foreground">{point.text}</p>
                </li>
              ))}
            </ul>
            <Button asChild size="lg" className="mt-12">
              <Link to={paths.chat}>Start Conversation</Link>
            </Button>
          </div>
        </section>
      </main>
      <SiteFooter holder={copyright.company} />
    </>
  );
}

/** The card of a personality, in the mode's colour from the twin's files. */
function PersonalityCard({ personality, color }: { personality: Personality; color: string | undefined }) {
  const strengthsId = `strengths-${personality.id}`;
  return (
    <li className="flex flex-col border-t pt-7 pb-12">
      <h2 className="flex items-center gap-3 text-3xl">
        <span aria-hidden="true" className="gel" style={color ? { backgroundColor: color } : undefined} />
        {personality.name}
      </h2>
      <p className="mt-3 max-w-measure font-serif text-xl leading-snug">{personality.description}</p>
      <p className="mt-3 max-w-measure text-muted-foreground">{personality.details}</p>
      <h3 id={strengthsId} className="mt-5 font-sans font-semibold text-sm">
        Key Strengths
      </h3>
      <ul aria-labelledby={strengthsId} className="mt-2 flex flex-wrap gap-2">
        {personality.traits.map((trait) => (
          <li key={trait}>
            <Badge variant="secondary">{trait}</Badge>
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-6">
        <Button asChild variant="outline">
          <Link to={paths.chat} search={{ mode: personality.id }}>
            Chat as {personality.name}
          </Link>
        </Button>
      </div>
    </li>
  );
}
