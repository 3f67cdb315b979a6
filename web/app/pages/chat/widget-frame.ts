import {
  type FromFrame,
  type HostPage,
  posted,
  readOrigin,
  readToFrame,
  type WidgetForm,
} from '@understudy/contract/widget';
import type { Conversation, Surroundings } from '../../../features/conversation/conversation.ts';
import { liveReply } from '../../../features/conversation/talk.ts';
import type { Voice } from '../../../features/voice/voice.ts';
import { isSpeaking } from '../../../features/voice/voice-store.ts';

/** What the frame needs of a chat. */
interface FramedChat {
  conversation: Pick<Conversation, 'store' | 'noteActivity'>;
  voice: Pick<Voice, 'store' | 'stopSpeaking' | 'switchAuto'>;
}

/** The window in which the page stands, and the one around it. */
type FrameWindow = Pick<Window, 'parent' | 'addEventListener' | 'removeEventListener'>;

/** The widget's side inside the frame: talks with the script on the host page. */
export interface WidgetFrame extends Surroundings {
  /** Whether the visitor can close it: not inside a page, and not without a page around it. */
  canClose: boolean;
  /** Begins to listen, and tells the host page so. @returns a function that stops listening */
  open(): () => void;
  /** Follows a chat: tells the host page what happens in it, and quiets it once it is closed. */
  watch(chat: FramedChat): () => void;
  askToClose(): void;
  /** Whether Escape has something to stop before it closes the chat. */
  isReplying(): boolean;
}

/**
 * @param host the origin of the host page, as the address names it. Only that origin hears and is heard, and browsers
 * let none but the allowed ones frame this page.
 * @param takeFocus moves the focus to where the visitor continues
 */
export function createWidgetFrame(
  { host, form }: { host: string | undefined; form: WidgetForm },
  view: FrameWindow,
  takeFocus: () => void,
): WidgetFrame {
  const read = readOrigin(host ?? '');
  const origin = 'origin' in read && view.parent !== view ? read.origin : null;
  let page: HostPage | null = null;
  let isClosed = false;
  let chat: FramedChat | null = null;

  const tell = (message: FromFrame) => {
    if (origin !== null) view.parent.postMessage(posted(message), origin);
  };
  const hear = ({ source, origin: from, data }: MessageEvent) => {
    if (origin === null || source !== view.parent || from !== origin) return;
    const message = readToFrame(data);
    if (message?.type === 'hello') {
      page = message.page;
      isClosed = !message.open;
      if (!isClosed) chat?.conversation.noteActivity();
      if (message.focus) takeFocus();
    } else if (message) {
      isClosed = true;
      quiet();
    }
  };
  /** Nobody who closed the chat expects it to speak or to listen. */
  const quiet = () => {
    if (!chat) return;
    const { voice } = chat;
    const { taking } = voice.store.get();
    if (taking.voice === 'on' && taking.hearing.mode === 'auto') voice.switchAuto(false);
    voice.stopSpeaking();
  };

  return {
    canClose: origin !== null && form === 'floating',
    page: () => page,
    isAway: () => isClosed,
    isReplying() {
      if (!chat) return false;
      return liveReply(chat.conversation.store.get()) !== null || isSpeaking(chat.voice.store.get().taking);
    },
    askToClose: () => tell({ type: 'close' }),
    open() {
      view.addEventListener('message', hear);
      tell({ type: 'ready' });
      return () => view.removeEventListener('message', hear);
    },
    watch(watched) {
      chat = watched;
      const stop = tellWords(watched.conversation.store, tell);
      return () => {
        chat = null;
        stop();
      };
    },
  };
}

/** Tells of each new line, but not what it says, and once per conversation that there is a way to reach the visitor. */
function tellWords({ get, subscribe }: Conversation['store'], tell: (message: FromFrame) => void): () => void {
  const told = new Set<string>();
  let wasLive = false;
  let leadIn: string | null = null;
  return subscribe(() => {
    const { phase, entries, nextStep, call, session } = get();
    const isLive = phase === 'live';
    for (const { kind, request, ...entry } of entries) {
      const key = `${kind} ${request.turnId}`;
      const isOver = !('status' in entry) || (entry.status !== 'thinking' && entry.status !== 'writing');
      if (!isOver || told.has(key)) continue;
      told.add(key);
      // Lines of an earlier page come back at once.
      if (isLive && wasLive) tell({ type: 'message', from: kind === 'visitor' ? 'visitor' : 'twin' });
    }
    const isLead = (nextStep?.contact ?? null) !== null || call !== null;
    if (isLive && isLead && session && leadIn !== session.sessionId) {
      leadIn = session.sessionId;
      if (wasLive) tell({ type: 'lead' });
    }
    wasLive = isLive;
  });
}
