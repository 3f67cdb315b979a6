import { Link } from '@tanstack/react-router';
import { PERSONALITY_COUNT } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { ArrowLeft } from 'lucide-react';
import { useConfig } from '../../platform/config.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';

/** `/personalities`: the showcase of modes (section 2). */
export function PersonalitiesPage() {
  const { modes, copyright, visitor_page: shows } = useConfig();
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
          {shows.dashboard_link ? (
            <Link to={paths.admin} className={headerLink}>
              Dashboard
            </Link>
          ) : null}
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

/** One of the six personalities of the showcase: its mode and the text of its card (sections 2 and 3). */
interface Personality {
  /** Mode id, as in /chat?mode=. */
  id: string;
  name: string;
  description: string;
  details: string;
  traits: [string, string, string, string];
}

const PERSONALITIES: Personality[] = [
  {
    id: 'entrepreneur',
    name: 'Entrepreneur',
    description: 'Thinks in bets, margins and what a customer would really pay for.',
    details:
      'Bring an idea, a market or a company that has stopped growing. It finds the assumption everything rests ' +
      'on, the cheapest way to test it, and what to drop first.',
    traits: ['business strategy', 'innovation', 'market analysis', 'growth planning'],
  },
  {
    id: 'professional',
    name: 'Professional',
    description: 'Knows how work gets done when it takes many people.',
    details:
      'For projects that slip, teams that wait for one person, and plans that only look good on paper. Clear ' +
      'and structured, with an owner and a date for each step.',
    traits: ['leadership', 'project management', 'team building', 'corporate strategy'],
  },
  {
    id: 'mentor',
    name: 'Mentor',
    description: 'Listens first, then asks the question you have been avoiding.',
    details:
      'For decisions only you can make: the next job, the hard conversation, whether to stay. It will not ' +
      'decide for you, and it will not let you hide.',
    traits: ['personal growth', 'career advice', 'life wisdom', 'goal setting'],
  },
  {
    id: 'storyteller',
    name: 'Storyteller',
    description: 'Finds the story in what you say, and the line people will repeat.',
    details:
      'For talks, pitches and anything else you tell people. It looks for who wants what, what stands in the ' +
      'way, and where your story really begins.',
    traits: ['storytelling', 'creative thinking', 'communication', 'narrative structure'],
  },
  {
    id: 'futurist',
    name: 'Futurist',
    description: 'Looks at what is here today and asks what it becomes in five years.',
    details:
      'For decisions that have to outlast today’s tools. It tells trends from noise, says what would prove it ' +
      'wrong, and works back to what to do on Monday.',
    traits: ['technology trends', 'future planning', 'innovation', 'strategic foresight'],
  },
  {
    id: 'interviewer',
    name: 'Interviewer',
    description: 'Curious about you, and comes without assumptions.',
    details:
      'It asks, listens, and asks again one step deeper, until you can put into words what you already know. ' +
      'Good before an application, a book or a new venture.',
    traits: ['deep questions', 'active listening', 'curiosity', 'insight discovery'],
  },
];

/** Properties of every personality. */
const SELLING_POINTS = [
  {
    title: 'Persistent memory',
    text: 'What you tell one personality, the next one knows. You never have to repeat yourself.',
  },
  {
    title: 'Instant switching',
    text: 'Switch in the middle of a conversation, and the next answer comes from the new personality.',
  },
  {
    title: 'Contextual awareness',
    text: 'Each one takes in the whole conversation before it answers, not just your last message.',
  },
];
