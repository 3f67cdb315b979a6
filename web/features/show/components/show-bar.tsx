import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Show } from '../show.ts';
import { connectionLine, modeName } from '../show-words.ts';
import { OnAirSign, SegmentClock, useShow } from './on-air.tsx';
import { SaveMoment, ShowDesk, StartStop } from './show-desk.tsx';

/** The show on narrow screens: one line over the conversation; the rest is in a drawer. */
export function ShowBar({ show, afterShow }: { show: Show; afterShow?: ReactNode }) {
  const state = useShow(show);
  const { phase, view, segmentSince } = state;
  const [isOpen, setOpen] = useState(false);
  const drawer = useRef<HTMLDialogElement>(null);
  const isOver = phase === 'over';
  const isElsewhere = state.connection === 'elsewhere';
  const line = connectionLine(state);
  return (
    <section aria-label={t('show.show')} className="show-bar stage">
      {isElsewhere ? null : <OnAirSign state={state} />}
      <div className="show-bar-words">
        {line ? <p className="show-line line-clamp-2">{line}</p> : null}
        {view && !isOver && !line ? <p className="truncate">{modeName(view.mode)}</p> : null}
        {view && !isOver && !line ? <SegmentClock since={segmentSince} isBrief /> : null}
      </div>
      {isOver || isElsewhere ? (
        <StartStop show={show} state={state} isBrief />
      ) : (
        <SaveMoment show={show} state={state} isBrief />
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-label={t('show.desk')}
        title={t('show.desk')}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal aria-hidden />
      </Button>
      {isOpen ? (
        <Dialog title={t('show.desk')} dialog={drawer} hasCross className="show-drawer" onClose={() => setOpen(false)}>
          <ShowDesk show={show} afterShow={afterShow} />
        </Dialog>
      ) : null}
    </section>
  );
}
