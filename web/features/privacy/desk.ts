import type {
  CorrectableField,
  CorrectMyDataAnswer,
  DeskLine,
  DeskWaysAnswer,
  ErasureReceipt,
  ErasureScope,
  MyConversationAnswer,
  MyDataAnswer,
  OpenDeskAnswer,
  RequestDeskLinkAnswer,
  WithdrawConsentAnswer,
} from '@understudy/contract/privacy';
import { CallError, type CallOptions, refusedField, serverSentence } from '../../platform/http.ts';
import { language } from '../../platform/language.ts';
import type { Storage } from '../../platform/storage.ts';
import { createStore, type Store } from '../../platform/store.ts';
import { t } from '../../platform/texts.ts';
import { readerLocale } from '../../ui/numbers.ts';

/** Whose data the desk is about, as its calls say it. */
export type DeskCredentials =
  | { visitor_id: string; visitor_secret: string }
  | { session_id: string; session_secret: string }
  | { desk_token: string };

/** What the page shows. */
export type DeskState =
  | { is: 'loading' }
  /** Why it could not be read, in a sentence. */
  | { is: 'failed'; sentence: string }
  /** Nothing is held that this browser or link can reach; `isOldLink`: its link is no longer valid. */
  | { is: 'empty'; isOldLink: boolean }
  | { is: 'there'; data: MyDataAnswer };

/** The desk. Nothing here throws: what fails comes back as a sentence, and null says that it was done. */
export interface Desk {
  store: Pick<Store<DeskState>, 'get' | 'subscribe'>;
  /** What was erased last; the page shows it until it is left. */
  receipt: Pick<Store<ErasureReceipt | null>, 'get' | 'subscribe'>;
  load(): Promise<void>;
  /** The next lines of a conversation. */
  read(conversationId: string, after: number): Promise<MyConversationAnswer | string>;
  /** @param value null takes the fact away */
  correct(field: CorrectableField, value: string | null): Promise<string | null>;
  /** @param ids of messages, memories or conversations; none for everything */
  erase(scope: ErasureScope, ids: readonly string[]): Promise<string | null>;
  withdraw(): Promise<string | null>;
  /** The whole as a file. */
  download(format: 'json' | 'html'): Promise<Blob | string>;
  /** Whether links can be mailed; null if that is not known. */
  mailsLinks(): Promise<boolean | null>;
  requestLink(email: string): Promise<string | null>;
  close(): void;
}

type Call = <Answer>(name: string, body: unknown, options?: CallOptions) => Promise<Answer>;

/** What the desk needs. */
interface DeskDeps {
  call: Call;
  /** Fetches a file; throws as {@link Call} does. */
  fetchFile(name: string, body: unknown): Promise<Blob>;
  /** Lasting storage with the visitor's secret, and the tab's with its conversation and an open desk. */
  lasting: Storage;
  tab: Storage;
  /** The token of a mailed link in the address; it is used once. */
  link: string | null;
  report(error: unknown, context: string): void;
}

/** Where the conversation keeps the visitor and the tab's session (`features/conversation/session-keeper.ts`). */
const VISITOR = 'visitor';
const SESSION = 'session';
/** Where the tab keeps the token of an open desk, so that a reload does not close it. */
const DESK = 'desk';

