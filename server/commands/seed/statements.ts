/**
 * SQL that creates sessions from templates. The temporary table `seed_batch` has the sessions of one batch (id,
 * visitor, template, start, person), the other tables `seed_*` have the templates.
 */
import { EMAIL_MARK, NAME_MARK } from './templates.ts';

/** SQL: a mark as a text. */
const literal = (mark: string) => `chr(${mark.charCodeAt(0)})`;
/** SQL: a mark as it is in JSON. */
const escaped = (mark: string) => `'${JSON.stringify(mark).slice(1, -1)}'`;
/** SQL: a text with the person in place of the marks. */
const replaced = (text: string, written: (mark: string) => string) =>
  `replace(replace(${text}, ${written(NAME_MARK)}, b.name), ${written(EMAIL_MARK)}, b.email)`;
/** SQL: whether a column contains the person; most rows have no mark, and are copied as they are. */
const isMarked = (column: string) => {
  const [row, field] = column.split('.');
  return `'${field}' = ANY (${row}.marked)`;
};
/** SQL: a text with the session's person inserted. */
const filled = (text: string) => `CASE WHEN ${isMarked(text)} THEN ${replaced(text, literal)} ELSE ${text} END`;
/** The same for a list of texts, and for JSON. */
const filledList = (list: string) =>
  `CASE WHEN ${isMarked(list)} THEN (${replaced(`${list}::text`, literal)})::text[] ELSE ${list} END`;
const filledJson = (json: string) =>
  `CASE WHEN ${isMarked(json)} THEN (${replaced(`${json}::text`, escaped)})::jsonb ELSE ${json} END`;
/**
 * SQL: a turn's id. It begins with the turn's number and ends like its session's, so that utterances need no lookup.
 */
const turnId = (row: string) => `(${row}.turn_head || b.tail)::uuid`;
/** SQL: a time in the session. */
const after = (ms: string) => `b.started_at + (${ms}) * interval '1 millisecond'`;
/** The age from which visitors' requests are completed. */
const ANSWERED_AFTER = '7 days';

/** Filled tables, referenced ones first. */
export const SEEDED_TABLES = [
  'sessions',
  'turns',
  'utterances',
  'extracts',
  'lead_signals',
  'events',
  'summaries',
  'action_items',
  'leads',
  'transcripts',
  'session_figures',
  'speech_use',
  'unanswered_questions',
] as const;

/** Creates the temporary tables. */
export const CREATE_TABLES = `
  CREATE TEMP TABLE seed_template (t int, marked text[], intent text, score int, has_name boolean, has_email boolean,
    company text, role text, cta text, duration_ms int, utterances int, summary text, summary_items jsonb,
      topics text[],
    open_questions text[], sentiment text, figures jsonb, summarised jsonb, chosen jsonb,
      words tsvector) ON COMMIT DROP;
  CREATE TEMP TABLE seed_line (t int, marked text[], seq int, turn int, turn_head text, speaker text, text text,
    at_ms int) ON COMMIT DROP;
  CREATE TEMP TABLE seed_turn (t int, marked text[], turn int, turn_head text, text text, at_ms int, over_ms int,
    provider text, model text,
    usage jsonb, latency_trace jsonb) ON COMMIT DROP;
  CREATE TEMP TABLE seed_extract (t int, marked text[], seq int, intent text, confidence real, lead_score int,
    company text,
    contact_info text, pain_points text[], followup_actions text[], entities jsonb, reasons text[],
    next_best_question text, offer text, at_ms int) ON COMMIT DROP;
  CREATE TEMP TABLE seed_signal (t int, marked text[], n int, rule text, points int, seq int, quote text, from_char int,
    to_char int, at_ms int) ON COMMIT DROP;
  CREATE TEMP TABLE seed_item (t int, marked text[], key text, title text, description text, priority text, owner text,
    category text, tags text[], due_after int, seq int) ON COMMIT DROP;
  CREATE TEMP TABLE seed_speech (t int, kind text, provider text, model text, amount bigint) ON COMMIT DROP;
  CREATE TEMP TABLE seed_question (t int, marked text[], seq int, question text, key uuid) ON COMMIT DROP;
  CREATE TEMP TABLE seed_figure (t int, name text, key text, count bigint, sum bigint) ON COMMIT DROP;
  CREATE TEMP TABLE seed_start (t int, start timestamptz) ON COMMIT DROP;
  CREATE TEMP TABLE seed_open (start timestamptz, key text) ON COMMIT DROP;
  CREATE TEMP TABLE seed_batch (id uuid, tail text, visitor_id uuid, t int, started_at timestamptz, name text,
    email text)
    ON COMMIT DROP`;

