/** The parts of an export of a visitor's data, in the order in which they are written. */
export const EXPORT_SECTIONS = [
  'visitor',
  'corrections',
  'inquiry',
  'memories',
  'conversations',
  'messages',
  'turns',
  'completions',
  'events',
  'understood',
  'signals',
  'summaries',
  'questions',
  'speech',
  'action_items',
  'bookings',
  'notes',
  'sent',
  'mails',
  'reminders',
  'shows',
  'show_messages',
  'episodes',
  'holds',
  'waitlist',
] as const;

/** One part of an export. */
export type ExportSection = (typeof EXPORT_SECTIONS)[number];

/** What an export of a visitor's data holds of a table. Every column is in `columns` or in `withheld`. */
export interface Exported {
  section: ExportSection;
  /** The column by which rows are ordered within their session, visitor or address; no two rows share a value. */
  order: string;
  columns: readonly string[];
  /** Columns that are left out. */
  withheld: readonly string[];
  /** Why they are, or why the whole table is; empty if everything is exported. */
  why: string;
  /** SQL: which rows are exported; absent for all. */
  where?: string;
}

/** What becomes of a table's rows when a visitor is erased, and what of them the visitor gets in an export. */
export type DataRule =
  /** Rows belong to a session and are deleted with it, whatever they hold. */
  | { goes: 'with its session'; exported: Exported | NotExported }
  /** Rows name the visitor, are deleted with them, and expire on their own. */
  | { goes: 'with its visitor'; exported: Exported | NotExported }
  /** Rows link visitors: whoever is erased leaves them, and links among the others stay (`leavePersons`). */
  | { goes: 'with either of its visitors'; why: string }
  /** The row is the visitor's, or belongs to that row: it goes with them, or once nothing else is kept of them. */
  | { goes: 'with the last of its visitor'; exported: Exported | NotExported }
  /** Rows are found by their email address, in lower case in this column. */
  | { goes: 'by its address'; column: string; exported: Exported | NotExported }
  /** Rows keep a session from being deleted, until an admin lifts them. */
  | { goes: 'when it is lifted'; exported: Exported | NotExported }
  /** Rows may name a visitor, with whom they are deleted, and expire after a fixed time (`FIXED_RULES`). */
  | { goes: 'with its visitor, or after a time'; exported: Exported | NotExported }
  /** Rows about the owner's people, who see and remove them themselves. */
  | { goes: 'with its account' }
  /** Rows hold no visitor data; each new column needs a review. */
  | { goes: 'never'; columns: readonly string[]; why: string };

/** Why nothing of a table is exported. */
interface NotExported {
  section: null;
  why: string;
}

/** @param columns separated by spaces, like `withheld` */
const exported = (
  section: ExportSection,
  order: string,
  columns: string,
  withheld = '',
  why = '',
  where?: string,
): Exported => ({
  ...{ section, order, why, columns: columns.split(' '), withheld: withheld.split(' ').filter(Boolean) },
  ...(where ? { where } : {}),
});
const notExported = (why: string): NotExported => ({ section: null, why });
const withSession = (what: Exported | NotExported): DataRule => ({ goes: 'with its session', exported: what });
const withVisitor = (what: Exported | NotExported): DataRule => ({ goes: 'with its visitor', exported: what });
const withAccount: DataRule = { goes: 'with its account' };
const never = (why: string, ...columns: string[]): DataRule => ({ goes: 'never', columns: columns.toSorted(), why });

/**
 * The rule of every table in the schema `public`. Erasures and exports follow it. A test compares it with the database,
 * so that nobody can add a table, or a column, without a rule.
 */
