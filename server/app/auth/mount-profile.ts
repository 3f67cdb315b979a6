import type { Profile } from '@understudy/contract/admin';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import type { Guard } from './guard.ts';
import { beginOwnerCall } from './owner-call.ts';

/** `GET /api/profile`: who asks, in which role; the page's guard goes by it. */
export function mountProfile(app: FastifyInstance, context: AppContext, guard: Guard): void {
  app.get('/api/profile', {
    onRequest: beginOwnerCall(context),
    handler: async (request): Promise<Profile> => {
      const { id, email, role, local } = await guard.require(request, 'viewer');
      return { id: id ?? 'local', email, role, local };
    },
  });
}
