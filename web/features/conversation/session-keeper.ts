import type { Storage } from '../../platform/storage.ts';
import type { SessionCredentials, UnsettledTurn } from './talk.ts';

/** What a tab remembers of its conversation over a reload. The words themselves are the server's to keep. */
export interface KeptSession {
  session: SessionCredentials;
  model: string;
  unsettled: UnsettledTurn[];
}

/** Keeps the session of a tab over a reload. */
export interface SessionKeeper {
  load(): KeptSession | null;
  /** Null forgets the session. */
  save(kept: KeptSession | null): void;
  draft(): string;
  saveDraft(text: string): void;
  /** Who starts a session: with consent the same visitor in every tab and visit, without it nobody in particular. */
  visitorId(consent: boolean): string;
}

const SESSION = 'session';
const DRAFT = 'draft';
const VISITOR = 'visitor_id';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * @param tab storage that lasts as long as the tab: each tab has a conversation of its own
 * @param lasting storage that lasts over visits; touched only with consent
 */
export function createSessionKeeper(tab: Storage, lasting: Storage, newId: () => string): SessionKeeper {
  const written = new Map<string, string | null>();
  const write = (key: string, text: string | null) => {
    // Storage is slow, and the talk changes with every word.
    if (written.get(key) === text) return;
    written.set(key, text);
    tab.write(key, text);
  };
  return {
    load() {
      const kept = parse(tab.read(SESSION));
      if (!kept) tab.write(SESSION, null);
      return kept;
    },
    save: (kept) => write(SESSION, kept && JSON.stringify(kept)),
    draft: () => tab.read(DRAFT) ?? '',
    saveDraft: (text) => write(DRAFT, text || null),
    visitorId(consent) {
      if (!consent) return newId();
      const known = lasting.read(VISITOR);
      if (known && UUID.test(known)) return known;
      const id = newId();
      lasting.write(VISITOR, id);
      return id;
    },
  };
}

/** Storage is the visitor's to edit: what does not have the right shape counts as nothing. */
function parse(text: string | null): KeptSession | null {
  if (!text) return null;
  try {
    const kept = JSON.parse(text) as Partial<KeptSession> | null;
    const session = kept?.session;
    if (typeof session?.sessionId !== 'string' || typeof session.secret !== 'string') return null;
    return {
      session: { ...session, consent: session.consent === true },
      model: typeof kept?.model === 'string' ? kept.model : '',
      unsettled: Array.isArray(kept?.unsettled) ? kept.unsettled.filter(isTurn) : [],
    };
  } catch {
    return null;
  }
}

function isTurn(turn: Partial<UnsettledTurn> | null): boolean {
  const request = turn?.request;
  return typeof request?.turnId === 'string' && typeof request.text === 'string' && typeof turn?.at === 'number';
}
