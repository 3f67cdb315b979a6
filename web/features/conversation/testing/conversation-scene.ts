import type { PublicConfig } from '@understudy/contract/wire';
import type { ServerEvent } from '../../../platform/event-stream.ts';
import { createFakeClock } from '../../../platform/testing/fake-clock.ts';
import { type Conversation, type ConversationDeps, createConversation } from '../conversation.ts';
import type { KeptSession } from '../session-keeper.ts';
import { SILENT_PORT, type SpeechPort } from '../speech-port.ts';
import type { TurnBody } from '../turn-runner.ts';
import { answer, SESSION } from './scene.ts';

const config = {
  default_mode: 'mentor',
  default_model: 'asked-model',
  basic_answers: false,
  consent: { version: '2', language: 'en', text: '', translations: {} },
  models: [{ id: 'asked-model' }, { id: 'other-model' }],
} as unknown as PublicConfig;

type Answer = unknown | ((body: unknown) => unknown);
export type Turn = (body: TurnBody, signal: AbortSignal) => AsyncIterable<ServerEvent>;

/** A conversation with a scripted server. `turns` are played in order; after that every turn answers 'Hi.' */
export function conversationScene(
  options: {
    kept?: KeptSession;
    calls?: Record<string, Answer>;
    turns?: Turn[];
    requestedMode?: string;
    voice?: SpeechPort;
    configNow?: Partial<PublicConfig>;
  } = {},
) {
  const clock = createFakeClock(0);
  const told: string[] = [];
  const reported: string[] = [];
  const called: string[] = [];
  const turns: TurnBody[] = [];
  const script = options.turns ?? [];
  let stored = options.kept ?? null;
  let draft = '';
  let ids = 0;
  const calls: Record<string, Answer> = {
    create_session: { session_id: SESSION.sessionId, session_secret: 'secret' },
    end_session: { success: true },
    ...options.calls,
  };
  const page = new EventTarget();
  const deps: ConversationDeps = {
    config,
    page,
    clock,
    performer: () => false,
    reader: { locale: 'en-GB' },
    voice: options.voice ?? SILENT_PORT,
    requestedMode: options.requestedMode ?? null,
    random: () => 1,
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    online: async () => undefined,
    claim: async () => true,
    readConfig: async () => {
      called.push('config');
      if (!options.configNow) throw new Error('the configuration cannot be read');
      return { ...config, ...options.configNow };
    },
    tell: (kind, sentence) => void told.push(`${kind}: ${sentence}`),
    report: (_error, context) => void reported.push(context),
    keeper: {
      load: () => stored,
      save: (next) => {
        stored = next;
      },
      draft: () => draft,
      saveDraft: (text) => {
        draft = text;
      },
      startAs: (consent, start) => start({ visitor_id: consent ? 'lasting' : 'nobody' }),
    },
    async call<Result>(name: string, body: unknown) {
      called.push(name);
      const result = calls[name];
      const value = typeof result === 'function' ? result(body) : result;
      if (value instanceof Error) throw value;
      return value as Result;
    },
    stream: (body, signal) => {
      turns.push(body);
      const next = script.shift();
      return next ? next(body, signal) : events(answer(['Hi.']));
    },
  };
  const conversation = createConversation(deps);
  conversation.open();
  return {
    conversation,
    clock,
    page,
    told,
    reported,
    called,
    turns,
    talk: conversation.store.get,
    stored: () => stored,
  };
}

/** A reply stream that emits its script and then ends, or fails at an error in the script. */
export async function* events(...script: (ServerEvent | Error)[]): AsyncGenerator<ServerEvent> {
  for (const event of script) {
    if (event instanceof Error) throw event;
    yield event;
  }
}

/** A scene in which a conversation was started with consent. */
export async function startedConversation(options: Parameters<typeof conversationScene>[0] = {}) {
  const one = conversationScene(options);
  await one.conversation.start(true, Promise.resolve());
  return one;
}

/** Writes and sends a message. */
export const say = (conversation: Conversation, text: string) => {
  conversation.write(text);
  conversation.send();
};
