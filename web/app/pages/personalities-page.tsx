import { Link } from '@tanstack/react-router';
import { PERSONALITY_COUNT } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import type { ModeInfo } from '@understudy/contract/wire';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { useConfig } from '../../platform/config.ts';
import { t } from '../../platform/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { SectionIndex } from '../../ui/section-index.tsx';
import './personalities.css';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';

/** `/personalities`: the showcase of modes (section 2). */
export function PersonalitiesPage() {
  const { consultant, modes, copyright, visitor_page: shows } = useConfig();
  const [read, setRead] = useState('');
  const [sections] = useState(() =>
    PERSONALITIES.map((id) => ({ id: `personality-${id}`, name: t(`personalities.${id}.name`) })),
  );
  const back = (
    <Link to={paths.landing} className={`${headerLink} gap-2`}>
      <ArrowLeft aria-hidden className="size-4" />
      {t('personalities.back')}
    </Link>
  );
  return (
    <div className="modes">
      <div className="modes-top">
        <SiteHeader back={back}>
          {shows.dashboard_link ? (
            <Link to={paths.admin} className={`${headerLink} max-sm:hidden`}>
              {t('site.dashboard')}
            </Link>
          ) : null}
          <Button asChild>
            <Link to={paths.chat}>{t('personalities.startChatting')}</Link>
          </Button>
        </SiteHeader>
      </div>
      <div className="modes-light stage">
        <div style={inColor(modes.find(({ id }) => read === `personality-${id}`))}>
          <Portrait src={consultant.portrait} alt="" shape="arch" />
          <SectionIndex label={t('personalities.index')} sections={sections} onRead={setRead} />
        </div>
      </div>
      <main id="content" tabIndex={-1} className="modes-main">
        <Badge variant="outline">{t('personalities.count', { count: PERSONALITY_COUNT })}</Badge>
        <h1 className="mt-4 text-4xl sm:font-display sm:text-5xl 2xl:text-6xl">{t('personalities.title')}</h1>
        <p className="mt-4 max-w-measure text-lg text-muted-foreground">
          {t('personalities.intro', { firstName: consultant.first_name })}
        </p>
        <ul aria-label={t('personalities.list')} className="mt-8 lg:mt-12">
          {PERSONALITIES.map((personality) => (
            <Voice
              key={personality}
              id={personality}
              mode={modes.find((mode) => mode.id === personality)}
              speaker={t('site.ai', { name: consultant.first_name })}
            />
          ))}
        </ul>
        <section aria-labelledby="show-title" className="modes-show stage">
          <h2 id="show-title" className="text-2xl sm:text-3xl">
            {t('personalities.showTitle')}
          </h2>
          <p className="mt-2 max-w-measure text-muted-foreground">
            {t('personalities.showText', { firstName: consultant.first_name })}
          </p>
          <Button asChild size="lg" className="mt-6">
            <Link to={paths.chat} hash="show" state={{ show: true }}>
              {t('site.startShow')}
            </Link>
          </Button>
        </section>
        <section aria-labelledby="together-title" className="border-t pt-12 lg:pt-16">
          <h2 id="together-title" className="text-3xl">
            {t('personalities.together')}
          </h2>
          <ul className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-3">
            {sellingPoints().map((point) => (
              <li key={point.title}>
                <h3 className="text-xl">{point.title}</h3>
                <p className="mt-1 text-muted-foreground">{point.text}</p>
              </li>
            ))}
          </ul>
          <Button asChild size="lg" className="mt-10">
            <Link to={paths.chat}>{t('site.start')}</Link>
          </Button>
        </section>
      </main>
      <div className="modes-foot">
        <SiteFooter holder={copyright.company} />
      </div>
    </div>
  );
}

/** The color of a mode, for what the style sheet lights with it. */
const inColor = (mode: ModeInfo | undefined) => (mode ? ({ '--mode': mode.color } as CSSProperties) : undefined);

/** A personality, set like a part in a script: its name in the margin, its own first words, and what it is for. */
function Voice({ id, mode, speaker }: { id: Personality; mode: ModeInfo | undefined; speaker: string }) {
  const strengthsId = `strengths-${id}`;
  // All say first who they are, as the intro says; what they ask is what tells them apart.
  const question = mode?.greeting.match(/(?<=[.!:]\s+)\p{Lu}[^.!?]*\?$/u)?.[0] ?? mode?.greeting;
  return (
    <li id={`personality-${id}`} tabIndex={-1} className="voice-part" style={inColor(mode)}>
      <div className="voice-name">
        <h2>{t(`personalities.${id}.name`)}</h2>
        <svg viewBox="0 0 32 4" aria-hidden="true">
          <path d="M0 2h32" stroke="currentColor" strokeWidth="4" />
        </svg>
      </div>
      <div>
        {mode ? (
          <blockquote className="voice-line">
            <span className="sr-only">{speaker}: </span>
            <q>{question}</q>
          </blockquote>
        ) : null}
        <p className="mt-4 font-medium">{t(`personalities.${id}.description`)}</p>
        <p className="mt-1 max-w-measure text-muted-foreground">{t(`personalities.${id}.details`)}</p>
        <div className="voice-strengths">
          <h3 id={strengthsId}>{t('personalities.keyStrengths')}</h3>
          <ul aria-labelledby={strengthsId}>
            {TRAITS.map((trait) => (
              <li key={trait}>{t(`personalities.${id}.${trait}`)}</li>
            ))}
          </ul>
        </div>
      </div>
      <Link to={paths.chat} search={{ mode: id }} className="voice-chat">
        {t('personalities.chatAs', { name: t(`personalities.${id}.name`) })}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
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
