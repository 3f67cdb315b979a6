import type { Ending } from '@understudy/contract/wire';
import type { GatewayFunctions } from '../../platform/http/gateway-function.ts';
import { endingOf } from '../understanding/index.ts';
import { agentReplyFunction } from './agent-reply.ts';
import { type ConverseDeps, converse, saidBefore } from './converse.ts';
import { HistoryCache } from './history.ts';
import { interruptReplyFunction } from './interrupt-reply.ts';
import type { ConversationDeps, ConversationParts } from './parts.ts';
import { prepareReplyFunction } from './prepare-reply.ts';
import { PreparedReplies } from './prepared-replies.ts';
import {
  createSessionFunction,
  endSessionFunction,
  sessionHistoryFunction,
  trackEventFunction,
} from './session-functions.ts';
import type { SessionRow } from './store.ts';
import { NO_TURN } from './turn.ts';
import { TurnQueue } from './turn-queue.ts';
import { createSaveTurnEnd, createSaveTurnStart } from './turn-store.ts';

/** Conversations with visitors. */
interface Conversation extends Pick<ConversationParts, 'history' | 'turnQueue'> {
  functions: GatewayFunctions;
  /** How a session's next words end, in the context of what the twin said before. */
  endingOf(session: Pick<SessionRow, 'id' | 'next_seq'>, words: string): Promise<Ending>;
  /** Turns whose words wait to be written to the database. */
  savesWaiting(): number;
}

/** Composes the conversation: its functions, and the state of running turns. */
export function createConversation(deps: ConversationDeps): Conversation {
  const { pool } = deps;
  const history = new HistoryCache(pool);
  const turnQueue = new TurnQueue();
  const prepared = new PreparedReplies();
  const saveTurnStart = createSaveTurnStart(pool);
  const saveTurnEnd = createSaveTurnEnd(pool);
  const converseDeps: ConverseDeps = {
    ...deps,
    history,
    turnQueue,
    prepared,
    saveTurnStart,
    async saveTurnEnd(turn) {
      const seq = await saveTurnEnd(turn);
      const { ask_model, notify_from, note_asks } = turn.analysis ?? {};
      if (ask_model || notify_from || note_asks) deps.nudgeJobs();
      return seq;
    },
  };
  const parts: ConversationParts = {
    ...deps,
    history,
    turnQueue,
    converse: (turn, running) => converse(converseDeps, turn, running),
  };
  const functions = {
    agent_reply: agentReplyFunction(parts),
    create_session: createSessionFunction(parts),
    end_session: endSessionFunction(parts),
    interrupt_reply: interruptReplyFunction(parts),
    prepare_reply: prepareReplyFunction({ ...parts, prepared }),
    session_history: sessionHistoryFunction(parts),
    track_event: trackEventFunction(parts),
  };
  return {
    functions,
    history,
    turnQueue,
    savesWaiting: () => saveTurnStart.waiting() + saveTurnEnd.waiting(),
    async endingOf({ id, next_seq: seq }, words) {
      const lines = await history.linesBefore(id, seq, NO_TURN, Number.POSITIVE_INFINITY);
      return endingOf(await deps.understand(words, { before: saidBefore(lines) }));
    },
  };
}
