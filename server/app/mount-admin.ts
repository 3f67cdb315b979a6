import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AdminScope, ownerCallHook } from '../features/accounts/index.ts';
import { type ChartDeps, mountAnalytics } from '../features/analytics/index.ts';
import { type Backups, mountBackups } from '../features/backups/index.ts';
import {
  type DraftDeps,
  mountActionItems,
  mountBookings,
  mountDrafts,
  mountExports,
  mountLive,
  mountNotes,
  mountPeople,
  mountReplyTraces,
  mountSessionDetail,
  mountSessionList,
  mountStats,
  mountWork,
} from '../features/dashboard/index.ts';
import { type EpisodeDeps, mountShows } from '../features/episodes/index.ts';
import { type ImportRouteDeps, mountImports } from '../features/imports/index.ts';
import { mountStatus } from '../features/monitoring/index.ts';
import { type DangerDeps, mountDanger, mountLegalHolds, mountRetention } from '../features/privacy/index.ts';
import {
  type CalendarDeps,
  type MailRouteDeps,
  type ModelDeps,
  mountCalendar,
  mountMail,
  mountModel,
  mountPictures,
  mountProviders,
  mountSettings,
  mountTwin,
  type SettingsRouteDeps,
  type TwinTextDeps,
} from '../features/settings/index.ts';
import { mountSetup, type SetupRouteDeps } from '../features/setup/index.ts';
import { mountTakeover, type TakeoverRouteDeps } from '../features/takeover/index.ts';
import type { Admit } from '../platform/http/gateway-function.ts';
import type { Actor } from '../platform/http/guard.ts';

/** Dependencies of the dashboard's routes, by feature. */
interface AdminDeps {
  scope: Omit<AdminScope, 'http' | 'actorOf'>;
  admit: Admit;
  draft: DraftDeps;
  live: Parameters<typeof mountLive>[1];
  takeover: TakeoverRouteDeps;
  episodes: EpisodeDeps;
  calendar: CalendarDeps;
  charts: ChartDeps;
  settings: SettingsRouteDeps;
  providers: Parameters<typeof mountProviders>[1];
  mail: MailRouteDeps;
  model: ModelDeps;
  twinTexts: TwinTextDeps;
  imports: ImportRouteDeps;
  setup: SetupRouteDeps;
  danger: DangerDeps;
  backups: Pick<Backups, 'start' | 'state'>;
  readStatus: Parameters<typeof mountStatus>[1];
}

/** Mounts `/api/admin/*`. Every call is authorised anew, before its body is read, and no response may be cached. */
export async function mountAdmin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  const begin = ownerCallHook(deps.admit);
  const actors = new WeakMap<FastifyRequest, Actor>();
  await app.register(
    async (http) => {
      http.addHook('onRequest', async (request, reply) => {
        await begin(request, reply);
        actors.set(request, await deps.scope.guard.require(request));
      });
      const scope: AdminScope = {
        ...deps.scope,
        http,
        actorOf(request) {
          const actor = actors.get(request);
          if (!actor) throw new Error('A route of the dashboard was reached past its guard.');
          return actor;
        },
      };
      mountStats(scope);
      mountSessionList(scope);
      mountSessionDetail(scope);
      mountDrafts(scope, deps.draft);
      mountNotes(scope);
      mountPeople(scope);
      mountReplyTraces(scope, deps.draft);
      mountActionItems(scope);
      mountWork(scope);
      mountExports(scope, deps.live);
      mountLive(scope, deps.live);
      mountBookings(scope, deps.calendar);
      mountCalendar(scope, deps.calendar);
      mountTakeover(scope, deps.takeover);
      mountShows(scope, deps.episodes);
      mountAnalytics(scope, deps.charts);
      mountSettings(scope, deps.settings);
      mountRetention(scope, deps.danger.nudgeJobs);
      mountDanger(scope, deps.danger);
      mountLegalHolds(scope, deps.danger.nudgeJobs);
      mountProviders(scope, deps.providers);
      mountMail(scope, deps.mail);
      mountModel(scope, deps.model);
      mountTwin(scope, deps.twinTexts);
      mountPictures(scope, deps.twinTexts);
      mountImports(scope, deps.imports);
      mountSetup(scope, deps.setup);
      mountBackups(scope, deps.backups);
      mountStatus(scope, deps.readStatus);
    },
    { prefix: '/api/admin' },
  );
}
