import type { GatewayFunctions } from '../../platform/http/gateway-function.ts';
import { agentReplyFunction } from './agent-reply.ts';
import { type ConverseDeps, converse } from './converse.ts';
import { HistoryCache } from './history.ts';
import { interruptReplyFunction } from './interrupt-reply.ts';
import type { ConversationDeps, ConversationParts } from './parts.ts';
import {
  createSessionFunction,
  endSessionFunction,
  sessionHistoryFunction,
  trackEventFunction,
} from './session-functions.ts';
import { TurnQueue } from './turn-queue.ts';
import { createSaveTurnEnd, createSaveTurnStart } from './turn-store.ts';

/** Conversations with visitors. */
interface Conversation extends Pick<ConversationParts, 'history' | 'turnQueue'> {
  functions: GatewayFunctions;
  /** Turns whose words wait to be written to the database. */
  savesWaiting(): number;
}

/** Composes the conversation: its functions, and the state of running turns. */
export function createConversation(deps: ConversationDeps): Conversation {
  const { pool } = deps;
  const history = new HistoryCache(pool);
  const turnQueue = new TurnQueue();
  const saveTurnStart = createSaveTurnStart(pool);
  const saveTurnEnd = createSaveTurnEnd(pool);
  const converseDeps: ConverseDeps = {
    ...deps,
    history,
    turnQueue,
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
    session_history: sessionHistoryFunction(parts),
    track_event: trackEventFunction(parts),
  };
  const savesWaiting = () => saveTurnStart.waiting() + saveTurnEnd.waiting();
  return { functions, history, turnQueue, savesWaiting };
}
