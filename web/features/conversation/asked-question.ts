import { type Storage, tabStore } from '../../platform/storage.ts';

/** Its key in the tab's storage: not in the address, which others may see and servers log. */
const KEY = 'question';

/** Keeps what the visitor typed on the landing page for the conversation that is about to start. */
export function keepQuestion(question: string, storage: Storage = tabStore): void {
  storage.write(KEY, question.trim() || null);
}

/** The question that waits for a conversation; null if there is none. */
export function readQuestion(storage: Storage = tabStore): string | null {
  return storage.read(KEY);
}

/** Returns the question once: from then on it belongs to the conversation. */
export function takeQuestion(storage: Storage = tabStore): string | null {
  const question = storage.read(KEY);
  if (question !== null) storage.write(KEY, null);
  return question;
}