/** Creates the desk of this browser, or of a mailed link. */
export function createDesk({ call, fetchFile, lasting, tab, link, report }: DeskDeps): Desk {
  const store = createStore<DeskState>({ is: 'loading' });
  const receipt = createStore<ErasureReceipt | null>(null);
  const screen = new AbortController();
  let unopened = link;
  let credentials: DeskCredentials | null = null;

  /** @param attempt what was tried, for developers */
  const failed = (error: unknown, attempt: string): string => {
    report(error, `Failed to ${attempt}`);
    const refused = refusedField(error);
    return refused ? t('desk.refused', { reason: refused.reason }) : serverSentence(error, t('desk.unreachable'));
  };
  const codeOf = (error: unknown) => (error instanceof CallError ? error.code : null);

  /** The best credentials that there are; null without any. */
  async function findCredentials(): Promise<DeskCredentials | null> {
    if (unopened !== null) {
      const token = unopened;
      unopened = null;
      const opened = await call<OpenDeskAnswer>('open_desk', { token });
      tab.write(DESK, opened.desk_token);
    }
    const open = tab.read(DESK);
    if (open !== null) return { desk_token: open };
    const [id, secret] = lasting.read(VISITOR)?.split(' ') ?? [];
    if (id && secret) return { visitor_id: id, visitor_secret: secret };
    return sessionOf(tab.read(SESSION));
  }

  async function load(): Promise<void> {
    if (store.get().is !== 'there') store.set({ is: 'loading' });
    try {
      credentials = await findCredentials();
      if (credentials === null) return store.set({ is: 'empty', isOldLink: false });
      const data = await call<MyDataAnswer>('my_data', credentials, { signal: screen.signal });
      const isEmpty = data.conversations.length === 0 && Object.values(data.counts).every((count) => count === 0);
      store.set(isEmpty ? { is: 'empty', isOldLink: false } : { is: 'there', data });
    } catch (error) {
      if (screen.signal.aborted) return;
      const code = codeOf(error);
      if (code === 'invalid_link') tab.write(DESK, null);
      // Nobody is known by this secret: nothing is held.
      if (code === 'invalid_session' || code === 'session_ended' || code === 'invalid_link')
        store.set({ is: 'empty', isOldLink: code === 'invalid_link' });
      else store.set({ is: 'failed', sentence: failed(error, 'read what is held') });
    }
  }

  /** Runs a change, then reads anew what is held. */
  async function attempt(what: string, work: () => Promise<void>): Promise<string | null> {
    try {
      await work();
    } catch (error) {
      // Somebody was faster, in another tab perhaps: it is gone.
      if (codeOf(error) !== 'not_found') return failed(error, what);
    }
    await load();
    return null;
  }

  return {
    store,
    receipt,
    load,
    async read(conversationId, after) {
      try {
        const body = { ...credentials, conversation_id: conversationId, after };
        return await call<MyConversationAnswer>('my_conversation', body, { signal: screen.signal });
      } catch (error) {
        return failed(error, 'read a conversation');
      }
    },
    correct: (field, value) =>
      attempt('correct a fact', async () => {
        await call<CorrectMyDataAnswer>('correct_my_data', { ...credentials, field, value });
      }),
    erase: (scope, ids) =>
      attempt('erase', async () => {
        receipt.set(await call<ErasureReceipt>('erase_my_data', { ...credentials, scope, ids }));
        if (scope !== 'all' || !credentials) return;
        // With a legal hold, the credentials still show what is left.
        if (receipt.get()?.postponed !== 0) return;
        if ('visitor_secret' in credentials) lasting.write(VISITOR, null);
        for (const key of [SESSION, DESK]) tab.write(key, null);
      }),
    withdraw: () =>
      attempt('withdraw consent', async () => {
        await call<WithdrawConsentAnswer>('withdraw_consent', { ...credentials });
        forgetConsent(tab);
      }),
    async download(format) {
      try {
        return await fetchFile('export_my_data', {
          ...credentials,
          format,
          language: language(),
          locale: readerLocale(),
        });
      } catch (error) {
        return failed(error, 'download what is held');
      }
    },
    async mailsLinks() {
      try {
        return (await call<DeskWaysAnswer>('read_desk_ways', {}, { signal: screen.signal })).mail;
      } catch (error) {
        if (!screen.signal.aborted) failed(error, 'read whether links are mailed');
        return null;
      }
    },
    async requestLink(email) {
      try {
        await call<RequestDeskLinkAnswer>('request_desk_link', { email, language: language() });
        return null;
      } catch (error) {
        return refusedField(error)?.field === 'email'
          ? t('desk.badEmail')
          : failed(error, 'ask for a link to the desk');
      }
    },
    close: () => screen.abort(),
  };
}

/** The tab's conversation; null if there is none, or something else in its place. */
function sessionOf(kept: string | null): DeskCredentials | null {
  try {
    const session = (JSON.parse(kept ?? 'null') as { session?: { sessionId?: string; secret?: string } } | null)
      ?.session;
    return session?.sessionId && session.secret
      ? { session_id: session.sessionId, session_secret: session.secret }
      : null;
  } catch {
    return null;
  }
}

/** A conversation that this tab goes on with is off the record from now on. */
function forgetConsent(tab: Storage): void {
  const kept = tab.read(SESSION);
  if (!sessionOf(kept)) return;
  const told = JSON.parse(kept ?? '{}') as { session: object };
  tab.write(SESSION, JSON.stringify({ ...told, session: { ...told.session, consent: false } }));
}

/** The token of a mailed link in an address' fragment, `#link=...`; null if there is none. */
export const linkIn = (hash: string): string | null => /^#?link=([\w-]{10,200})$/.exec(hash)?.[1] ?? null;

/** Whether a line can be taken away by itself: the twin's answer goes with the visitor's message. */
export const isOwn = ({ speaker }: Pick<DeskLine, 'speaker'>): boolean => speaker === 'visitor';
