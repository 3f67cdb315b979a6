import type { ShowMode } from '@understudy/contract/constants';
import type { DirectorMessage, ShowSocketMessage, ShowView } from '@understudy/contract/show';
import { SHOW_CLOSE } from '@understudy/contract/show-close';
import { createStore, type Store } from '../../platform/store.ts';
import { createShowSocket, type ShowConnection, type ShowSocketDeps } from './show-socket.ts';

/** An entry of the show's script as a director reads it: what was said, and what happened between the lines. */
export type ScriptEntry = { seq: number } & (
  | { kind: 'words'; turnId: string; visitor: string; twin: string }
  | { kind: 'mode'; mode: ShowMode; by: string }
  | { kind: 'moment'; content: string; speaker: string }
  | { kind: 'callback'; setup: string }
  | { kind: 'started' | 'stopped' | 'reset' }
  | { kind: 'hint'; text: string; fate: HintFate }
);

/** What became of a hint: `dropped` when it was taken back, or another one took its place. */
type HintFate = 'waits' | 'used' | 'dropped';

/** Why the server does not take the director. */
type Ending = 'no_access' | 'not_kept' | 'ended';

/** What a director sees. */
export interface DirectorState {
  connection: ShowConnection;
  /** Set once the connection is `ended`. */
  ending: Ending | null;
  /** The server's view; null while there is no show. */
  view: ShowView | null;
  /** Oldest first. */
  script: ScriptEntry[];
  /** When the running segment began, by this browser's clock. */
  segmentSince: number;
  /** The server refused what was sent last, in its own words. */
  refusal: string | null;
}

/** A director's side of a show. All but `open` and `close` return whether it was sent. */
export interface Director {
  store: Pick<Store<DirectorState>, 'get' | 'subscribe'>;
  open(sessionId: string, token: () => Promise<string | null>): void;
  close(): void;
  changeMode(mode: ShowMode): boolean;
  adjustEnergy(delta: number): boolean;
  setEngagement(engagement: number): boolean;
  saveMoment(): boolean;
  bringBack(callbackId: string): boolean;
  /** Takes back the callback, or the hint, that waits for the next line. */
  dropCallback(): boolean;
  dropHint(): boolean;
  reset(): boolean;
  hint(text: string): boolean;
}

const NOTHING: DirectorState = {
  connection: 'off',
  ending: null,
  view: null,
  script: [],
  segmentSince: 0,
  refusal: null,
};
/** Entries that are shown: a long show has a few hundred. */
const MAX_ENTRIES = 600;

/** Watches and directs the show of a session. The server decides; this asks, and shows what came of it. */
export function createDirector(deps: ShowSocketDeps): Director {
  const store = createStore<DirectorState>(NOTHING);
  const set = (change: Partial<DirectorState>) => store.set({ ...store.get(), ...change });
  const socket = createShowSocket<DirectorMessage>(deps, {
    connection(connection, code) {
      set({ connection, ending: connection === 'ended' ? endingOf(code) : null });
    },
    heard(message) {
      if (message.type === 'context-update') see(message.data as unknown as ShowView);
      else if (message.type === 'error') set({ refusal: String(message.data['message']) });
      else if (message.type === 'messages-erased') erase(message.data['seqs'] as number[]);
      else write(message);
    },
  });

  function see(view: ShowView): void {
    const { view: before, segmentSince } = store.get();
    const now = deps.clock.now();
    // The two clocks differ: a segment that begins while the page looks begins now.
    const isSame = before?.segment_started_at === view.segment_started_at;
    const began = before ? now : Math.min(now, Date.parse(view.segment_started_at));
    set({ view, segmentSince: isSame ? segmentSince : began });
  }

  function write(message: ShowSocketMessage): void {
    const entry = entryOf(message);
    const { script } = store.get();
    const fate = fateOfHint(message);
    const decided = (one: ScriptEntry) =>
      fate && one.kind === 'hint' && one.fate === 'waits' ? { ...one, fate } : one;
    set({ script: [...script.map(decided), ...(entry ? [entry] : [])].slice(-MAX_ENTRIES) });
  }

  /** The visitor erased words: what holds them goes. */
  function erase(seqs: readonly number[]): void {
    set({ script: store.get().script.filter(({ seq }) => !seqs.includes(seq)) });
  }

  const send = (message: DirectorMessage): boolean => {
    set({ refusal: null });
    return socket.send(message);
  };
  const command = (action: Extract<DirectorMessage, { type: 'command' }>['data']['action'], id?: string) =>
    send({ type: 'command', data: { action, ...(id ? { id } : {}) } });
  return {
    store,
    open(sessionId, token) {
      store.set(NOTHING);
      socket.open({ sessionId, token });
    },
    close: () => socket.close(),
    changeMode: (mode) => send({ type: 'mode-change-request', data: { mode } }),
    adjustEnergy: (delta) => send({ type: 'energy-adjustment', data: { delta } }),
    setEngagement: (engagement) => send({ type: 'audience-update', data: { engagement } }),
    saveMoment: () => command('save-moment'),
    bringBack: (id) => command('use-callback', id),
    dropCallback: () => command('drop-callback'),
    dropHint: () => command('drop-hint'),
    reset: () => command('reset'),
    hint: (text) => send({ type: 'hint', data: { text } }),
  };
}

function endingOf(code: number | undefined): Ending {
  if (code === SHOW_CLOSE.ended) return 'ended';
  return code === SHOW_CLOSE.forbidden ? 'not_kept' : 'no_access';
}

/** What a message makes of the hint that waits; null for nothing. A line that has no room for it lets it wait. */
function fateOfHint({ type, data }: ShowSocketMessage): HintFate | null {
  // Lines from before they told which hint they used have used it.
  if (type === 'words') return data['hint'] === null ? null : 'used';
  const isDropped = type === 'hint' || (type === 'command' && ['reset', 'drop-hint'].includes(String(data['action'])));
  return isDropped ? 'dropped' : null;
}

/** What a message adds to the script; null for what the meters show. */
function entryOf({ type, data, seq = 0 }: ShowSocketMessage): ScriptEntry | null {
  const text = (name: string) => String(data[name] ?? '');
  switch (type) {
    case 'words':
      return { seq, kind: 'words', turnId: text('turn_id'), visitor: text('visitor'), twin: text('twin') };
    case 'mode-change':
      return { seq, kind: 'mode', mode: text('mode') as ShowMode, by: text('by') };
    case 'moment-registered':
      return { seq, kind: 'moment', content: text('content'), speaker: text('speaker') };
    case 'callback-available':
      return { seq, kind: 'callback', setup: text('setup') };
    case 'podcast-started':
      return { seq, kind: 'started' };
    case 'podcast-stopped':
      return { seq, kind: 'stopped' };
    case 'hint':
      return { seq, kind: 'hint', text: text('text'), fate: 'waits' };
    case 'command':
      return data['action'] === 'reset' ? { seq, kind: 'reset' } : null;
    default:
      return null;
  }
}
