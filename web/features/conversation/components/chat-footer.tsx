import { Link } from '@tanstack/react-router';
import { SESSION_ID_DISPLAY_CHARS } from '@understudy/contract/constants';
import { useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { useOnline } from '../../../platform/connection.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { Conversation } from '../conversation.ts';
import type { ConnectionState, TalkState } from '../talk.ts';

const WORDS: Record<ConnectionState, string> = {
  connected: 'Connected',
  connecting: 'Connecting',
  disconnected: 'Disconnected',
};

/** Connection state, session id and the button that ends the session (section 2). */
export function ChatFooter({ talk, conversation }: { talk: TalkState; conversation: Conversation }) {
  const { consultant } = useConfig();
  const [asking, setAsking] = useState(false);
  const state = useOnline() ? talk.connection : 'disconnected';
  return (
    <footer className="talk-footer">
      <p className="flex items-center gap-2" data-connection={state}>
        <span aria-hidden="true" className="talk-connection" />
        {WORDS[state]}
      </p>
      {talk.session ? (
        <p title="Quote this when you ask about this conversation">
          <span className="max-sm:sr-only">Session </span>
          <span className="tabular-nums">{talk.session.sessionId.slice(0, SESSION_ID_DISPLAY_CHARS)}</span>
        </p>
      ) : null}
      {/* Opens in its own tab so that the conversation continues. */}
      <Link
        to="/privacy"
        target="_blank"
        className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-foreground"
      >
        Privacy
      </Link>
      <p className="max-md:hidden">AI {consultant.first_name} is an AI and can be wrong.</p>
      {talk.phase === 'live' ? (
        <Button variant="ghost" size="sm" className="-mr-3 ml-auto" onClick={() => setAsking(true)}>
          End conversation
        </Button>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title="End this conversation?"
          confirm="End conversation"
          cancel="Go on talking"
          onConfirm={() => void conversation.end()}
          onClose={() => setAsking(false)}
        >
          <p>
            {talk.session?.consent
              ? `It is kept, and ${consultant.first_name} can read it and come back to you. To talk again you ` +
                'start a new one.'
              : 'You chose not to have it kept, so all of it is deleted now.'}
          </p>
        </ConfirmDialog>
      ) : null}
    </footer>
  );
}
