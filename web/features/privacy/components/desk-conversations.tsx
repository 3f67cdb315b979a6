import type { DeskConversation, DeskLine } from '@understudy/contract/privacy';
import { useEffect, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { longDay, timeOfDay } from '../../../ui/dates.ts';
import { type Desk, isOwn } from '../desk.ts';
import { Confirmed } from './confirmed.tsx';

/** The conversations, newest first, each to be read, and taken away as a whole or message by message. */
export function DeskConversations({
  desk,
  conversations,
  total,
}: {
  desk: Desk;
  conversations: readonly DeskConversation[];
  total: number;
}) {
  if (conversations.length === 0) return null;
  return (
    <Card className="mt-6 p-5 sm:p-6">
      <h3 className="text-xl">{t('desk.conversations')}</h3>
      <p className="mt-2 max-w-measure text-muted-foreground">{t('desk.conversationsBody')}</p>
      <ul className="mt-3 divide-y border-y">
        {conversations.map((conversation) => (
          <Conversation key={conversation.id} desk={desk} conversation={conversation} />
        ))}
      </ul>
      {total > conversations.length ? (
        <p className="mt-3 text-muted-foreground text-sm">
          {t('desk.moreConversations', { count: total - conversations.length })}
        </p>
      ) : null}
    </Card>
  );
}

/** How long a conversation is kept, in a sentence. */
function keptWords({ ended_at, consent, expires_at, held, erased_when_lifted }: DeskConversation): string {
  if (held) return t(erased_when_lifted ? 'desk.heldThenErased' : 'desk.heldByLaw');
  if (!consent) return t('desk.goneAtEnd');
  const until = expires_at ? t('desk.deletedOn', { day: longDay(expires_at) }) : t('desk.deletedNever');
  return ended_at === null ? t('desk.running', { until }) : until;
}

function Conversation({ desk, conversation }: { desk: Desk; conversation: DeskConversation }) {
  const { id, started_at: startedAt, messages, beginning } = conversation;
  const [isOpen, setOpen] = useState(false);
  const when = `${longDay(startedAt)}, ${timeOfDay(startedAt)}`;
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium">{when}</p>
          {beginning ? <p className="wrap-anywhere line-clamp-2 text-muted-foreground">{beginning}</p> : null}
          <p className="mt-1 text-muted-foreground text-sm">
            {t('desk.held.messages', { count: messages })}. {keptWords(conversation)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-expanded={isOpen}
            aria-label={t('desk.labelOf', { label: t(isOpen ? 'desk.hide' : 'desk.read'), about: when })}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'desk.hide' : 'desk.read')}
          </Button>
          <Confirmed
            label={t('desk.deleteConversation')}
            about={when}
            title={t('desk.deleteConversationTitle')}
            body={t('desk.deleteConversationBody')}
            act={() => desk.erase('session', [id])}
          />
        </div>
      </div>
      {/* The number of messages changes when one is taken away: the lines are then read anew. */}
      {isOpen ? <Lines key={messages} desk={desk} conversationId={id} /> : null}
    </li>
  );
}

/** The lines of a conversation, read as far as the visitor asks. */
function Lines({ desk, conversationId }: { desk: Desk; conversationId: string }) {
  const [lines, setLines] = useState<readonly DeskLine[]>([]);
  const [next, setNext] = useState<number | null>(-1);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const more = async () => {
    if (isBusy || next === null) return;
    setBusy(true);
    const read = await desk.read(conversationId, next);
    setBusy(false);
    if (typeof read === 'string') return setFailure(read);
    setFailure(null);
    setLines((before) => [...before, ...read.lines]);
    setNext(read.next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first lines are read once.
  useEffect(() => void more(), []);
  return (
    <div className="mt-4 border-l-2 pl-4 sm:pl-5">
      <p className="max-w-measure text-muted-foreground text-sm">{t('desk.messageHint')}</p>
      <ol className="mt-3 space-y-3">
        {lines.map((line) => (
          <li key={line.id}>
            <p className="text-muted-foreground text-sm">
              {t(isOwn(line) ? 'desk.you' : 'desk.ai')}, {timeOfDay(line.ts)}
            </p>
            <p className="wrap-anywhere max-w-measure whitespace-pre-wrap">{line.text}</p>
            {isOwn(line) ? (
              <div className="mt-1.5">
                <Confirmed
                  label={t('desk.takeAway')}
                  about={line.text.slice(0, 80)}
                  title={t('desk.takeAwayTitle')}
                  body={t('desk.takeAwayBody')}
                  act={() => desk.erase('message', [line.id])}
                />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {failure ? (
        <p role="alert" className="mt-3 text-destructive-text">
          {failure}
        </p>
      ) : null}
      {next !== null && (lines.length > 0 || failure) ? (
        <Button variant="outline" size="sm" className="mt-4" aria-disabled={isBusy} onClick={() => void more()}>
          {t(failure ? 'ui.tryAgain' : 'desk.moreLines')}
        </Button>
      ) : null}
    </div>
  );
}
