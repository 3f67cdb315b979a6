import { createStore, type Store } from '../../../platform/store.ts';

/** The entrance's interface to a chat. */
export interface Enterable {
  /** The screen opened: starts the timers and restores this tab's earlier conversation. */
  open(): void;
  close(): void;
  /**
   * @param sound settles when the visitor's click has unlocked audio
   * @param talk whether the visitor wants to hear and speak
   */
  start(consent: boolean, sound: Promise<void>, talk: boolean): Promise<void>;
  chooseMode(mode: string): void;
  /** Whether the conversation is to be a show. */
  stage(isShow: boolean): void;
}

/**
 * State before the conversation. `waiting`: on the start screen. `opening`: the chunk is loading. `failed`: it did not
 * load; `to` is what it is needed for. `open`: it is loaded.
 */
type EntranceState<Room, Chat> =
  | { is: 'waiting' }
  | { is: 'opening' | 'failed'; to: 'start' | 'resume' }
  | { is: 'open'; room: Room; chat: Chat };

export interface EntranceDeps<Room, Chat> {
  /** Loads the conversation chunk, which is needed only once a conversation starts; may be retried. */
  load(): Promise<Room>;
  /** @param requestedMode the mode named in the address, if it exists */
  createChat(room: Room, requestedMode: string | null, isShow: boolean): Chat;
  /** Whether this tab has a conversation to resume. */
  hasConversation(): boolean;
  wakeSound(): Promise<void>;
  whenIdle(callback: () => void): () => void;
  report(error: unknown, context: string): void;
}

/** The actions of the start screen. */
export interface Entrance<Room, Chat> {
  store: Pick<Store<EntranceState<Room, Chat>>, 'get' | 'subscribe'>;
  /** The screen opened: resumes the tab's conversation or prepares for a new one. */
  open(): void;
  /** The screen closed. */
  close(): void;
  /** The visitor seems about to start: preloads the conversation chunk. */
  prepare(): void;
  /** Must be called within the visitor's click, which unlocks audio. */
  start(consent: boolean, talk: boolean): void;
  /** Retries resuming the tab's conversation. */
  resume(): void;
  /** The mode in the page's address. */
  request(mode: string | null): void;
  /** Whether the conversation is to be a show. */
  stage(isShow: boolean): void;
}

/** Starts the chat: loads the chunk and creates the chat when needed, and unlocks audio within the click. */
export function createEntrance<Room, Chat extends Enterable>(deps: EntranceDeps<Room, Chat>): Entrance<Room, Chat> {
  const store = createStore<EntranceState<Room, Chat>>(
    deps.hasConversation() ? { is: 'opening', to: 'resume' } : { is: 'waiting' },
  );
  let requestedMode: string | null = null;
  let staged = false;
  let isClosed = false;
  let forget = () => {};

  async function enter(to: 'start' | 'resume'): Promise<Chat | null> {
    store.set({ is: 'opening', to });
    try {
      const room = await deps.load();
      if (isClosed) return null;
      const chat = deps.createChat(room, requestedMode, staged);
      chat.open();
      store.set({ is: 'open', room, chat });
      return chat;
    } catch (error) {
      if (isClosed) return null;
      deps.report(error, 'the conversation could not be loaded');
      store.set({ is: 'failed', to });
      return null;
    }
  }

  const entrance: Entrance<Room, Chat> = {
    store,
    open() {
      if (store.get().is === 'opening') entrance.resume();
      else forget = deps.whenIdle(entrance.prepare);
    },
    close() {
      isClosed = true;
      forget();
      const state = store.get();
      if (state.is === 'open') state.chat.close();
    },
    prepare() {
      // A failure is reported when the visitor starts.
      if (store.get().is === 'waiting') deps.load().catch(() => {});
    },
    start(consent, talk) {
      const sound = deps.wakeSound();
      const state = store.get();
      if (state.is === 'open') void state.chat.start(consent, sound, talk);
      else if (state.is !== 'opening') void enter('start').then((chat) => chat?.start(consent, sound, talk));
    },
    resume: () => void enter('resume'),
    request(mode) {
      requestedMode = mode;
      const state = store.get();
      if (mode && state.is === 'open') state.chat.chooseMode(mode);
    },
    stage(isShow) {
      staged = isShow;
      const state = store.get();
      if (state.is === 'open') state.chat.stage(isShow);
    },
  };
  return entrance;
}
