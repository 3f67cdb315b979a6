import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AdminParts, AdminScope } from '../../features/accounts/admin-scope.ts';
import type { Actor } from '../../features/accounts/guard.ts';
import { beginOwnerCall } from '../../features/accounts/owner-call.ts';
import { mountAnalytics } from '../../features/analytics/analytics-routes.ts';
import { mountExports } from '../../features/dashboard/export-routes.ts';
import { mountLive } from '../../features/dashboard/live-routes.ts';
import { mountNotes } from '../../features/dashboard/note-routes.ts';
import { mountSessions } from '../../features/dashboard/session-routes.ts';
import { mountWork } from '../../features/dashboard/work-routes.ts';
import { mountDanger } from '../../features/privacy/danger-routes.ts';
import { mountModel, mountProviders } from '../../features/settings/model-routes.ts';
import { mountSettings } from '../../features/settings/settings-routes.ts';
import { mountTwin } from '../../features/settings/twin-routes.ts';

/** Mounts `/api/admin/*`. Every call is authorised anew, before its body is read, and no response may be cached. */
export async function mountAdmin(app: FastifyInstance, parts: AdminParts): Promise<void> {
  const begin = beginOwnerCall(parts.context);
  const actors = new WeakMap<FastifyRequest, Actor>();
  await app.register(
    async (http) => {
      http.addHook('onRequest', async (request, reply) => {
        await begin(request, reply);
        actors.set(request, await parts.guard.require(request));
      });
      const scope: AdminScope = {
        ...parts,
        http,
        pool: parts.context.pool,
        actorOf(request) {
          const actor = actors.get(request);
          if (!actor) throw new Error('A route of the dashboard was reached past its guard.');
          return actor;
        },
      };
      mountSessions(scope);
      mountNotes(scope);
      mountWork(scope);
      mountExports(scope);
      mountLive(scope);
      mountAnalytics(scope);
      mountSettings(scope);
      mountDanger(scope);
      mountProviders(scope);
      mountModel(scope);
      mountTwin(scope);
    },
    { prefix: '/api/admin' },
  );
}
