import type { Analytics } from '@understudy/contract/analytics';
import { questionReader } from '../features/analytics/analytics.ts';
import { countLeftovers } from '../features/analytics/count-session.ts';
import { rollUpFigures } from '../features/analytics/totals.ts';
import { type OwnerScene, ownerScene } from './owner-scene.ts';

/** The dashboard, with what the charts are computed from. */
export interface AnalyticsScene extends OwnerScene {
  /** Counts ended conversations that are not counted yet; returns how many. */
  count(): Promise<number>;
  /** Rolls up what was counted. */
  fold(): Promise<void>;
  /** The charts for a query. */
  charts(query: string): Promise<Required<Analytics>>;
  setZone(zone: string): Promise<void>;
  /** Deletes everything counted and all settings. */
  clear(): Promise<void>;
}

/** @param options as of {@link ownerScene} */
export async function analyticsScene(options: Parameters<typeof ownerScene>[1] = {}): Promise<AnalyticsScene> {
  const scene = await ownerScene({}, options);
  const { pool, parts } = scene.app;
  return {
    ...scene,
    count: () => countLeftovers(pool, questionReader(parts.twin(), parts.understand), { olderThanMs: -1 }),
    fold: () => rollUpFigures(pool),
    async charts(query) {
      const { status, body } = await scene.ask(`/analytics?${query}`);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async setZone(zone) {
      await pool.query(
        `INSERT INTO settings (name, value, updated_by) VALUES ('hours', $1, 'a test')
         ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1`,
        [JSON.stringify({ time_zone: zone, open: [] })],
      );
    },
    async clear() {
      await pool.query('TRUNCATE sessions, leads, settings, daily_totals, figure_changes, figure_totals CASCADE');
    },
  };
}
