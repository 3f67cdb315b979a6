import type { SessionCredentials, TalkEntry, TurnRequest } from './talk.ts';
import type { TurnBody } from './turn-runner.ts';

/** Number and length of the recent lines sent as context. The server has the whole conversation itself. */
const RECENT_LINES = 6;
const RECENT_CHARS = 500;

/** The request body of one turn. A greeting is a follow-up to nothing. */
export function bodyOf(
  request: TurnRequest,
  session: SessionCredentials,
  entries: readonly TalkEntry[],
  manner: { performer: boolean; speak: boolean },
): TurnBody {
  const { turnId, kind, text, mode, model } = request;
  const recent = kind === 'followup' ? recentMessages(entries) : [];
  const context = {
    is_followup: true,
    ...(recent.length > 0 ? { recent_messages: recent } : {}),
  };
  return {
    session_id: session.sessionId,
    session_secret: session.secret,
    turn_id: turnId,
    user_message: text,
    mode,
    model,
    is_performer_mode: manner.performer,
    speak: manner.speak,
    ...(kind === 'message' ? {} : { context }),
  };
}

function recentMessages(entries: readonly TalkEntry[]): string[] {
  return entries.slice(-RECENT_LINES).map((entry) => {
    const text = entry.kind === 'visitor' ? entry.request.text : entry.script.map((segment) => segment.text).join(' ');
    return text.slice(0, RECENT_CHARS).toWellFormed();
  });
}
