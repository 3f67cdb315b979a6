import { Link } from '@tanstack/react-router';
import { SESSION_ID_DISPLAY_CHARS } from '@understudy/contract/constants';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import type { Conversation } from '../conversation.ts';
import type { ConnectionState, TalkState } from '../talk.ts';

/** The states of the connection in words. */
export const connectionWords = (): Record<ConnectionState, string> => ({
  connected: t('chat.connected'),
  connecting: t('chat.connecting'),
  disconnected: t('chat.disconnected'),
});

/** The id of the details on a phone. */
const DETAILS = 'talk-details';

/** Opens the details of the conversation on a phone. */
export function DetailsButton() {
  const label = t('chat.details');
  return (
    <Button variant="ghost" size="icon" popoverTarget={DETAILS} aria-label={label} title={label}>
      <Ellipsis aria-hidden />
    </Button>
  );
}

/** Connection state, session id and the button that ends the session (section 2). */
export function ChatFooter({
  talk,
  conversation,
  connection: state,
  isCompact,
  isMenu,
  details,
}: {
  talk: TalkState;
  conversation: Conversation;
  isCompact: boolean;
  /** On a phone: a menu that {@link DetailsButton} opens, which leaves its room to the conversation. */
  isMenu: boolean;
  connection: ConnectionState;
  /** The page's own controls in the menu. */
  details: ReactNode;
}) {
  const { consultant } = useConfig();
  const [asking, setAsking] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const ask = () => {
    menu.current?.hidePopover();
    setAsking(true);
  };
  const status = (
    <>
      <p className="flex items-center gap-2" data-connection={state}>
        <span aria-hidden="true" className="talk-connection" />
        <span className={isCompact && state === 'connected' ? 'sr-only' : undefined}>{connectionWords()[state]}</span>
      </p>
      {talk.session ? (
        <p title={t('chat.quoteThis')}>
          <span className={isCompact ? 'sr-only' : undefined}>{t('chat.session')} </span>
          <span className="tabular-nums">{talk.session.sessionId.slice(0, SESSION_ID_DISPLAY_CHARS)}</span>
        </p>
      ) : null}
    </>
  );
  const end =
    talk.phase === 'live' ? (
      <Button variant="ghost" size="sm" className="talk-end" onClick={ask}>
        {t('chat.end')}
      </Button>
    ) : null;
  return (
    <footer className="talk-footer" data-menu={isMenu || undefined}>
      {isMenu ? (
        <div ref={menu} id={DETAILS} popover="auto" className="talk-menu">
          {status}
          {details}
          {end}
        </div>
      ) : (
        status
      )}
      {/* Opens in its own tab so that the conversation continues. */}
      <Link
        to="/privacy"
        target="_blank"
        className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-foreground"
      >
        {t('site.privacy')}
      </Link>
      <p className={cn('talk-warning', isCompact && 'hidden')}>
        {t('chat.canBeWrong', { firstName: consultant.first_name })}
      </p>
      {isMenu ? null : end}
      {asking ? (
        <ConfirmDialog
          title={t('chat.endQuestion')}
          confirm={t('chat.end')}
          cancel={t('chat.keepTalking')}
          onConfirm={() => void conversation.end()}
          onClose={() => setAsking(false)}
        >
          <p>
            {talk.session?.consent ? t('chat.endKept', { firstName: consultant.first_name }) : t('chat.endNotKept')}
          </p>
        </ConfirmDialog>
      ) : null}
    </footer>
  );
}
