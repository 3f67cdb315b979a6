import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Admit } from '../../platform/http/gateway-function.ts';
import { bearerToken, type Guard } from '../../platform/http/guard.ts';
import { ownerCallHook } from '../accounts/index.ts';
import { METRICS_TYPE, type MetricSources, type Metrics } from './metrics.ts';

/** Dependencies of {@link mountMetrics}. */
export interface MetricsRouteDeps {
  metrics: Pick<Metrics, 'read'>;
  sources: MetricSources;
  guard: Guard;
  admit: Admit;
  /** What a scraper gives as its bearer token; null for none, so that only admins may read. */
  token: string | null;
}

/** Mounts `GET /metrics`: the figures of this instance, for the scraper's token and for admins. */
export function mountMetrics(app: FastifyInstance, { metrics, sources, guard, admit, token }: MetricsRouteDeps): void {
  const begin = ownerCallHook(admit);
  app.get('/metrics', {
    async onRequest(request, reply) {
      await begin(request, reply);
      if (!hasToken(request, token)) await guard.require(request, 'admin');
    },
    handler: async (_request, reply) => reply.type(METRICS_TYPE).send(await metrics.read(sources)),
  });
}

/** Compares hashes, so that the time taken tells nothing of the token, nor of its length. */
function hasToken(request: FastifyRequest, token: string | null): boolean {
  const given = bearerToken(request);
  return token !== null && given !== null && timingSafeEqual(hashOf(given), hashOf(token));
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
