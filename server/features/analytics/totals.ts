import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import { rollUp } from '../../platform/database/rollup.ts';
import { FIGURES, STAYED_FROM_MESSAGES } from './figures.ts';

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Advisory lock of the roll-up. The number is arbitrary. */
const ROLL_UP_LOCK = 7_265_014_379;

/** The stretches for which figures are summed, in minutes. */
const QUARTER = 15;
const HOUR = 60;
const DAY = 1_440;
/** Figures that are also kept by the quarter-hour: those shown by the hour, and those of no conversation. */
const KEPT_BY_QUARTER: readonly string[] = [FIGURES.sessions, FIGURES.start, FIGURES.openLead];
/** Figures that belong to no conversation and are read by the quarter-hour only. */
const QUARTERS_ONLY: readonly string[] = [FIGURES.openLead];
/** Changes added up per statement: after a long deletion, a single one for all would take a minute. */
const BATCH = 5_000;

/** One figure over a span; see {@link FIGURES} for its numbers. */
export interface Figure {
  name: string;
  key: string;
  count: number;
  sum: number;
}

/** Adds pending changes to the sums. Safe to run at any time, twice, and on several instances. */
export async function rollUpFigures(pool: Pool): Promise<void> {
  let folded = BATCH;
  while (folded === BATCH) {
    folded = 0;
    await rollUp(pool, ROLL_UP_LOCK, async (client) => {
      const { rows } = await client.query<{ changes: number; emptied: EmptySum[] | null }>(FOLD, [KEPT_BY_QUARTER]);
      folded = rows[0]?.changes ?? 0;
      const emptied = rows[0]?.emptied;
      if (emptied) await client.query(DROP_EMPTY, [JSON.stringify(emptied)]);
    });
  }
}

/** A sum that has become 0. */
interface EmptySum {
  step: number;
  start: string;
  name: string;
  key: string;
}

/** SQL: adds a batch of changes to the sums. $1 are the figures that are kept by the quarter-hour. */
const FOLD = `WITH c AS (
    DELETE FROM figure_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM figure_changes LIMIT ${BATCH}))
      RETURNING *
  ), s AS (
    SELECT ${DAY} AS step, date_trunc('day', start, 'UTC') AS start, name, key, count, sum FROM c
    UNION ALL SELECT ${HOUR}, date_trunc('hour', start, 'UTC'), name, key, count, sum FROM c
    UNION ALL SELECT ${QUARTER}, start, name, key, count, sum FROM c WHERE name = ANY ($1)
  ), i AS (
    INSERT INTO figure_totals AS t (step, start, name, key, count, sum)
    SELECT step, start, name, key, sum(count), sum(sum) FROM s GROUP BY step, start, name, key
    ON CONFLICT (name, step, start, key) DO UPDATE SET count = t.count + excluded.count, sum = t.sum + excluded.sum
    RETURNING step, start, name, key, count, sum
  )
  SELECT (SELECT count(*)::int FROM c) AS changes,
    (SELECT jsonb_agg(jsonb_build_object('step', step, 'start', start, 'name', name, 'key', key))
     FROM i WHERE count = 0 AND sum = 0) AS emptied`;

/** SQL: deletes empty sums, because their keys may contain words of conversations that were deleted. */
const DROP_EMPTY = `DELETE FROM figure_totals t
  USING jsonb_to_recordset($1::jsonb) AS e (step int, start timestamptz, name text, key text)
  WHERE (t.name, t.step, t.start, t.key) = (e.name, e.step, e.start, e.key) AND t.count = 0 AND t.sum = 0`;

/** SQL: sums in stretches of `step` minutes between two parameters, given by their positions in the list. */
const totals = (step: number, from: number, to: number) =>
  `SELECT name, key, start, count, sum FROM figure_totals
   WHERE name = ANY ($1) AND step = ${step} AND start >= $${from} AND start < $${to}`;
/** SQL: the changes that are not added up yet, between two parameters. */
const changes = (from: number, to: number) =>
  `SELECT name, key, start, count, sum FROM figure_changes WHERE name = ANY ($1) AND start >= $${from}
    AND start < $${to}`;
/** SQL: the figures of conversations between two parameters, for the parts of an hour at a span's ends. */
const ofSessions = (from: number, to: number) =>
  `SELECT f ->> 0, f ->> 1, started_at, (f ->> 2)::bigint, (f ->> 3)::bigint
   FROM session_figures, jsonb_array_elements(figures) AS f
   WHERE started_at >= $${from} AND started_at < $${to} AND f ->> 0 = ANY ($1)`;