export const DATA_REGISTER: Readonly<Record<string, DataRule>> = {
  visitors: {
    goes: 'with the last of its visitor',
    exported: exported('visitor', 'visitor_id', 'visitor_id created_at seen_at', 'secret_hash', 'a hash of a secret'),
  },
  visitor_corrections: {
    goes: 'with the last of its visitor',
    exported: exported('corrections', 'field', 'field value corrected_at', 'visitor_id', 'stands with the visitor'),
  },
  sessions: withVisitor(
    exported(
      'conversations',
      'id',
      'id started_at last_active_at ended_at end_reason mode consent consent_version consent_language contact_name ' +
        'email phone call_request host_page cta_chosen lead_score final_intent minutes left_at',
      'visitor_id secret_hash next_seq newest_line_at erasures consent_hash final_score',
      'technical, or the same as another column',
    ),
  ),
  leads: withVisitor(
    exported(
      'inquiry',
      'visitor_id',
      'name email phone company role intent lead_score conversations status status_at tags first_seen_at last_seen_at',
      'visitor_id email_normalised assignee_id assigned_at',
      'the same as another column, or who of the owner’s people looks after them',
    ),
  ),
  memories: withVisitor(
    exported(
      'memories',
      'id',
      'kind subject text importance corrected session_id seq created_at expires_at',
      'id visitor_id embedding embedder',
      'numbers made of the text',
    ),
  ),
  action_items: withVisitor(
    exported(
      'action_items',
      'id',
      'title description priority owner category tags due_date status session_id seq created_at',
      'id visitor_id key done_with assignee_id',
      'technical',
    ),
  ),
  notes: withVisitor(
    exported(
      'notes',
      'id',
      'text session_id created_at updated_at',
      'id visitor_id author_id author',
      'about whoever wrote the note',
    ),
  ),
  bookings: withVisitor(
    exported(
      'bookings',
      'id',
      'kind title status starts_at ends_at zone place name email phone note session_id created_at moved_at ' +
        'cancelled_at cancelled_by',
      'id visitor_id sequence blocked_from blocked_to language locale consent_hash written_sequence write_problem',
      'technical',
    ),
  ),
  waitlist: {
    goes: 'by its address',
    column: 'email_normalised',
    exported: exported(
      'waitlist',
      'id',
      'email name signup_type created_at',
      'id email_normalised',
      'the same as another column',
    ),
  },
  outgoing_mails: {
    goes: 'with its visitor, or after a time',
    exported: exported(
      'mails',
      'id',
      'template recipient language session_id created_at delivered_at gave_up_at',
      'id key sealed_data visitor_id attempts problem sending_until',
      'technical, or sealed until it is sent',
    ),
  },
  reminders: {
    goes: 'with its visitor, or after a time',
    exported: exported(
      'reminders',
      'id',
      'kind occasion due_at sent_at answered_at created_at',
      'id ref action_item_id visitor_id sealed_mail answer',
      'technical, or what the owner did with it',
    ),
  },
  person_links: {
    goes: 'with either of its visitors',
    why: 'whom the owner takes for one person; an export would name somebody else',
  },
  desk_links: { goes: 'by its address', column: 'email', exported: notExported('a hash of a link, for an hour') },
  turns: withSession(
    exported(
      'turns',
      'turn_id',
      'session_id turn_id kind mode model provider status performer usage created_at finished_at',
      'model_asked text knowledge trace',
      'the same words as the messages, and how the answer was found',
    ),
  ),
  plain_completions: withSession(exported('completions', 'id', 'session_id usage created_at', 'id', 'technical')),
  utterances: withSession(
    exported(
      'messages',
      'seq',
      'session_id seq speaker author text interrupted ts',
      'id turn_id segment_index total_segments',
      'technical',
    ),
  ),
  events: withSession(exported('events', 'id', 'session_id kind payload ts', 'id', 'technical')),
  extracts: withSession(
    exported(
      'understood',
      'id',
      'session_id seq analyser intent confidence lead_score company contact_info pain_points followup_actions ' +
        'entities reasons next_best_question offer reading created_at',
      'id',
      'technical',
    ),
  ),
  lead_signals: withSession(
    exported('signals', 'n', 'session_id seq rule points quote created_at', 'n from_char to_char', 'technical'),
  ),
  summaries: withSession(
    exported(
      'summaries',
      'session_id',
      'session_id executive_summary action_items topics open_questions sentiment writer created_at',
    ),
  ),
  booking_talks: withSession(notExported('what was asked last about a booking')),
  takeovers: withSession(notExported('that a person is wanted or there; what they say stands with the messages')),
  memory_marks: withSession(notExported('how far a conversation has been read')),
  transcripts: withSession(notExported('a search index of the messages')),
  session_figures: withSession(notExported('figures counted from the messages')),
  uncounted_sessions: withSession(notExported('that figures are still to be counted')),
  unanswered_questions: withSession(
    exported(
      'questions',
      'seq',
      'session_id seq question cause at',
      'key score started_at',
      'the same as with the conversation',
    ),
  ),
  speech_use: withSession(
    exported('speech', "t.kind || ' ' || t.provider || ' ' || t.model", 'session_id kind provider model amount'),
  ),
  webhook_messages: withSession(
    exported(
      'sent',
      'id',
      'session_id reason lead_score created_at delivered_at gave_up_at',
      'id threshold attempts problem sending_until',
      'about the receiver, or technical',
    ),
  ),
  shows: withSession(
    exported('shows', 'session_id', 'session_id state updated_at', 'visitor_id version next_event', 'technical'),
  ),
  show_events: withSession(
    exported(
      'show_messages',
      'seq',
      'session_id seq type data created_at',
      'is_private',
      'technical; hints of the director are theirs, and words stand with the messages',
      'NOT is_private',
    ),
  ),
  show_memories: withSession(
    exported(
      'episodes',
      'id',
      'session_id episode_number memory started_at visitor_rating publishing_agreed_at slug published_at published',
      'id visitor_id',
      'technical',
    ),
  ),
  legal_holds: {
    goes: 'when it is lifted',
    exported: exported(
      'holds',
      'session_id',
      'session_id placed_at waiting_erasure',
      'reason placed_by',
      'for the owner’s lawyers',
    ),
  },
  erasures: never('figures of erasures, by number', 'number', 'scope', 'counts', 'postponed', 'at'),
  erased_hashes: never('keyed hashes of ids and addresses that are gone', 'number', 'kind', 'hash', 'within'),
  users: withAccount,
  invitations: withAccount,
  auth_sessions: withAccount,
  refresh_tokens: withAccount,
  known_addresses: withAccount,
  mfa_factors: withAccount,
  mfa_challenges: withAccount,
  recovery_codes: withAccount,
  open_dashboards: withAccount,
  dashboard_links: never('hashes of one-time links', 'token_hash', 'kind', 'created_at', 'expires_at'),
  consent_texts: never('the product’s sentences, not a visitor’s words', 'hash', 'text'),
  job_requests: never('ids of sessions, messages and mails; taken away with them', 'id', 'name', 'key', 'created_at'),
  audit_log: never(
    'what the owner’s people did; searched addresses and ids of who is erased are taken out',
    ...['id', 'at', 'actor_id', 'actor', 'action', 'detail', 'address'],
  ),
  settings: never('what the owner set', 'name', 'value', 'version', 'updated_at', 'updated_by'),
  connected_model: never(
    'the owner’s way to a language model',
    ...['only_one', 'id', 'provider', 'base_url', 'model', 'sealed_key', 'connected_at', 'connected_by'],
  ),
  connected_mail: never(
    'the owner’s way to a mail server',
    ...['only_one', 'id', 'host', 'port', 'secure', 'user_name', 'sealed_password', 'sender'],
    ...['connected_at', 'connected_by'],
  ),
  mail_unsubscribes: never('hashes of addresses that want no mail', 'address_hash', 'template', 'created_at'),
  retention_promises: never('what was promised, when', 'id', 'since', 'value'),
  last_runs: never('figures of what runs by itself', 'name', 'at', 'detail'),
  instances: never('what servers say of themselves', 'id', 'host', 'version', 'started_at', 'seen_at', 'report'),
  alarms: never(
    'what is wrong with the installation',
    ...['key', 'id', 'detail', 'bad_since', 'raised_at', 'told_at', 'good_since'],
  ),
  twin_setup: never(
    'the consultant’s own words',
    ...['only_one', 'state', 'answers', 'step', 'version', 'updated_at', 'updated_by'],
    ...['reference', 'published_at', 'before_publishing'],
  ),
  twin_texts: never(
    'the consultant’s own words',
    ...['id', 'file', 'version', 'text', 'removed', 'saved_at', 'saved_by', 'folder_hash'],
  ),
  twin_pictures: never(
    'the consultant’s own portraits',
    ...['file', 'media_type', 'bytes', 'width', 'height', 'added_at', 'added_by'],
  ),
  calendar_sources: never(
    'the consultant’s calendars; addresses, passwords and uploaded files are sealed',
    ...['id', 'kind', 'named', 'label', 'sealed', 'writes', 'read_at', 'ok_at', 'problem', 'created_at', 'created_by'],
  ),
  busy_times: never('when the consultant is busy', 'source_id', 'starts_at', 'ends_at'),
  calendar_feed: never('a number', 'only_one', 'version'),
  demo_performance: never('numbers a demo script', 'demo_id', 'metrics', 'updated_at'),
  imports: never(
    'sources of the consultant’s own words',
    ...['id', 'kind', 'source', 'source_key', 'input', 'urls', 'state', 'done', 'total', 'problem', 'notes'],
    ...['created_at', 'created_by', 'applied_at', 'file', 'file_version', 'reading_until', 'attempts'],
  ),
  import_passages: never(
    'the consultant’s own words',
    ...['import_id', 'position', 'headings', 'title', 'text', 'asks', 'source', 'page', 'url', 'change'],
    ...['old_title', 'old_text', 'decision', 'passage_id'],
  ),
  daily_totals: never('numbers a day', 'day', 'name', 'count'),
  session_totals: never('numbers an hour', ...['hour', 'intent', 'sessions', 'high_quality', 'ctas', 'duration_ms']),
  session_total_changes: never(
    'numbers an hour',
    ...['hour', 'intent', 'sessions', 'high_quality', 'ctas', 'duration_ms'],
  ),
  figure_changes: never(
    'numbers by terms; a term goes with its last conversation',
    'start',
    'name',
    'key',
    'count',
    'sum',
  ),
  figure_totals: never(
    'numbers by terms; a term goes with its last conversation',
    'step',
    'start',
    'name',
    'key',
    'count',
    'sum',
  ),
  installation_secrets: never('random keys', 'name', 'value', 'sealed', 'created_at'),
  signing_keys: never('random keys', 'kid', 'jwk', 'sealed', 'created_at'),
  rate_limits: never('keys are hashed, and run out', 'key', 'points', 'expire'),
};
