import type { PublicConfig } from '@understudy/contract/wire';
import { ChevronDown, Info } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useConfig } from '../../../platform/config.ts';
import { t } from '../../../platform/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { Portrait } from '../../../ui/portrait.tsx';
import type { VoiceGlance } from '../speech-port.ts';
import { presenceOf, type TalkState } from '../talk.ts';
import { IntentBadge, ScoreBadge } from './analysis-card.tsx';
import { modelName, Pickers } from './pickers.tsx';

/** The twin's name, status and mode, with the pickers (section 2). */
export function ChatHeader({
  talk,
  voice,
  onMode,
  onModel,
  actions,
  lost,
  isCompact,
}: {
  talk: TalkState;
  voice: VoiceGlance;
  onMode: (mode: string) => void;
  onModel: (model: string) => void;
  /** Page-specific controls beside the pickers. */
  actions?: ReactNode;
  /** On a phone, in words: the connection, unless it stands. */
  lost: string | null;
  /** Without mode, model and their pickers. */
  isCompact: boolean;
}) {
  const config = useConfig();
  const panel = usePhonePanel();
  const pickersLabel = t(config.models.length > 0 ? 'chat.personalityAndModel' : 'chat.personality');
  const mode = config.modes.find((known) => known.id === talk.mode);
  const model = config.models.find((known) => known.id === talk.model);
  return (
    <header ref={tellHeight} className="talk-top stage chat-stage">
      <div className="talk-header" data-has-model={config.models.length > 0 || undefined}>
        <Portrait
          src={config.consultant.portrait}
          alt=""
          presence={voice.presence ?? presenceOf(talk)}
          className="talk-portrait"
        />
        <h1 className="talk-title">{t('site.ai', { name: config.consultant.name })}</h1>
        <div className={cn('talk-state', isCompact && 'flex-wrap')}>
          <p className="truncate" data-testid="status-line">
            {lost ?? statusLine(talk, config, voice.status)}
          </p>
          {config.basic_answers && talk.phase !== 'ended' ? <BasicAnswers /> : null}
        </div>
        {isCompact ? null : (
          <>
            {/* Each appears once: on wide screens the picker lies invisibly over it, on others the panel's button. */}
            <span className="talk-pill talk-mode">
              <span className="talk-pill-words" data-testid="mode-badge">
                <Dot color={mode?.color} />
                {mode?.name ?? talk.mode}
              </span>
              <ChevronDown aria-hidden />
            </span>
            {config.models.length > 0 ? (
              <span className="talk-pill talk-model-name">
                <Dot color={model?.color} />
                <span className="truncate" data-testid="model-name">
                  {modelName(config, talk.model)}
                </span>
                <ChevronDown aria-hidden />
              </span>
            ) : null}
            <div id="chat-pickers" className={cn('talk-pickers', !panel.open && 'max-lg:hidden')}>
              <Pickers
                talk={talk}
                onMode={(chosen) => {
                  onMode(chosen);
                  panel.chosen();
                }}
                onModel={(chosen) => {
                  onModel(chosen);
                  panel.chosen();
                }}
              />
            </div>
            <button
              ref={panel.button}
              type="button"
              className="talk-open-pickers lg:hidden"
              aria-expanded={panel.open}
              aria-controls="chat-pickers"
              aria-label={pickersLabel}
              title={pickersLabel}
              onClick={panel.toggle}
            />
            {config.visitor_page.analysis && (talk.extract?.intent || talk.extract?.lead_score) ? (
              <div className="talk-badges max-lg:hidden">
                <IntentBadge intent={talk.extract.intent} />
                <ScoreBadge score={talk.extract.lead_score} />
              </div>
            ) : null}
          </>
        )}
        <div className="talk-actions flex items-center">{actions}</div>
      </div>
    </header>
  );
}