/** Fills a table of templates. $1: the rows as JSON. */
export const insertTemplates = (table: string): string =>
  `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`;

/**
 * Creates the sessions of a batch: more in the afternoon than at night, more on weekdays than at the weekend, every
 * sixth by a returning visitor. `0 * n` makes the database draw a random number for each session. $1 to $2: numbers of
 * the batch's sessions. $3: days. $4: number of templates, and $5: of further ones with an open question, used by one
 * session in sixteen. $6, $7: names. $8: distinguishes this seeding.
 */
export const CREATE_BATCH = `INSERT INTO seed_batch
  SELECT id, substr(id::text, 9), md5($8 || v)::uuid,
    CASE WHEN $5 > 0 AND h % 16 = 0 THEN $4 + (h / 16) % $5 ELSE h % $4 END,
    least(now() - interval '1 hour', day + hour * interval '1 hour' + random() * interval '1 hour'),
      first || ' ' || last,
    lower(translate(first || '.' || replace(last, ' ', ''), 'áéíóúñçãâôîìøåäöü’', 'aeiouncaaoiioaaou')) || v || '@' ||
      (ARRAY['mail.example', 'post.example', 'office.example', 'studio.example', 'works.example'])[1 + v % 5]
  FROM generate_series($1::int, $2::int) AS n
  CROSS JOIN LATERAL (SELECT gen_random_uuid() AS id, hashint4(n) & 2147483647 AS h) AS hashed
  CROSS JOIN LATERAL (SELECT CASE WHEN n % 6 = 5 THEN n - 1 ELSE n END AS v) AS who
  CROSS JOIN LATERAL (SELECT ($6::text[])[1 + v % cardinality($6::text[])] AS first,
    ($7::text[])[1 + (v / cardinality($6::text[])) % cardinality($7::text[])] AS last) AS names
  CROSS JOIN LATERAL (SELECT date_trunc('day', now() - (random() + 0 * n) * $3 * interval '1 day') AS any_day) AS d
  CROSS JOIN LATERAL (SELECT CASE WHEN extract(isodow FROM any_day) > 5 AND n % 5 < 3
    THEN any_day - interval '2 days' ELSE any_day END AS day) AS weekday
  CROSS JOIN LATERAL (SELECT (ARRAY[7,8,9,9,10,10,11,11,12,13,14,14,15,15,16,16,17,18,19,20,20,21,22,1])[1
    + floor((random() + 0 * n) * 24)::int]
     AS hour) AS clock`;

