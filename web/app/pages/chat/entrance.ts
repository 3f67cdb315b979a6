import { createStore, type Store } from '../../../platform/store.ts';

/** What the entrance needs to know of a chat. */
export interface Enterable {
  /** The screen is there: time begins to pass, and an earlier conversation of this tab is picked up. */
  open(): void;
  close(): void;
  /**
   * @param sound settles when the visitor's click has woken the sound
   * @param talk the visitor wants to hear and speak
   */
  start(consent: boolean, sound: Promise<void>, talk: boolean): Promise<void>;
  chooseMode(mode: string): void;
}

/**
 * Before the talk: `waiting` for the visitor at the start screen; `opening`, while the code of the talk is on its way, and
 * `failed` when it did not come, `to` being what it is for. `open`: it is there.
 */
export type EntranceState<Room, Chat> =
  | { is: 'waiting' }
  | { is: 'opening' | 'failed'; to: 'start' | 'resume' }
  | { is: 'open'; room: Room; chat: Chat };

/** What the entrance needs of the world around it. */
export interface EntranceDeps<Room, Chat> {
  /** Fetches the code of the talk, which nobody needs before a conversation begins; may be tried again. */
  load(): Promise<Room>;
  /** @param requestedMode the mode that the address asks for, if it exists */
  createChat(room: Room, requestedMode: string | null): Chat;
  /** Whether this tab has a conversation to go on with. */
  hasConversation(): boolean;
  wakeSound(): Promise<void>;
  whenIdle(callback: () => void): () => void;
  report(error: unknown, context: string): void;
}

/** What the start screen can do. */
export interface Entrance<Room, Chat> {
  store: Pick<Store<EntranceState<Room, Chat>>, 'get' | 'subscribe'>;
  /** The screen is there: goes on with the tab's conversation, or makes ready for one. */
  open(): void;
  /** The screen is closed. */
  close(): void;
  /** The visitor seems to be about to start: the code of the talk had better be here by then. */
  prepare(): void;
  /** To be called within the visitor's click, which is what allows sound. */
  start(consent: boolean, talk: boolean): void;
  /** Tries again to go on with the tab's conversation. */
  resume(): void;
  /** The mode in the page's address. */
  request(mode: string | null): void;
}

/** Lets the visitor in: the code of the talk and the chat come when they are needed, the sound with the click. */
export function createEntrance<Room, Chat extends Enterable>(deps: EntranceDeps<Room, Chat>): Entrance<Room, Chat> {
  const store = createStore<EntranceState<Room, Chat>>(
    deps.hasConversation() ? { is: 'opening', to: 'resume' } : { is: 'waiting' },
  );
  let requestedMode: string | null = null;
  let isClosed = false;
  let forget = () => {};

  async function enter(to: 'start' | 'resume'): Promise<Chat | null> {
    store.set({ is: 'opening', to });
    try {
      const room = await deps.load();
      if (isClosed) return null;
      const chat = deps.createChat(room, requestedMode);
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
      // The start says so when it does not come.
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
  };
  return entrance;
}
