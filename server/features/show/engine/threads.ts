import { THREAD_DEPTH_MAX } from '@understudy/contract/constants';
import { contentWords } from '../../../platform/text/words.ts';
import { newId, type ShowState, type Theme, type Thread } from './show-state.ts';

/** Threads that a show keeps; beyond that, the oldest paused ones go. */
const MAX_THREADS = 40;
/** Turns for which a thread is what the conversation is about. */
const RECENT_TURNS = 4;
/** Deepest theme. */
const THEME_DEPTH_MAX = 10;
const MAX_THEMES = 40;

/** What happened to the threads in a turn. */
export type ThreadMove = { move: 'branched' | 'resumed'; topic: string; from: string | null } | { move: 'nothing' };

const activeThread = (state: ShowState): Thread | undefined => state.threads.find(({ status }) => status === 'active');

/** Counts a topic as followed once more. */
function followTheme(themes: Theme[], topic: string): void {
  const known = themes.find((theme) => theme.topic.toLowerCase() === topic.toLowerCase());
  if (known) known.depth = Math.min(THEME_DEPTH_MAX, known.depth + 1);
  else if (themes.length < MAX_THEMES) themes.push({ topic, depth: 1 });
}

/** The topics of the threads that are being followed. */
export const activeTopics = ({ threads }: Pick<ShowState, 'threads'>): string[] =>
  threads.flatMap(({ status, topic }) => (status === 'active' ? [topic] : []));

/**
 * Starts a thread. Section 4: the active one pauses when a branch starts. A branch is one deeper than what it leaves;
 * at THREAD_DEPTH_MAX it begins anew at the top.
 *
 * @param topic empty until the branch names one
 */
export function branch(state: ShowState, topic: string): ThreadMove {
  const left = activeThread(state);
  if (left) left.status = 'paused';
  const isDeepest = left !== undefined && left.depth >= THREAD_DEPTH_MAX;
  const thread: Thread = {
    id: newId(state, 'thread'),
    topic,
    startedAt: state.clock,
    messages: 0,
    status: 'active',
    depth: left && !isDeepest ? left.depth + 1 : 0,
    branches: [],
    turn: state.turns,
  };
  left?.branches.push(thread.id);
  state.threads.push(thread);
  const oldest = state.threads.findIndex(({ status }) => status === 'paused');
  if (state.threads.length > MAX_THREADS && oldest >= 0) state.threads.splice(oldest, 1);
  if (topic) followTheme(state.themes, topic);
  // What was left long ago is not what the visitor turns away from.
  const isRecent = left !== undefined && state.turns - left.turn <= RECENT_TURNS;
  return { move: 'branched', topic, from: isRecent ? left.topic || null : null };
}

const wordsOf = (text: string): Set<string> => new Set(contentWords(text));

/**
 * Returns to a paused thread: the one that shares most words with the topic, or the latest. A topic may also be that of
 * the active thread, something in the ledger that never had a thread of its own, or something new.
 * @param topic empty for 'where were we'
 */
export function resume(state: ShowState, topic: string): ThreadMove {
  const paused = state.threads.filter(({ status, topic: known }) => status === 'paused' && known);
  const wanted = wordsOf(topic);
  const shared = (thread: Thread) => [...wordsOf(thread.topic)].filter((word) => wanted.has(word)).length;
  const best =
    wanted.size > 0
      ? paused.filter((thread) => shared(thread) > 0).sort((one, other) => shared(other) - shared(one))[0]
      : paused.at(-1);
  const left = activeThread(state);
  if (!best && wanted.size > 0) {
    if (left && shared(left) > 0) return { move: 'resumed', topic: left.topic, from: null };
    const known = state.callbacks.findLast(({ setup }) => [...wordsOf(setup)].some((word) => wanted.has(word)));
    // Whatever they name is where they want to be.
    const named = known?.setup ?? topic;
    return { ...branch(state, named), move: 'resumed', topic: named, from: null };
  }
  if (!best) return { move: 'nothing' };
  if (left) left.status = 'paused';
  best.status = 'active';
  best.turn = state.turns;
  // Whatever was left last is the last in the list, so that 'where were we' finds it.
  if (left) state.threads = [...state.threads.filter((thread) => thread !== left), left];
  followTheme(state.themes, best.topic);
  return { move: 'resumed', topic: best.topic, from: left?.topic ?? null };
}

/** Counts a line in the active thread, and names it; the first line with a topic begins one. */
export function countLine(state: ShowState, topic: string | null): void {
  const thread = activeThread(state);
  if (thread) {
    thread.messages += 1;
    if (topic && !thread.topic) {
      thread.topic = topic;
      followTheme(state.themes, topic);
    }
  } else if (topic) {
    branch(state, topic);
    countLine(state, null);
  }
}
