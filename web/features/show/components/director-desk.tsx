import { ENERGY_MAX, ENGAGEMENT_MAX, HINT_MAX_CHARS } from '@understudy/contract/constants';
import type { ShowView } from '@understudy/contract/show';
import { typographic } from '@understudy/contract/typography';
import { Bookmark, Minus, Plus, RotateCcw } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Label, Textarea } from '../../../ui/field.tsx';
import type { Director, DirectorState } from '../director.ts';
import {
  Callbacks,
  EnergyMeter,
  EngagementMeter,
  Modes,
  MomentList,
  Part,
  PastModes,
  ThreadList,
} from './desk-parts.tsx';

interface DeskProps {
  director: Director;
  state: DirectorState;
  view: ShowView;
  /** Whether what is pressed reaches the show. */
  isLive: boolean;
}

/** Everything with which a show is directed. */
export function DirectorDesk({ refusal, ...given }: Omit<DeskProps, 'isLive'> & { refusal: string | null }) {
  const { director, state, view } = given;
  const props = { ...given, isLive: refusal === null && state.connection === 'live' && view.active };
  return (
    <Card className="director-desk">
      <h2 className="sr-only">{t('director.desk')}</h2>
      {refusal ? <p className="text-muted-foreground text-sm">{refusal}</p> : null}
      <p role="alert" className="text-destructive-text text-sm empty:hidden">
        {state.refusal ?? ''}
      </p>
      <Hint {...props} />
      <Meters {...props} />
      <Modes {...props} controls={director} title={t('director.modes')} />
      <Callbacks
        {...props}
        controls={director}
        none={t('director.noCallbacks')}
        ordered={view.waiting?.callback ?? null}
        takeBack={(setup) => (
          <span className="director-waits">
            {t('director.waits')}
            <Button
              variant="outline"
              size="sm"
              disabled={!props.isLive}
              aria-label={t('director.takeBackCallback', { setup })}
              onClick={() => director.dropCallback()}
            >
              {t('director.takeBack')}
            </Button>
          </span>
        )}
        qualityWords={(quality) => t('director.quality', { quality })}
      />
      <Moments {...props} />
      <Threads view={view} />
      <Rundown view={view} />
      <Reset {...props} />
    </Card>
  );
}

/** Words for the twin alone, which works them into its next line. */
function Hint({ director, view, isLive }: DeskProps) {
  const id = useId();
  const [text, setText] = useState('');
  const waiting = view.waiting?.hint ?? null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    // What could not be sent stays in the field.
    if (text.trim() && director.hint(text.trim())) setText('');
  };
  return (
    <form onSubmit={send}>
      <Label htmlFor={id}>{t('director.hint')}</Label>
      <Textarea
        id={id}
        value={text}
        maxLength={HINT_MAX_CHARS}
        placeholder={t('director.hintExample')}
        aria-describedby={`${id}-more`}
        className="mt-1"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={`${id}-more`} className="text-muted-foreground text-sm">
          {t('director.hintMore')}
        </p>
        <Button type="submit" size="sm" disabled={!isLive || text.trim() === ''}>
          {t('director.sendHint')}
        </Button>
      </div>
      {waiting === null ? null : (
        <div className="director-waiting" role="status">
          <p>
            <q>{typographic(waiting)}</q> {t('director.waits')}
          </p>
          <Button
            variant="outline"
            size="sm"
            className="shrink-0"
            disabled={!isLive}
            aria-label={t('director.takeBackHint')}
            onClick={() => director.dropHint()}
          >
            {t('director.takeBack')}
          </Button>
        </div>
      )}
    </form>
  );
}

function Meters({ director, view, isLive }: DeskProps) {
  const { energy, engagement } = view;
  const set = (value: number) => director.setEngagement(Math.min(ENGAGEMENT_MAX, Math.max(0, Math.round(value))));
  return (
    <Part title={t('director.room')}>
      <div className="director-meters">
        <EngagementMeter view={view} />
        <Steps
          less={t('director.lessEngaged')}
          more={t('director.moreEngaged')}
          onLess={isLive && engagement > 0 ? () => set(engagement - 1) : null}
          onMore={isLive && engagement < ENGAGEMENT_MAX ? () => set(engagement + 1) : null}
        />
        <EnergyMeter view={view} />
        <Steps
          less={t('director.lessEnergy')}
          more={t('director.moreEnergy')}
          onLess={isLive && energy > 0 ? () => director.adjustEnergy(-1) : null}
          onMore={isLive && energy < ENERGY_MAX ? () => director.adjustEnergy(1) : null}
        />
      </div>
    </Part>
  );
}

/** Two buttons that turn something down and up. */
function Steps({
  less,
  more,
  onLess,
  onMore,
}: {
  less: string;
  more: string;
  onLess: (() => void) | null;
  onMore: (() => void) | null;
}) {
  return (
    <div className="flex gap-1">
      <Button
        variant="outline"
        size="sm"
        aria-label={less}
        title={less}
        disabled={!onLess}
        onClick={onLess ?? undefined}
      >
        <Minus aria-hidden />
      </Button>
      <Button
        variant="outline"
        size="sm"
        aria-label={more}
        title={more}
        disabled={!onMore}
        onClick={onMore ?? undefined}
      >
        <Plus aria-hidden />
      </Button>
    </div>
  );
}

function Moments({ director, view: { moments }, isLive }: DeskProps) {
  return (
    <Part title={t('director.moments')}>
      {moments.length === 0 ? <p className="show-none">{t('director.noMoments')}</p> : null}
      <MomentList
        moments={moments}
        kindOf={({ type, speaker }) =>
          t('director.momentKind', { type }) + (speaker ? `, ${t('director.momentSaid', { speaker })}` : '')
        }
      />
      <Button variant="outline" size="sm" className="mt-3" disabled={!isLive} onClick={() => director.saveMoment()}>
        <Bookmark aria-hidden /> {t('show.saveMoment')}
      </Button>
    </Part>
  );
}

function Threads({ view: { threads, game } }: { view: ShowView }) {
  if (threads.length === 0 && !game) return null;
  return (
    <Part title={t('show.threads')}>
      {game ? <p className="text-sm">{t('show.playing', { game })}</p> : null}
      <ThreadList threads={threads} isNested />
    </Part>
  );
}

function Rundown({ view }: { view: ShowView }) {
  return (
    <Part title={t('show.rundown')}>
      <PastModes view={view} whom={(by) => t('director.changedBy', { by })} />
    </Part>
  );
}

/** Meters, threads and callbacks begin anew: asked first, since nothing brings them back. */
function Reset({ director, isLive }: DeskProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="show-part">
      <Button variant="ghost" size="sm" className="-ml-3" disabled={!isLive} onClick={() => setAsking(true)}>
        <RotateCcw aria-hidden /> {t('director.reset')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('director.resetTitle')}
          confirm={t('director.reset')}
          cancel={t('director.keep')}
          onConfirm={() => director.reset()}
          onClose={() => setAsking(false)}
        >
          <p>{t('director.resetMore')}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
