// What people who may join add to the chat, in one chunk, loaded once a conversation runs.

import type { LiveLine } from '@understudy/contract/takeover';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Conversation } from '../../../features/conversation/conversation.ts';
import { newReply } from '../../../features/conversation/reply.ts';
import type { AgentReply } from '../../../features/conversation/talk.ts';
import { PersonBar } from '../../../features/takeover/components/person-bar.tsx';
import { openPersonLink, type PersonLink } from '../../../features/takeover/person-link.ts';
import { systemClock } from '../../../platform/clock.ts';
import { untilOnline } from '../../../platform/connection.ts';
import { streamFunction } from '../../../platform/event-stream.ts';
import { callFunction } from '../../../platform/http.ts';
import { reportError } from '../../../platform/report-error.ts';

const DEPS = {
  ...{ clock: systemClock, stream: streamFunction, call: callFunction, online: untilOnline, report: reportError },
};

/** Follows the conversation, and shows who answers. @param asked counts how often the visitor asked for a person */
export function PersonInChat({ conversation, asked }: { conversation: Conversation; asked: number }) {
  const { store } = conversation;
  const session = useSyncExternalStore(store.subscribe, () => store.get().session);
  const [link, setLink] = useState<PersonLink | null>(null);
  useEffect(() => {
    if (!session) return;
    const opened = openPersonLink(DEPS, {
      session: { session_id: session.sessionId, session_secret: session.secret },
      said: (line) => store.dispatch({ type: 'person_said', line: replyBy(line), at: systemClock.now() }),
      answeredBy: (person, isAwaited) => store.dispatch({ type: 'answered_by', person, isAwaited }),
      speakUp: () => void conversation.speakUp(),
    });
    const linesOf = () => store.get().entries.filter(({ kind }) => kind === 'visitor').length;
    let lines = linesOf();
    const stop = store.subscribe(() => {
      opened.typed(store.get().draft);
      const before = lines;
      lines = linesOf();
      if (lines > before) opened.wentOn();
    });
    setLink(opened);
    return () => {
      stop();
      opened.close();
      setLink(null);
    };
  }, [conversation, store, session]);
  useEffect(() => {
    if (asked > 0) link?.want(true);
  }, [link, asked]);
  return link && session ? <PersonBar link={link} isKept={session.consent} /> : null;
}

/** A person's line, as it stands where a reply would. */
function replyBy({ turn_id: turnId, text, author, ts }: LiveLine): AgentReply {
  const at = Date.parse(ts);
  const reply = newReply({ turnId, kind: 'followup', text: '', mode: '', model: '' }, at);
  return { ...reply, status: 'done', script: [{ text, pauseMs: 0, at }], shown: 1, final: true, by: author };
}
