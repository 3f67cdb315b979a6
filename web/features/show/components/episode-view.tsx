import type { ToldEpisode } from '@understudy/contract/episodes';
import { clockOf, MAX_TOLD_THEMES } from '@understudy/contract/reel';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { saveFile } from '../../../platform/download.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { longDay } from '../../../ui/dates.ts';
import { readerLocale } from '../../../ui/numbers.ts';
import { modeName } from '../show-words.ts';
import '../show.css';
import '../episode.css';

/** The element id of a line of the transcript. */
const lineId = (line: number): string => `line-${line}`;

/** 'Rating 8.2 of 10', '23 minutes', '20 November 2026'. */
export function EpisodeFacts({ episode: { date, duration, overall_rating: rating } }: { episode: ToldEpisode }) {
  const score = new Intl.NumberFormat(readerLocale(), { maximumFractionDigits: 1 }).format(rating);
  return (
    <p className="episode-facts">
      <time dateTime={date}>{longDay(date)}</time>
      <span>{t('episode.minutes', { minutes: Math.max(1, Math.round(duration / 60_000)) })}</span>
      <span>{t('episode.rating', { score })}</span>
    </p>
  );
}

/** An episode: its best moments with their places, what it was about, its files, and everything that was said. */
export function EpisodeView({ episode, visitor, twin }: { episode: ToldEpisode; visitor: string; twin: string }) {
  const [target, setTarget] = useState<number | null>(null);
  const { reel, themes, callbacks, modes, audience, visitor_rating: stars, lines } = episode;
  const used = callbacks.filter((callback) => callback.used);
  const names = { visitor, twin };
  return (
    <div className="episode">
      <Section title={t('episode.reel')}>
        {reel.length === 0 ? <p className="text-muted-foreground">{t('episode.noReel')}</p> : null}
        <ol className="episode-reel">
          {reel.map(({ type, content, speaker, line, at, audience_reaction: reaction }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a told episode never changes its order
            <li key={index}>
              <p className="episode-kind">
                {t('episode.momentKind', { type })}
                {reaction ? `, ${t('episode.reaction', { reaction })}` : ''}
              </p>
              {speaker ? <p className="episode-who">{names[speaker]}</p> : null}
              <blockquote>{content}</blockquote>
              {line !== null && at !== null ? (
                <a href={`#${lineId(line)}`} className="episode-place" onClick={() => setTarget(line)}>
                  {t('episode.at', { time: clockOf(at) })}
                </a>
              ) : null}
            </li>
          ))}
        </ol>
      </Section>
      <div className="episode-columns">
        {themes.length > 0 ? (
          <Section title={t('episode.themes')}>
            <ul className="episode-list">
              {themes.slice(0, MAX_TOLD_THEMES).map(({ topic }) => (
                <li key={topic}>{topic}</li>
              ))}
            </ul>
          </Section>
        ) : null}
        {used.length > 0 ? (
          <Section title={t('episode.callbacks')}>
            <ul className="episode-list">
              {used.map(({ setup, outcome }) => (
                <li key={setup}>
                  <q>{setup}</q>{' '}
                  <span className="episode-kind">{t('episode.outcome', { outcome: outcome ?? 'used' })}</span>
                </li>
              ))}
            </ul>
          </Section>
        ) : null}
        <Section title={t('episode.modes')}>
          <ol className="episode-list">
            {modes.map(({ mode, at }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a told episode never changes its order
              <li key={index}>
                <span className="episode-time">{clockOf(at)}</span> {modeName(mode)}
              </li>
            ))}
          </ol>
        </Section>
        <Section title={t('episode.audience')}>
          <p>
            {t('episode.room', {
              laughs: audience.laughs,
              questions: audience.questions,
              landed: audience.callbacks_landed,
              used: audience.callbacks_used,
            })}
            {stars === null ? '' : ` ${t('episode.stars', { stars })}`}
          </p>
        </Section>
      </div>
      <Section title={t('episode.files')}>
        <Files episode={episode} />
      </Section>
      <Section title={t('episode.transcript')}>
        <Transcript lines={lines} visitor={visitor} twin={twin} target={target} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Each file as it is offered, with its media type. */
const FILES = [
  { id: 'notes', ending: 'md', type: 'text/markdown' },
  { id: 'text', ending: 'txt', type: 'text/plain' },
  { id: 'srt', ending: 'srt', type: 'application/x-subrip' },
  { id: 'vtt', ending: 'vtt', type: 'text/vtt' },
] as const;

function Files({ episode: { files, episode_number: number } }: { episode: ToldEpisode }) {
  return (
    <ul className="episode-files">
      {FILES.map(({ id, ending, type }) => (
        <li key={id}>
          <Button
            variant="outline"
            onClick={() =>
              saveFile(`episode-${number}.${ending}`, new Blob([files[id]], { type: `${type};charset=utf-8` }))
            }
          >
            <Download aria-hidden /> {t(`episode.file.${id}`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Transcript({
  lines,
  visitor,
  twin,
  target,
}: {
  lines: ToldEpisode['lines'];
  visitor: string;
  twin: string;
  target: number | null;
}) {
  const names = { visitor, twin };
  useEffect(() => {
    if (target === null) return;
    document.getElementById(lineId(target))?.focus();
  }, [target]);
  return (
    <ol className="episode-lines">
      {lines.map(({ speaker, text, at }, index) => {
        const isSame = lines[index - 1]?.speaker === speaker;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a told episode never changes its order
            key={index}
            id={lineId(index)}
            tabIndex={-1}
            data-speaker={speaker}
            data-target={target === index || undefined}
            data-same={isSame || undefined}
          >
            <span className="episode-time">{clockOf(at)}</span>
            <span className={isSame ? 'sr-only' : 'episode-who'}>{names[speaker]}</span>
            <p>{text}</p>
          </li>
        );
      })}
    </ol>
  );
}
