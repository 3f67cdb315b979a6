import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../auth/guard.ts';
import { beginOwnerCall } from '../auth/owner-call.ts';
import type { AdminParts, AdminScope } from './admin-scope.ts';
import { mountAnalytics } from './analytics-routes.ts';
import { mountDanger } from './danger-routes.ts';
import { mountExports } from './export-routes.ts';
import { mountLive } from './live-routes.ts';
import { mountModel, mountProviders } from './model-routes.ts';
import { mountNotes } from './note-routes.ts';
import { mountSessions } from './session-routes.ts';
import { mountSettings } from './settings-routes.ts';
import { mountTwin } from './twin-routes.ts';
import { mountWork } from './work-routes.ts';

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