/** Figures that are known before a conversation is counted: while it runs, and while it waits to be counted. */
const LIVE_FIGURES: readonly string[] = [FIGURES.sessions, FIGURES.start, FIGURES.score, FIGURES.funnel];
const LIVE_COLUMNS = 's.id, s.started_at, s.final_intent, s.lead_score, s.cta_chosen, s.email';
/**
 * SQL: what conversations that are not counted yet add to these figures, in the terms of `figuresOf`. For those that
 * wait to be counted anew, subtracts what was counted before.
 */
const live = (from: number, to: number) =>
  `SELECT l.name, l.key, s.started_at, l.count, l.sum FROM (
     SELECT ${LIVE_COLUMNS} FROM sessions s
       WHERE s.consent AND s.ended_at IS NULL AND s.started_at >= $${from} AND s.started_at < $${to}
     UNION ALL SELECT ${LIVE_COLUMNS} FROM uncounted_sessions u JOIN sessions s ON s.id = u.session_id
       WHERE s.consent AND s.ended_at IS NOT NULL AND s.started_at >= $${from} AND s.started_at < $${to}
   ) AS s CROSS JOIN LATERAL (
     SELECT '${FIGURES.sessions}' AS name, coalesce(s.final_intent, 'none') AS key, 1 AS count,
       (s.lead_score >= ${HIGH_QUALITY_LEAD_SCORE})::int AS sum
     UNION ALL SELECT '${FIGURES.start}', '', 1, 0
     UNION ALL SELECT '${FIGURES.score}', (least(9, greatest(0, s.lead_score) / 10) * 10)::text, 1, 0
     UNION ALL SELECT '${FIGURES.funnel}', step, 1, 0
       FROM (SELECT contact_info FROM extracts WHERE session_id = s.id ORDER BY seq DESC, id DESC LIMIT 1) AS e
         RIGHT JOIN (SELECT) AS one ON true
         CROSS JOIN LATERAL (VALUES ('three_turns', true),
           ('contact', s.email IS NOT NULL OR e.contact_info IS NOT NULL),
           ('cta', s.cta_chosen IS NOT NULL)) AS v (step, reached)
       WHERE '${FIGURES.funnel}' = ANY ($1) AND reached AND (SELECT count(*) FROM (SELECT FROM utterances
         WHERE session_id = s.id AND speaker = 'visitor' LIMIT ${STAYED_FROM_MESSAGES}) AS m) = ${STAYED_FROM_MESSAGES}
   ) AS l WHERE l.name = ANY ($1)
   UNION ALL
   SELECT f ->> 0, f ->> 1, c.started_at, -(f ->> 2)::bigint, -(f ->> 3)::bigint
   FROM uncounted_sessions JOIN session_figures c USING (session_id), jsonb_array_elements(c.figures) AS f
   WHERE c.started_at >= $${from} AND c.started_at < $${to} AND f ->> 0 = ANY ($1)
     AND f ->> 0 = ANY ('{${LIVE_FIGURES.join(',')}}')`;

/** Integers up to 2^53 add up exactly as doubles, several times faster than as the numerics that `sum` yields. */
const SUMS = 'sum(count::float8) AS count, sum(sum::float8) AS sum';

/**
 * SQL: $2 to $7 are the span, the hours in it and the whole days in it. Days come from daily sums, the hours around
 * them from hourly ones, and the remainder from `rest`.
 */
const spanSums = (rest: string) => `SELECT name, key, ${SUMS} FROM (
    ${totals(DAY, 6, 7)} UNION ALL ${totals(HOUR, 4, 6)} UNION ALL ${totals(HOUR, 7, 5)} UNION ALL ${rest}
  ) AS part GROUP BY name, key HAVING sum(count) <> 0 OR sum(sum) <> 0`;
const BY_HOURS = `${changes(4, 5)} UNION ALL ${ofSessions(2, 4)} UNION ALL ${ofSessions(5, 3)}`;
const COUNTED = spanSums(BY_HOURS);
const WITH_LIVE = spanSums(`${BY_HOURS} UNION ALL ${live(2, 3)}`);
const BY_QUARTERS = spanSums(`${changes(2, 3)} UNION ALL ${totals(QUARTER, 2, 4)} UNION ALL ${totals(QUARTER, 5, 3)}`);

/**
 * Reads the figures of everything that started in a span of at least a few hours, in one statement. Exact for any
 * bounds.
 *
 * @param names of figures: all or none of {@link QUARTERS_ONLY}, for which the bounds must be full quarter-hours
 * @param of 'counted' leaves out conversations that are not counted yet
 */
