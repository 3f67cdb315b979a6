import type { SetupAnswers, SetupStep } from '@understudy/contract/setup';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Snippet } from '../components/snippet.tsx';
import { useSettings } from '../settings-context.tsx';
import { snippetsFor } from '../widget-form.ts';
import { SetupPortrait } from './setup-portrait.tsx';
import type { SetupSaver } from './setup-saver.ts';
import { UndoPublishing } from './undo-publishing.tsx';
import './setup-card.css';

/** Where the twin is. */
export interface PublishedLinks {
  /** The visitors' page and their chat. */
  page: string;
  chat: string;
  /** A link to the widget's settings. */
  widget: ReactNode;
}

interface StepPublishedProps {
  saver: SetupSaver;
  answers: SetupAnswers;
  portrait: string | null;
  links: PublishedLinks;
  hasModel: boolean;
  canUndo: boolean;
  onStep: (step: SetupStep) => void;
  onPublished: () => void;
}

/** The twin is live: where it is, and what to do with it. */
export function StepPublished({
  saver,
  answers,
  portrait,
  links,
  hasModel,
  canUndo,
  onStep,
  onPublished,
}: StepPublishedProps) {
  const { data: settings } = useSettings();
  const address = new URL(links.page, window.location.origin).href;
  const isAllowedSomewhere = (settings?.widget.value.origins.length ?? 0) > 0;
  return (
    <>
      <div className="setup-live">
        <SetupPortrait src={portrait} name={answers.name} className="is-large" />
        <div>
          <Snippet id="setup-address" hint={t('setup.yourAddress')} code={address} copy={t('setup.copyAddress')} isLine>
            <Button asChild size="sm" className="min-h-11">
              <a href={links.page} target="_blank" rel="noreferrer">
                {t('setup.openPage')}
                <ExternalLink aria-hidden />
              </a>
            </Button>
          </Snippet>
        </div>
      </div>
      <h2 className="mt-10 text-xl">{t('setup.whatNow')}</h2>
      <ol className="setup-next">
        <li>
          <p className="font-medium">{t('setup.nextChat')}</p>
          <p className="text-muted-foreground text-sm">{t('setup.nextChatAbout')}</p>
          <a href={links.chat} target="_blank" rel="noreferrer" className="setup-link">
            {t('setup.openChat')}
          </a>
        </li>
        <li>
          <p className="font-medium">{t('setup.putOnSite')}</p>
          {isAllowedSomewhere ? (
            <Snippet
              id="setup-code"
              hint={t('settings.pasteItBeforeBody', { tag: '</body>' })}
              code={snippetsFor(window.location.origin).floating}
            />
          ) : (
            <>
              <p className="text-muted-foreground text-sm">{t('setup.nextSiteAbout')}</p>
              {links.widget}
            </>
          )}
        </li>
        {hasModel ? null : (
          <li>
            <p className="font-medium">{t('setup.headings.model')}</p>
            <p className="text-muted-foreground text-sm">{t('setup.nextModelAbout')}</p>
            <button type="button" className="setup-link" onClick={() => onStep('model')}>
              {t('setup.nextModel')}
            </button>
          </li>
        )}
      </ol>
      {canUndo ? <UndoPublishing saver={saver} onUndone={onPublished} /> : null}
    </>
  );
}
