import type { Storage } from '../../platform/storage.ts';
import type { SessionCredentials, UnsettledTurn } from './talk.ts';

/** What a tab stores about its conversation to survive a reload. The server stores the transcript itself. */
export interface KeptSession {
  session: SessionCredentials;
  model: string;
  unsettled: UnsettledTurn[];
}

/** Keeps a tab's session across reloads. */
export interface SessionKeeper {
  load(): KeptSession | null;
  /** Null forgets the session. */
  save(kept: KeptSession | null): void;
  draft(): string;
  saveDraft(text: string): void;
  /**
   * Starts a session: with consent as the same visitor in every tab and visit, without consent anonymously. The id and
   * secret of a new visitor are stored.
   */
  startAs<Answer extends Told>(consent: boolean, start: (visitor: Visitor) => Promise<Answer>): Promise<Answer>;
}

export interface Visitor {
  visitor_id: string;
  visitor_secret?: string;
}
type Told = Partial<Visitor>;

const SESSION = 'session';
const DRAFT = 'draft';
const VISITOR = 'visitor';
/** Key under which earlier releases stored an id without a secret, which no longer identifies anybody. */
const BARE_ID = 'visitor_id';
/** Id and secret share one entry, so that two tabs can never mix the id of one with the secret of the other. */
const ID_AND_SECRET = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([\w-]{1,200})$/i;

/**
 * @param tab storage that lasts as long as the tab: each tab has its own conversation
 * @param lasting storage that lasts across visits; used only with consent
 * @param alone runs work in one tab at a time; if left out, tabs do not wait for each other
 */
export function createSessionKeeper(
  tab: Storage,
  lasting: Storage,
  newId: () => string,
  alone: <Done>(work: () => Promise<Done>) => Promise<Done> = (work) => work(),
): SessionKeeper {
  const written = new Map<string, string | null>();
  const write = (key: string, text: string | null) => {
    // Storage is slow, and the conversation changes with every word.
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
    startAs(consent, start) {
      if (!consent) return start({ visitor_id: newId() });
      const asKept = async () => {
        const kept = lasting.read(VISITOR);
        const [, visitor_id, visitor_secret] = ID_AND_SECRET.exec(kept ?? '') ?? [];
        const isKnown = visitor_id !== undefined && visitor_secret !== undefined;
        const told = await start(isKnown ? { visitor_id, visitor_secret } : { visitor_id: newId() });
        // In browsers without locks another tab may have stored a visitor in the meantime: the first one stays.
        if (told.visitor_id && told.visitor_secret && lasting.read(VISITOR) === kept) {
          lasting.write(VISITOR, `${told.visitor_id} ${told.visitor_secret}`);
        }
        lasting.write(BARE_ID, null);
        return told;
      };
      // Two tabs that start at the same time are one visitor: the second waits for the first one's secret.
      return ID_AND_SECRET.test(lasting.read(VISITOR) ?? '') ? asKept() : alone(asKept);
    },
  };
}

/** The visitor can edit the storage: values of the wrong shape are ignored. */
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
