/** Statements that sum seeded rows up for the charts, once, as the server does minute by minute. */

/** Records which template was used when: the sums follow from that. */
export const NOTE_BATCH = 'INSERT INTO seed_start (t, start) SELECT t, quarter_of(started_at) FROM seed_batch';

const ADD = `ON CONFLICT (name, step, start, key) DO UPDATE SET count = s.count + excluded.count,
  sum = s.sum + excluded.sum`;
const INSERT = 'INSERT INTO figure_totals AS s (step, start, name, key, count, sum)';

/** In order: hours, then days from hours. */
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
