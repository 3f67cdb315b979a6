/** What becomes of a table's rows when a visitor is erased. */
type DataRule =
  /** Rows belong to a session and are deleted with it, whatever they hold. */
  | { goes: 'with its session' }
  /** Rows name the visitor, are deleted with them, and expire on their own. */
  | { goes: 'with its visitor' }
  /** The row represents the visitor: it is deleted with them, or once nothing else is kept of them. */
  | { goes: 'with the last of its visitor' }
  /** Rows may name a visitor, with whom they are deleted, and expire after a fixed time (`FIXED_RULES`). */
  | { goes: 'with its visitor, or after a time' }
  /** Rows are found by their email address. */
  | { goes: 'by its address' }
  /** Rows about the owner's people, who see and remove them themselves. */
  | { goes: 'with its account' }
  /** Rows hold no visitor data; each new column needs a review. */
  | { goes: 'never'; columns: readonly string[]; why: string };

const withSession: DataRule = { goes: 'with its session' };
const withVisitor: DataRule = { goes: 'with its visitor' };
const withVisitorOrTime: DataRule = { goes: 'with its visitor, or after a time' };
const withAccount: DataRule = { goes: 'with its account' };
const never = (why: string, ...columns: string[]): DataRule => ({ goes: 'never', columns: columns.toSorted(), why });

/**
 * The rule of every table in the schema `public`. A test compares this with the database, so that nobody can add a
 * table, or a column to a table without visitor data, without a rule.
 */
export const DATA_REGISTER: Readonly<Record<string, DataRule>> = {
  visitors: { goes: 'with the last of its visitor' },
  sessions: withVisitor,
  leads: withVisitor,
  memories: withVisitor,
  action_items: withVisitor,
  notes: withVisitor,
  bookings: withVisitor,
  waitlist: { goes: 'by its address' },
  outgoing_mails: withVisitorOrTime,
  reminders: withVisitorOrTime,
  turns: withSession,
  plain_completions: withSession,
  utterances: withSession,
  events: withSession,
  extracts: withSession,
  lead_signals: withSession,
  summaries: withSession,
  memory_marks: withSession,
  transcripts: withSession,
  session_figures: withSession,
  uncounted_sessions: withSession,
  unanswered_questions: withSession,
  speech_use: withSession,
  webhook_messages: withSession,
  shows: withSession,
  show_events: withSession,
  show_memories: withSession,
  booking_talks: withSession,
  takeovers: withSession,
  open_dashboards: withAccount,
  users: withAccount,
  invitations: withAccount,
  auth_sessions: withAccount,
  refresh_tokens: withAccount,
  known_addresses: withAccount,
  mfa_factors: withAccount,
  mfa_challenges: withAccount,
  recovery_codes: withAccount,
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
    'the consultant’s calendars; addresses and passwords are sealed',
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