/** Publishes the header's height, so that toasts appear below it; none where it stands beside the conversation. */
function tellHeight(header: HTMLElement | null) {
  if (!header) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const isBeside = header.offsetWidth < window.innerWidth / 2;
    style.setProperty('--header-height', `${isBeside ? 0 : header.offsetHeight}px`);
  });
  observer.observe(header);
  return () => {
    observer.disconnect();
    style.removeProperty('--header-height');
  };
}

function Dot({ color }: { color: string | undefined }) {
  if (!color) return null;
  return (
    <svg viewBox="0 0 8 8" aria-hidden="true" className="size-2 shrink-0">
      <circle cx="4" cy="4" r="4" fill={color} />
    </svg>
  );
}

/** The line under the name: what the twin is doing, and which model answered if not the requested one. */
export function statusLine(talk: TalkState, config: PublicConfig, voice: string | null = null): string {
  if (talk.phase === 'restoring') return t('chat.pickingUpWhereYouLeft');
  if (talk.phase === 'ending') return t('chat.ending');
  if (talk.phase === 'ended') return t('chat.ended');
  const presence = presenceOf(talk);
  if (presence !== 'idle' && talk.connection !== 'connected') return t('chat.reconnecting');
  if (voice) return voice;
  if (presence === 'thinking') return t('chat.thinking');
  if (presence === 'speaking') return t('chat.writing');
  const { answeredBy } = talk;
  if (!answeredBy || config.models.length === 0) return t('chat.ready');
  return t('chat.answeredInstead', {
    model: modelName(config, answeredBy.model),
    asked: modelName(config, answeredBy.asked),
  });
}

/** Distance between the note and the edges of the window, in pixels. */
const MARGIN = 16;

/** States that no language model answers; a button explains what that means. */
function BasicAnswers() {
  const { first_name: name } = useConfig().consultant;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const place = ({ currentTarget: note, newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || !button.current) return;
    const { left, bottom } = button.current.getBoundingClientRect();
    note.style.top = `${bottom + 6}px`;
    note.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - note.offsetWidth - MARGIN))}px`;
  };
  return (
    <>
      <span aria-hidden className="max-sm:hidden">
        ·
      </span>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        className={
          'relative inline-flex w-fit shrink-0 items-center gap-1 rounded-sm underline decoration-dotted ' +
          'underline-offset-4 hover:text-foreground after:absolute after:-inset-x-2 after:-inset-y-2.5'
        }
      >
        <span className="max-sm:sr-only">{t('chat.basicAnswers')}</span>
        <Info aria-hidden className="size-3.5" />
      </button>
      <div
        id={id}
        popover="auto"
        role="note"
        onToggle={place}
        className={
          'fixed m-0 w-80 max-w-[calc(100vw-2rem)] rounded-lg border bg-card ' +
          'px-4 py-3 text-card-foreground text-sm shadow-raised'
        }
      >
        <p className="font-medium">{t('chat.basicAnswers')}</p>
        <p className="mt-1 text-muted-foreground">{t('chat.basicAnswersMean', { name })}</p>
      </div>
    </>
  );
}

/** A panel that narrow screens open on demand; wide screens always show it and hide its button. */
interface PhonePanel {
  open: boolean;
  button: RefObject<HTMLButtonElement | null>;
  toggle(): void;
  /** An option was chosen: on touch screens this closes the panel. */
  chosen(): void;
}

/** Opens and closes such a panel. Escape closes only the panel and returns the focus to its button. */
function usePhonePanel(): PhonePanel {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !button.current?.checkVisibility() || document.querySelector('dialog[open]'))
        return;
      // Otherwise the screen's Escape handler would stop the twin as well.
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [open, close]);

  return {
    open,
    button,
    toggle: () => setOpen((was) => !was),
    // With a keyboard, each arrow key changes the selection, and the panel must stay open.
    chosen: () => {
      if (open && matchMedia('(pointer: coarse)').matches) close();
    },
  };
}
