import type { PublicConfig } from '@understudy/contract/wire';
import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Portrait } from '../../../ui/portrait.tsx';
import type { VoiceGlance } from '../speech-port.ts';
import { presenceOf, type TalkState } from '../talk.ts';
import { BasicAnswers } from './basic-answers.tsx';
import { IntentBadge, ScoreBadge } from './lead-badges.tsx';
import { modelName } from './model-name.ts';
import { Pickers } from './pickers.tsx';
import { usePhonePanel } from './use-phone-panel.ts';

/** The twin's name, status and mode, with the pickers (section 2). */
export function ChatHeader({
  talk,
  voice,
  onMode,
  onModel,
  actions,
}: {
  talk: TalkState;
  voice: VoiceGlance;
  onMode: (mode: string) => void;
  onModel: (model: string) => void;
  /** Page-specific controls beside the pickers. */
  actions?: ReactNode;
}) {
  const config = useConfig();
  const panel = usePhonePanel();
  const mode = config.modes.find((known) => known.id === talk.mode);
  const model = config.models.find((known) => known.id === talk.model);
  return (
    <header ref={tellHeight} className="border-b bg-card">
      <div className="talk-header mx-auto w-full max-w-page px-4 py-2.5 sm:px-8">
        <div className="talk-who flex min-w-0 items-center gap-4">
          <Portrait
            src={config.consultant.portrait}
            alt=""
            presence={voice.presence ?? presenceOf(talk)}
            className="ml-2 w-11 shrink-0"
          />
          <div className="min-w-0">
            <h1 className="truncate text-lg leading-tight sm:text-xl">AI {config.consultant.name}</h1>
            <div className="flex min-w-0 gap-x-1.5 text-muted-foreground text-sm max-sm:flex-col sm:items-center">
              <p className="truncate" data-testid="status-line">
                {statusLine(talk, config, voice.status)}
              </p>
              {config.basic_answers && talk.phase !== 'ended' ? <BasicAnswers /> : null}
            </div>
          </div>
        </div>
        <div className="talk-manner flex min-w-0 items-center gap-2.5">
          <Badge variant="outline" className="border-border" data-testid="mode-badge">
            <Dot color={mode?.color} />
            {mode?.name ?? talk.mode}
          </Badge>
          <span className="flex min-w-0 items-center gap-1.5 text-muted-foreground text-sm">
            <Dot color={model?.color} />
            <span className="truncate" data-testid="model-name">
              {modelName(config, talk.model)}
            </span>
          </span>
          {config.visitor_page.analysis && talk.session ? (
            <>
              <IntentBadge intent={talk.extract?.intent ?? null} className="max-lg:hidden" />
              <ScoreBadge score={talk.extract?.lead_score ?? 0} className="max-lg:hidden" />
            </>
          ) : null}
        </div>
        <div id="chat-pickers" className={cn('talk-pickers lg:block', panel.open ? 'block' : 'hidden')}>
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
        <div className="talk-actions flex items-center">
          <Button
            ref={panel.button}
            variant="ghost"
            size="icon"
            className="lg:hidden"
            aria-expanded={panel.open}
            aria-controls="chat-pickers"
            aria-label="Personality and model"
            title="Personality and model"
            onClick={panel.toggle}
          >
            <SlidersHorizontal aria-hidden />
          </Button>
          {actions}
        </div>
      </div>
    </header>
  );
}

/** Publishes the header's height, so that toasts appear below it. */
function tellHeight(header: HTMLElement | null) {
  if (!header) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--header-height', `${header.offsetHeight}px`));
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
  if (talk.phase === 'restoring') return 'Picking up where you left off';
  if (talk.phase === 'ending') return 'Ending the conversation';
  if (talk.phase === 'ended') return 'Conversation ended';
  const presence = presenceOf(talk);
  if (presence !== 'idle' && talk.connection !== 'connected') return 'Reconnecting';
  if (voice) return voice;
  if (presence === 'thinking') return 'Thinking';
  if (presence === 'speaking') return 'Writing';
  const { answeredBy } = talk;
  if (!answeredBy) return 'Ready';
  return `${modelName(config, answeredBy.model)} answered in place of ${modelName(config, answeredBy.asked)}`;
}
