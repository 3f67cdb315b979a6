/** What the visitor's desk and the director's have in common. */
import { ENERGY_MAX, ENGAGEMENT_MAX, type ShowMode } from '@understudy/contract/constants';
import { clockOf } from '@understudy/contract/reel';
import type { ShowView } from '@understudy/contract/show';
import { typographic } from '@understudy/contract/typography';
import { type ReactNode, useId } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { energyWords, engagementWords, MODES, modeMeans, modeName, trendWords } from '../show-words.ts';

/** A part of a desk with its title. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="show-part">
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** How engaged the audience is, and which way that goes. */
export function EngagementMeter({ view: { engagement, trend } }: { view: ShowView }) {
  const words = t('show.engagementAndTrend', { is: engagementWords(engagement), trend: trendWords(trend) });
  return <Meter name={t('show.engagement')} value={engagement} max={ENGAGEMENT_MAX} words={words} trend={trend} />;
}

/** How lively the show is. */
export function EnergyMeter({ view: { energy } }: { view: ShowView }) {
  return <Meter name={t('show.energy')} value={energy} max={ENERGY_MAX} words={energyWords(energy)} />;
}

const TREND_SHAPES = { improving: 'M2 10 10 2M4 2h6v6', declining: 'm2 2 8 8M10 4v6H4', stable: 'M1 6h10M7 2l4 4-4 4' };

/** Ten lamps, and in a word how it stands. */
function Meter({
  name,
  value,
  max,
  words,
  trend,
}: {
  name: string;
  value: number;
  max: number;
  words: string;
  trend?: ShowView['trend'];
}) {
  const id = useId();
  const lit = Math.round((value / max) * 10);
  return (
    <div className="show-meter">
      <p id={id}>{name}</p>
      <p aria-hidden className="show-meter-words">
        {words}
        {trend ? (
          <svg aria-hidden="true" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.75">
            <path d={TREND_SHAPES[trend]} />
          </svg>
        ) : null}
      </p>
      <meter aria-labelledby={id} aria-valuetext={words} max={max} value={value} className="sr-only" />
      <div aria-hidden className="show-lamps">
        {LAMPS.map((lamp) => (
          <i key={lamp} data-lit={lamp <= lit || undefined} />
        ))}
      </div>
    </div>
  );
}

const LAMPS = Array.from({ length: 10 }, (_, index) => index + 1);

/** What the buttons of a desk need. */
interface DeskProps {
  view: ShowView;
  /** Whether what is pressed reaches the show. */
  isLive: boolean;
  controls: { changeMode: (mode: ShowMode) => unknown; bringBack: (callbackId: string) => unknown };
}

/** The eight modes; the one on air is pressed. */
export function Modes({ title, view, isLive, controls }: DeskProps & { title: string }) {
  return (
    <Part title={title}>
      <ul className="show-modes">
        {MODES.map((mode) => (
          <li key={mode}>
            <button
              type="button"
              aria-pressed={mode === view.mode}
              title={modeMeans(mode)}
              disabled={!isLive}
              onClick={() => mode !== view.mode && controls.changeMode(mode)}
            >
              {modeName(mode)}
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/**
 * What was said earlier and is worth coming back to: best first, and last what was used.
 *
 * @param none what stands there when there are none
 * @param ordered the one that comes with the next line
 * @param takeBack what stands beside the ordered one, of its setup; without it, its button waits
 * @param qualityWords how good one is, as a tooltip
 */
export function Callbacks({
  none,
  ordered = null,
  takeBack,
  qualityWords,
  view: { callbacks },
  isLive,
  controls,
}: DeskProps & {
  none: string;
  ordered?: string | null;
  takeBack?: (setup: string) => ReactNode;
  qualityWords?: (quality: number) => string;
}) {
  return (
    <Part title={t('show.callbacks')}>
      {callbacks.length === 0 ? <p className="show-none">{none}</p> : null}
      <ul className="show-list">
        {callbacks.map(({ id, setup, quality, used, outcome }) => (
          <li key={id} className="show-callback" data-used={used || undefined}>
            <q>{typographic(setup)}</q>
            {used ? (
              <span>{t('show.callbackWas', { outcome: outcome ?? 'open' })}</span>
            ) : takeBack && ordered === id ? (
              takeBack(setup)
            ) : (
              <Button
                variant="outline"
                size="sm"
                disabled={!isLive || ordered === id}
                title={qualityWords?.(quality)}
                aria-label={ordered === id ? undefined : t('show.useCallbackOf', { setup })}
                onClick={() => controls.bringBack(id)}
              >
                {ordered === id ? t('show.ordered') : t('show.useCallback')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

type Moment = ShowView['moments'][number];

/** The moments, newest first. @param kindOf what kind of moment it is, and whose words it holds */
export function MomentList({ moments, kindOf }: { moments: readonly Moment[]; kindOf: (moment: Moment) => string }) {
  return (
    <ol className="show-list" reversed>
      {moments.toReversed().map((moment) => (
        <li key={moment.id} className="show-moment">
          <p className="show-kind">{kindOf(moment)}</p>
          <p className="line-clamp-3">{typographic(moment.content)}</p>
        </li>
      ))}
    </ol>
  );
}

/** The threads of the conversation. @param isNested whether each branch stands a step to the right of what it left */
export function ThreadList({ threads, isNested = false }: { threads: ShowView['threads']; isNested?: boolean }) {
  return (
    <ul className="show-threads">
      {threads.map(({ id, topic, status, depth }) => (
        <li key={id} style={isNested ? { paddingInlineStart: `${Math.min(depth, 4)}rem` } : undefined}>
          <span className={status === 'paused' ? 'text-muted-foreground' : undefined}>{topic}</span>
          <span className="show-by">{t('show.threadIs', { status })}</span>
        </li>
      ))}
    </ul>
  );
}

type ModeChanger = ShowView['modes'][number]['by'];

/** The modes so far, with when and by whom. */
export function PastModes({ view, whom }: { view: ShowView; whom: (by: ModeChanger) => string }) {
  const { modes, started_at } = view;
  const began = Date.parse(started_at);
  return (
    <ol className="show-rundown">
      {modes.map(({ mode, at, by }, index) => (
        <li key={at} aria-current={index === modes.length - 1 ? 'step' : undefined}>
          <time>{clockOf(Date.parse(at) - began)}</time>
          <span>{modeName(mode)}</span>
          <span className="show-by">{whom(by)}</span>
        </li>
      ))}
    </ol>
  );
}