/** Inserts the rows of a batch, referenced tables first. */
export const INSERT_BATCH: readonly string[] = [
  `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, next_seq, started_at,
    last_active_at,
     ended_at, end_reason, cta_chosen, contact_name, email, lead_score, final_intent)
   SELECT b.id, b.visitor_id, sha256(uuid_send(gen_random_uuid())), true, '1', 'mentor', t.utterances, b.started_at,
     ${after('t.duration_ms')}, ${after('t.duration_ms')}, 'visitor', t.cta, CASE WHEN t.has_name THEN b.name END,
     CASE WHEN t.has_email THEN b.email END, t.score, t.intent
   FROM seed_batch b JOIN seed_template t USING (t)`,
  `INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, model, provider, status, text, usage, created_at,
     finished_at)
   SELECT b.id, ${turnId('x')}, 'message', 'mentor', x.model, x.model, x.provider, 'done', ${filled('x.text')}, x.usage,
     ${after('x.at_ms')}, ${after('x.over_ms')}
   FROM seed_batch b JOIN seed_template t USING (t) JOIN seed_turn x USING (t)`,
  `INSERT INTO utterances (id, session_id, seq, turn_id, speaker, text, ts)
   SELECT gen_random_uuid(), b.id, x.seq, ${turnId('x')}, x.speaker, ${filled('x.text')}, ${after('x.at_ms')}
   FROM seed_batch b JOIN seed_template t USING (t) JOIN seed_line x USING (t)`,
  `INSERT INTO extracts (session_id, seq, analyser, intent, confidence, lead_score, company, contact_info, pain_points,
     followup_actions, entities, reasons, next_best_question, offer, created_at)
   SELECT b.id, x.seq, 'embedded', x.intent, x.confidence, x.lead_score, x.company, ${filled('x.contact_info')},
     ${filledList('x.pain_points')}, ${filledList('x.followup_actions')}, ${filledJson('x.entities')},
     ${filledList('x.reasons')}, x.next_best_question, x.offer, ${after('x.at_ms')}
   FROM seed_batch b JOIN seed_template t USING (t) JOIN seed_extract x USING (t)`,
  `INSERT INTO lead_signals (session_id, n, rule, points, seq, quote, from_char, to_char, created_at)
   SELECT b.id, x.n, x.rule, x.points, x.seq, q.quote,
     CASE WHEN ${isMarked('l.text')} THEN greatest(strpos(${replaced('l.text', literal)}, q.quote) - 1, 0)
       ELSE x.from_char END,
     CASE WHEN ${isMarked('l.text')} THEN greatest(strpos(${replaced('l.text', literal)}, q.quote) - 1, 0)
       + length(q.quote)
       ELSE x.to_char END,
     ${after('x.at_ms')}
   FROM seed_batch b JOIN seed_template t USING (t) JOIN seed_signal x USING (t) JOIN seed_line l ON l.t = x.t
     AND l.seq = x.seq
   CROSS JOIN LATERAL (SELECT ${filled('x.quote')} AS quote) AS q`,
  `INSERT INTO events (session_id, kind, payload, ts)
   SELECT b.id, e.kind, e.payload, e.ts FROM seed_batch b JOIN seed_template t USING (t)
   CROSS JOIN LATERAL (VALUES
     ('session_started', '{"mode": "mentor", "consent": true}'::jsonb, b.started_at),
     ('session_ended', '{"reason": "visitor"}'::jsonb, ${after('t.duration_ms')}),
     ('session_summarised', t.summarised, ${after('t.duration_ms')})) AS e (kind, payload, ts)
   UNION ALL
   SELECT b.id, 'cta_clicked', t.chosen, ${after('t.duration_ms - 2000')}
   FROM seed_batch b JOIN seed_template t USING (t) WHERE t.cta IS NOT NULL
   UNION ALL
   SELECT b.id, 'voice_turn', x.latency_trace || jsonb_build_object('turn_id', ${turnId('x')}), ${after('x.over_ms')}
   FROM seed_batch b JOIN seed_turn x USING (t) WHERE x.latency_trace IS NOT NULL`,
  `INSERT INTO summaries (session_id, executive_summary, action_items, topics, open_questions, sentiment, writer,
    created_at)
   SELECT b.id, ${filled('t.summary')}, ${filledJson('t.summary_items')}, t.topics, ${filledList('t.open_questions')},
     t.sentiment, 'embedded', ${after('t.duration_ms')}
   FROM seed_batch b JOIN seed_template t USING (t)`,
  `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags,
    due_date, seq,
     status, created_at)
   SELECT b.id, b.visitor_id, x.key, ${filled('x.title')}, ${filled('x.description')}, x.priority, x.owner, x.category,
     x.tags,
     (b.started_at + x.due_after * interval '1 day')::date, x.seq,
     CASE WHEN 'asked for' = ANY (x.tags) AND b.started_at < now() - interval '${ANSWERED_AFTER}' THEN 'done'
       ELSE 'open' END,
     ${after('t.duration_ms')}
   FROM seed_batch b JOIN seed_template t USING (t) JOIN seed_item x USING (t)`,
  `INSERT INTO transcripts (session_id, started_at, words)
   SELECT b.id, b.started_at, CASE WHEN ${isMarked('t.words')}
     THEN t.words || to_tsvector('simple', b.name || ' ' || b.email) ELSE t.words END
   FROM seed_batch b JOIN seed_template t USING (t)`,
  `INSERT INTO session_figures (session_id, started_at, figures)
   SELECT b.id, b.started_at, t.figures FROM seed_batch b JOIN seed_template t USING (t)`,
  `INSERT INTO speech_use (session_id, kind, provider, model, amount)
   SELECT b.id, x.kind, x.provider, x.model, x.amount FROM seed_batch b JOIN seed_speech x USING (t)`,
  `INSERT INTO unanswered_questions (session_id, seq, question, key, score, started_at, at)
   SELECT b.id, x.seq, ${filled('x.question')}, x.key, t.score, b.started_at, ${after('l.at_ms')}
   FROM seed_batch b JOIN seed_template t USING (t) JOIN seed_question x USING (t) JOIN seed_line l ON l.t = x.t
     AND l.seq = x.seq`,
];

/**
 * Inserts the visitors of a batch as leads, with their outcomes: the better the score, the more are won. None is
 * decided within a week. $1: the share of promising leads that are decided.
 */
