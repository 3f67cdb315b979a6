import { exportQuery, searchQuery, sessionQuery, sessionsQuery, statsQuery } from '../../admin-calls.ts';
import { adminItem, exportedSession, note, SESSION, session, TURN } from '../examples.ts';
import type { Operations } from '../operation.ts';

const base = { method: 'get', tag: 'Sessions', access: 'admin' } as const;

/** Headers of file downloads. */
export const FILE_HEADERS = {
  'content-disposition': 'The name of the file.',
  'x-total-count': 'How many rows it will have, where that is known.',
};
/** Media types of file downloads. */
export const FILE_MEDIA = {
  'text/csv': { about: 'UTF-8 with a byte order mark; cells that a spreadsheet would run are defused.' },
  'application/x-ndjson': { about: 'One JSON object a line.' },
} as const;

export const sessionOperations = {
  read_stats: {
    ...base,
    path: '/api/admin/stats',
    summary: 'Get dashboard figures',
    about:
      'Sessions, high-quality leads, average length and conversion of a range: the same conversations that lists, ' +
      'exports and charts count.',
    query: statsQuery,
    ask: { range: '30d' },
    answer: {
      totalSessions: 182,
      highQualityLeads: 21,
      avgSessionTime: '12m',
      conversionRate: '9%',
      span: { from: '2026-10-22', to: '2026-11-20', time_zone: 'Europe/Berlin', since: null },
    },
  },
  list_sessions: {
    ...base,
    path: '/api/admin/sessions',
    summary: 'List sessions',
    about: 'Conversations that visitors agreed to have kept, filtered, searched and sorted, page by page.',
    query: sessionsQuery,
    ask: { range: '7d', intent: 'consulting_inquiry', sort: 'score' },
    answer: { items: [session], next_cursor: null, total: 1, total_is_more: false, intents: [] },
  },
  read_session: {
    ...base,
    path: '/api/admin/sessions/{id}',
    summary: 'Get a session',
    about:
      'One conversation with its transcript, the evidence of its score, its summary, notes, action items and the ' +
      'lead’s other conversations. Of a long transcript the rest is asked for with `after`.',
    inPath: { id: { about: 'The session’s id.', example: SESSION } },
    query: sessionQuery,
    errors: ['not_found'],
    answer: {
      session: { ...session, company: 'Costa Bikes', role: 'managing director', mode: 'mentor', page: null },
      utterances: [
        {
          id: '42',
          seq: 0,
          turn_id: TURN,
          speaker: 'visitor',
          author: null,
          text: 'We are forty people and everything waits for me.',
          ts: '2026-11-20T09:15:20.000Z',
          interrupted: false,
        },
      ],
      more_after: null,
      summary: null,
      extracts: [
        {
          id: 7,
          seq: 0,
          intent: 'consulting_inquiry',
          confidence: 0.86,
          lead_score: 78,
          analyser: 'embedded',
          created_at: '2026-11-20T09:15:20.000Z',
        },
      ],
      events: [{ id: '3', kind: 'cta_chosen', payload: { cta: 'book_call' }, ts: '2026-11-20T09:26:00.000Z' }],
      notes: [note],
      action_items: [adminItem],
      reasons: ['Names a budget: 20,000 euros.'],
      score: [
        {
          rule: 'budget',
          points: 15,
          quote: '20,000 euros',
          from: 12,
          to: 24,
          seq: 10,
          score: 78,
          created_at: '2026-11-20T09:20:12.000Z',
        },
      ],
      waterfalls: [],
      other_sessions: [],
      show: null,
      bookings: [],
    },
  },
  draft_followup: {
    ...base,
    method: 'post',
    path: '/api/admin/sessions/{id}/draft',
    summary: 'Draft a follow-up email',
    about:
      'A first draft in the consultant’s manner: by a language model where one answers, else by rules. What ' +
      'stands in square brackets is for the owner to fill in. Nothing is sent or kept.',
    inPath: { id: { about: 'The session’s id.', example: SESSION } },
    errors: ['not_found', 'rate_limited'],
    answer: {
      to: 'ana@costa.example',
      subject: 'Your conversation of 20 November',
      body:
        'Hello Ana,\n\nthank you for talking with my AI twin on 20 November. [your thoughts on it]\n\n' +
        'Best regards,\nDana Reyes',
      writer: 'embedded',
    },
  },
  read_turn: {
    ...base,
    path: '/api/admin/sessions/{id}/turns/{turn_id}',
    summary: 'Read why the twin answered as it did',
    about:
      'What one reply was based on: the passages that were found with their scores, the facts and memories that it ' +
      'could use, what was decided, who answered, and the time of each stage. It is kept as long as the conversation.',
    inPath: {
      id: { about: 'The session’s id.', example: SESSION },
      turn_id: { about: 'The turn’s id, as its utterances have it.', example: TURN },
    },
    errors: ['not_found'],
    answer: {
      turn_id: TURN,
      kind: 'message',
      mode: 'mentor',
      model_asked: 'embedded',
      model: 'embedded',
      provider: 'embedded',
      used: [{ id: 'prices', title: 'What it costs', file: 'knowledge/prices.md' }],
      trace: {
        searches: [
          {
            decision: 'answer',
            sure: 96,
            passages: [{ id: 'prices', title: 'What it costs', share: 88, used: true, file: 'knowledge/prices.md' }],
          },
        ],
        facts: [{ field: 'company', value: 'Costa Bikes' }],
        memories: [],
        moves: ['fact'],
        stages: { saved: 4, understood: 21, recalled: 30, first_word: 31, written: 33 },
      },
    },
  },
  search_transcripts: {
    ...base,
    path: '/api/admin/search',
    summary: 'Search transcripts',
    about:
      'Where words were said, the newest first; each hit names the utterance. What was found stands in the ' +
      'excerpt between U+0002 and U+0003.',
    query: searchQuery,
    ask: { q: 'delegation' },
    answer: {
      items: [{ session, seq: 4, speaker: 'visitor', excerpt: 'we talk of \u0002delegation\u0003 every week' }],
      next_cursor: null,
    },
  },
  watch_sessions: {
    ...base,
    path: '/api/admin/events',
    summary: 'Stream session changes',
    about:
      'A stream that stays open: what changes in kept conversations, and who has become worth a notice. It ends ' +
      'when the token does. A line that begins with a colon means only that it lives.',
    media: { 'text/event-stream': { about: 'Server-sent events.', each: 'live' } },
    noJson: true,
  },
  export_sessions: {
    ...base,
    fresh: true,
    path: '/api/admin/export',
    summary: 'Export sessions',
    about:
      'What the same query of the list shows, as a file of any size. A preset names the columns as that program’s ' +
      'import knows them; it makes no difference to JSON lines. With `transcripts=yes` a CSV file has a row for ' +
      'each utterance, and each JSON line a `transcript`; a line of a person who took over has their name as its ' +
      '`author`.',
    query: exportQuery,
    media: FILE_MEDIA,
    noJson: true,
    headers: FILE_HEADERS,
    ask: { range: '30d', format: 'csv', preset: 'hubspot' },
    answer: exportedSession,
  },
} satisfies Operations;
