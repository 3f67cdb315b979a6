import {
  agentReply,
  createSession,
  interruptReply,
  prepareReply,
  providerChat,
  sessionOnly,
  trackEvent,
} from '../../calls.ts';
import { PAGE_GONE_AFTER_MS, SESSION_IDLE_MS } from '../../constants.ts';
import { credentials, extract, SESSION, TURN, VISITOR, VISITOR_SECRET } from '../examples.ts';
import type { Operations } from '../operation.ts';

const minutes = (ms: number) => ms / 60_000;
const base = { method: 'post', tag: 'Conversation' } as const;

export const conversationOperations = {
  create_session: {
    ...base,
    path: '/functions/v1/create_session',
    summary: 'Start a conversation',
    about:
      `Begins a conversation of an anonymous visitor. Where \`visitor_secret\` proves who they are, what is ` +
      'remembered of them is known in it. Otherwise a new visitor begins, and the answer carries their ' +
      `\`visitor_id\` and \`visitor_secret\`, to be kept: they are never told again. With \`consent\` false it is ` +
      'deleted when it ends, and nobody is told of it. A conversation ends by itself after ' +
      `${minutes(SESSION_IDLE_MS)} idle minutes, or ${minutes(PAGE_GONE_AFTER_MS)} minutes after its page told ` +
      `that it was closed (\`track_event\`), unless the page comes back.`,
    access: 'anyone',
    body: createSession,
    errors: ['unknown_mode', 'consent_changed', 'consent_unavailable'],
    send: { visitor_id: VISITOR, consent: true, mode: 'mentor' },
    answer: { ...credentials, visitor_id: VISITOR, visitor_secret: VISITOR_SECRET },
  },
  agent_reply: {
    ...base,
    path: '/functions/v1/agent_reply',
    summary: 'Send a message and stream the reply',
    about:
      'One turn: what the visitor said is kept, then answered. Asked with `Accept: text/event-stream` the answer ' +
      'comes as it is written, otherwise whole. Asked again with its `turn_id` a finished turn is told again, a ' +
      'running one joined, and one that a lost connection cut goes on after the words that were kept. An empty ' +
      '`user_message` with `context.is_followup` lets the twin greet, or follow up.',
    access: 'session',
    body: agentReply,
    media: {
      'text/event-stream': { about: 'The answer while it is written, as server-sent events.', each: 'reply_stream' },
    },
    errors: ['empty_message', 'message_too_long', 'unknown_mode', 'unknown_model', 'followup_not_due', 'reply_failed'],
    send: { ...credentials, user_message: 'We are forty people and everything waits for me.', turn_id: TURN },
    answer: {
      text: 'Then let us begin with what only you can decide. What waited longest last week?',
      audio_base64: null,
      extract,
      debug_commands: [],
      turn_id: TURN,
      segments: [
        { text: 'Then let us begin with what only you can decide.', pause_ms: 0 },
        { text: 'What waited longest last week?', pause_ms: 600 },
      ],
      mode: 'mentor',
      model: 'embedded',
      provider: 'embedded',
      interrupted: false,
      partial: false,
      knowledge: ['method.md#decisions'],
      offers: [{ kind: 'call', label: 'Request a call', payload: '' }],
    },
  },
  prepare_reply: {
    ...base,
    path: '/functions/v1/prepare_reply',
    summary: 'Begin a reply before the visitor has surely finished',
    about:
      'For words after which a speaker has paused: the reply is begun and held. Nothing is kept and nothing told of ' +
      'it. An `agent_reply` with the same words that follows within seconds is answered with it; any other message, ' +
      'or closing this call, drops it, at the provider too. Its tokens count either way. This call is answered when ' +
      'the reply is used or dropped; it is not needed, only faster.',
    access: 'session',
    body: prepareReply,
    errors: ['empty_message', 'message_too_long', 'unknown_mode', 'unknown_model'],
    send: { ...credentials, user_message: 'What would a first step cost?', speak: true },
    answer: { used: true },
  },
  interrupt_reply: {
    ...base,
    path: '/functions/v1/interrupt_reply',
    summary: 'Interrupt the reply',
    about:
      'Stops a spoken reply, at the provider too, and keeps in the transcript what reached the visitor. Asked ' +
      'again it changes nothing more.',
    access: 'session',
    body: interruptReply,
    errors: ['not_found', 'reply_failed'],
    send: { ...credentials, turn_id: TURN, heard: 'Then let us begin with', reason: 'visitor_spoke' },
    answer: { turn_id: TURN, text: 'Then let us begin with', interrupted: true },
  },
  session_history: {
    ...base,
    path: '/functions/v1/session_history',
    summary: 'Get your transcript',
    about: 'The visitor’s own conversation, to resume it after a reload. It can be read for 30 days after its end.',
    access: 'session',
    body: sessionOnly,
    send: credentials,
    answer: {
      session_id: SESSION,
      mode: 'mentor',
      consent: true,
      ended: false,
      started_at: '2026-11-20T09:15:02.000Z',
      utterances: [
        {
          id: '42',
          seq: 0,
          turn_id: TURN,
          speaker: 'visitor',
          author: null,
          text: 'We are forty people and everything waits for me.',
          ts: '2026-11-20T09:15:20.000Z',
          segment_index: 0,
          total_segments: 1,
          interrupted: false,
        },
      ],
      running_turn_id: null,
      extract,
      call: null,
      meeting: { title: 'First call', start: '2026-12-03T14:00:00.000Z', end: '2026-12-03T14:30:00.000Z' },
    },
  },
  session_summary: {
    ...base,
    path: '/functions/v1/session_summary',
    summary: 'Summarize a conversation',
    about: 'What was talked about so far, what is to be done, what stayed open.',
    access: 'session',
    body: sessionOnly,
    errors: [],
    send: credentials,
    answer: {
      session_id: SESSION,
      started_at: '2026-11-20T09:15:02.000Z',
      ended: false,
      executive_summary: 'Ana Costa, managing director of Costa Bikes, wants decisions to leave her desk.',
      action_items: [{ text: 'Send two dates for a first call', owner: 'you', priority: 'high' }],
      topics: ['delegation'],
      open_questions: [],
      sentiment: 'positive',
    },
  },
  end_session: {
    ...base,
    path: '/functions/v1/end_session',
    summary: 'End a conversation',
    about: 'Ends it now. One without consent is deleted with every row of it.',
    access: 'session',
    body: sessionOnly,
    send: credentials,
    answer: { success: true },
  },
  track_event: {
    ...base,
    path: '/functions/v1/track_event',
    summary: 'Record an event',
    about:
      'Something that happened on the page, kept for the owner: `cta_chosen` with `{"cta": "book_call"}`, for ' +
      'example. Kinds of the server’s own are refused.',
    access: 'session',
    body: trackEvent,
    send: { ...credentials, kind: 'cta_chosen', payload: { cta: 'book_call' } },
    answer: { success: true },
  },
  provider_chat: {
    ...base,
    path: '/functions/v1/{provider}_chat',
    summary: 'Call a provider directly',
    about:
      'One plain completion of an active provider, without a transcript. With an administrator’s access token the ' +
      'messages go to the provider as they are. A session is refused (`forbidden`) unless the owner allows it in ' +
      'the settings; then the twin answers with its persona, knowledge and output filter, messages of the role ' +
      '`system` are refused, and the limits of a turn hold. Both count against the token budgets: over one, the ' +
      'embedded twin answers.',
    access: 'session_or_admin',
    inPath: { provider: { about: 'An active provider: groq, openai, custom or embedded.', example: 'embedded' } },
    body: providerChat,
    errors: ['not_found', 'empty_message', 'message_too_long'],
    send: { ...credentials, messages: [{ role: 'user', content: 'What do you offer?' }], max_tokens: 200 },
    answer: { text: 'A first conversation, a workshop, and work over some months.' },
  },
} satisfies Operations;