export const INSERT_LEADS = `WITH made AS (
   SELECT DISTINCT ON (b.visitor_id) b.visitor_id, CASE WHEN t.has_name THEN b.name END AS name,
     CASE WHEN t.has_email THEN b.email END AS email, t.company, t.role, t.intent, t.score,
       count(*) OVER who AS conversations,
     min(b.started_at) OVER who AS first_seen_at, max(${after('t.duration_ms')}) OVER who AS last_seen_at
   FROM seed_batch b JOIN seed_template t USING (t) WINDOW who AS (PARTITION BY b.visitor_id)
   ORDER BY b.visitor_id, b.started_at DESC
 ), decided AS (
   SELECT *, CASE WHEN score < 30 OR last_seen_at > now() - interval '7 days' OR random() > $1 THEN 'new'
     WHEN random() < 0.04 + 0.7 * power(score / 100.0, 2) THEN 'won' ELSE 'lost' END AS status FROM made
 ), l AS (
   INSERT INTO leads (visitor_id, name, email, email_normalised, company, role, intent, lead_score, conversations,
     first_seen_at, last_seen_at, status, status_at)
   SELECT visitor_id, name, email, email, company, role, intent, score, conversations, first_seen_at, last_seen_at,
     status,
     CASE WHEN status <> 'new' THEN last_seen_at + interval '5 days' END FROM decided
   RETURNING lead_score, last_seen_at, status
 )
 INSERT INTO seed_open (start, key) SELECT quarter_of(last_seen_at), least(lead_score / 10, 9) * 10 FROM l
   WHERE status = 'new'`;

/** Adds up the batch's sessions, which no trigger has counted. $1: the score from which a lead is of high quality. */
export const COUNT_BATCH = `INSERT INTO session_total_changes (hour, intent, sessions, high_quality, ctas, duration_ms)
  SELECT date_trunc('hour', b.started_at, 'UTC'), coalesce(t.intent, ''), count(*),
    count(*) FILTER (WHERE t.score >= $1),
    count(t.cta), sum(t.duration_ms)
  FROM seed_batch b JOIN seed_template t USING (t) GROUP BY 1, 2`;

/** Records which template was used when, from which {@link COUNT_ALL} computes the sums. */
export const RECORD_BATCH = 'INSERT INTO seed_start (t, start) SELECT t, quarter_of(started_at) FROM seed_batch';

const ADD = `ON CONFLICT (name, step, start, key) DO UPDATE SET count = s.count + excluded.count,
  sum = s.sum + excluded.sum`;
const INSERT = 'INSERT INTO figure_totals AS s (step, start, name, key, count, sum)';

/** Adds up the seeded rows for the charts, as the server does minute by minute: hours, then days from hours. */
export const COUNT_ALL: readonly string[] = [
  `SET LOCAL work_mem = '64MB'`,
  'ANALYZE seed_start, seed_figure, seed_open',
  `CREATE TEMP TABLE seed_hours ON COMMIT DROP AS
   SELECT h.start, f.name, f.key, sum(f.count * h.times)::bigint AS count, sum(f.sum * h.times)::bigint AS sum
   FROM (SELECT t, date_trunc('hour', start, 'UTC') AS start, count(*) AS times FROM seed_start GROUP BY 1, 2) AS h
   JOIN seed_figure f USING (t) GROUP BY 1, 2, 3
   UNION ALL SELECT date_trunc('hour', start, 'UTC'), 'open_lead', key, count(*), 0 FROM seed_open GROUP BY 1, 3`,
  `${INSERT} SELECT 60, start, name, key, count, sum FROM seed_hours ORDER BY name, start, key ${ADD}`,
  `${INSERT} SELECT 1440, date_trunc('day', start, 'UTC'), name, key, sum(count), sum(sum) FROM seed_hours
   GROUP BY 2, 3, 4 ORDER BY 3, 2, 4 ${ADD}`,
  `${INSERT} SELECT 15, q.start, f.name, f.key, sum(f.count), sum(f.sum) FROM seed_start q JOIN seed_figure f USING (t)
   WHERE f.name IN ('sessions', 'start') GROUP BY 2, 3, 4 ORDER BY 3, 2, 4 ${ADD}`,
  `${INSERT} SELECT 15, start, 'open_lead', key, count(*), 0 FROM seed_open GROUP BY 2, 4 ORDER BY 2, 4 ${ADD}`,
  // Visitors who look and leave; more at weekends.
  `INSERT INTO daily_totals AS d (day, name, count)
   SELECT (start AT TIME ZONE 'UTC')::date, 'visits',
     round(count(*) * (3.1 + 0.8 * random() + CASE WHEN extract(isodow FROM (start AT TIME ZONE 'UTC')::date) > 5
       THEN 1 ELSE 0 END))
   FROM seed_start GROUP BY (start AT TIME ZONE 'UTC')::date ON CONFLICT (day, name) DO UPDATE
     SET count = d.count + excluded.count`,
];