export async function readFigures(
  pool: Pool,
  names: readonly string[],
  { from, to }: { from: number; to: number },
  of: 'counted' | 'all' = 'all',
): Promise<Figure[]> {
  const hours = [Math.ceil(from / HOUR_MS) * HOUR_MS, Math.floor(to / HOUR_MS) * HOUR_MS] as const;
  const firstDay = Math.ceil(from / DAY_MS) * DAY_MS;
  const lastDay = Math.floor(to / DAY_MS) * DAY_MS;
  // If the span contains no whole day, the hours before and after it meet.
  const days = firstDay < lastDay ? [firstDay, lastDay] : [hours[1], hours[1]];
  const moments = [from, to, ...hours, ...days].map((moment) => new Date(moment));
  const hasLive = of === 'all' && names.some((name) => LIVE_FIGURES.includes(name));
  const byHours = hasLive ? WITH_LIVE : COUNTED;
  const text = names.every((name) => QUARTERS_ONLY.includes(name)) ? BY_QUARTERS : byHours;
  return (await pool.query<Figure>(text, [names, ...moments])).rows;
}

/**
 * Reads a figure for each stretch between bounds. Hours that contain a bound are read by the quarter-hour, the rest of
 * the first quarter-hour from the conversations, and all other hours whole.
 * @param name of a figure that is kept by the quarter-hour
 * @param bounds from the start to the end, at least an hour apart in total; all but the first are full quarter-hours
 */
export async function readSeries(pool: Pool, name: string, bounds: readonly number[]): Promise<(Figure & Place)[]> {
  const [from = 0, to = 0] = [bounds[0], bounds.at(-1)];
  const split = new Set(bounds.filter((bound) => bound % HOUR_MS !== 0).map((bound) => bound - (bound % HOUR_MS)));
  const quarters = [...split]
    .flatMap((hour) => [0, 1, 2, 3].map((quarter) => hour + (quarter * HOUR_MS) / 4))
    .filter((quarter) => quarter >= from && quarter < to);
  const nextQuarter = Math.ceil(from / QUARTER_MS) * QUARTER_MS;
  const moments = (list: Iterable<number>) => [...list].map((moment) => new Date(moment));
  const { rows } = await pool.query<Figure & Place>(
    `SELECT ($1::text[])[1] AS name, width_bucket(start, $4::timestamptz[]) - 1 AS at, key, ${SUMS}
     FROM (${totals(HOUR, 2, 3)} AND start <> ALL ($5::timestamptz[])
       UNION ALL SELECT name, key, start, count, sum FROM figure_totals
         WHERE name = ANY ($1) AND step = ${QUARTER} AND start = ANY ($6::timestamptz[])
       UNION ALL ${changes(2, 3)} UNION ALL ${ofSessions(2, 7)} UNION ALL ${live(2, 3)}
     ) AS part GROUP BY at, key HAVING sum(count) <> 0 OR sum(sum) <> 0`,
    [[name], new Date(from), new Date(to), moments(bounds), moments(split), moments(quarters), new Date(nextQuarter)],
  );
  return rows;
}

/** Where a figure belongs. */
interface Place {
  /** The index of the stretch, from 0. */
  at: number;
}

/**
 * Counts by hour of the week, beginning with Monday's first.
 * @param stretches the span, split into parts with a constant offset from UTC
 * @returns counts by hour, 0 to 167; empty hours are left out
 */
export async function readHoursOfWeek(
  pool: Pool,
  name: string,
  stretches: readonly { from: number; to: number; offset: number }[],
): Promise<{ hour: number; count: number }[]> {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return [];
  const offsets = stretches.map(({ offset }) => offset);
  const step = stepFor([...offsets, first.from, last.to]);
  const { rows } = await pool.query<{ hour: number; count: number }>(
    // The epoch began on a Thursday, 72 hours after the start of its week.
    `SELECT ((extract(epoch FROM start)::bigint + ($5::int[])[width_bucket(start, $4::timestamptz[])]) / 3600
      + 72)::int % 168
       AS hour, sum(count::float8) AS count
     FROM (${totals(step, 2, 3)} UNION ALL ${changes(2, 3)} UNION ALL ${ofSessions(2, 6)} UNION ALL ${live(2, 3)}
     ) AS part GROUP BY 1 HAVING sum(count) <> 0`,
    [
      [name],
      new Date(first.from),
      new Date(last.to),
      stretches.map(({ from }) => new Date(from)),
      offsets.map((offset) => Math.round(offset / 1_000)),
      new Date(Math.ceil(first.from / QUARTER_MS) * QUARTER_MS),
    ],
  );
  return rows;
}

/** The longest stretch length, hour or quarter, that all bounds are multiples of. */
const stepFor = (bounds: readonly number[]) => (bounds.every((bound) => bound % HOUR_MS === 0) ? HOUR : QUARTER);
