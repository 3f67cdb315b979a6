import type { FastifyInstance } from 'fastify';

/** What `/readyz` checks. */
export interface Readiness {
  /** Whether the database answers and is migrated; if not, the reasons in sentences. */
  database(): Promise<{ ready: boolean; reasons: string[] }>;
  /** Problems that do not keep visitors from being served, in sentences. */
  flaws(): string[];
  stopping(): boolean;
}

/** `/healthz`: the process is alive. `/readyz`: whether it can serve visitors, or why not, with any lesser problems. */
export function mountHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const database = await readiness.database();
    const stopping = readiness.stopping();
    const reasons = [...(stopping ? ['the server is stopping'] : []), ...database.reasons, ...readiness.flaws()];
    const ready = database.ready && !stopping;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable', reasons });
  });
}
