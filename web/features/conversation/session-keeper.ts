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
  /**
   * Starts a session: with consent as the same visitor in every tab and visit, without it as nobody in particular. Whom
   * the server makes of a new visitor is kept, with the secret that proves it.
   */
  startAs<Answer extends Told>(consent: boolean, start: (visitor: Visitor) => Promise<Answer>): Promise<Answer>;
}

/** Who starts a session. */
export interface Visitor {
  visitor_id: string;
  visitor_secret?: string;
}
type Told = Partial<Visitor>;

const SESSION = 'session';
const DRAFT = 'draft';
const VISITOR = 'visitor';
/** Where earlier releases kept an id without a secret, by which nobody is known any more. */
const BARE_ID = 'visitor_id';
/** Id and secret stand in one entry: two tabs never leave the id of one beside the secret of the other. */
const ID_AND_SECRET = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) ([\w-]{1,200})$/i;

/**
 * @param tab storage that lasts as long as the tab: each tab has a conversation of its own
 * @param lasting storage that lasts over visits; touched only with consent
 * @param alone does work that only one tab does at a time; where it is left out, tabs do not wait for each other
 */
export function createSessionKeeper(
  tab: Storage,
  lasting: Storage,
  newId: () => string,
  alone: <Done>(work: () => Promise<Done>) => Promise<Done> = (work) => work(),
): SessionKeeper {
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
    startAs(consent, start) {
      if (!consent) return start({ visitor_id: newId() });
      const asKept = async () => {
        const kept = lasting.read(VISITOR);
        const [, visitor_id, visitor_secret] = ID_AND_SECRET.exec(kept ?? '') ?? [];
        const isKnown = visitor_id !== undefined && visitor_secret !== undefined;
        const told = await start(isKnown ? { visitor_id, visitor_secret } : { visitor_id: newId() });
        // Where browsers have no locks, another tab may have become somebody meanwhile: who came first stays.
        if (told.visitor_id && told.visitor_secret && lasting.read(VISITOR) === kept) {
          lasting.write(VISITOR, `${told.visitor_id} ${told.visitor_secret}`);
        }
        lasting.write(BARE_ID, null);
        return told;
      };
      // Two tabs that begin at once are one visitor: the second waits for the secret that the first is given.
      return ID_AND_SECRET.test(lasting.read(VISITOR) ?? '') ? asKept() : alone(asKept);
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
