import type { FastifyInstance } from 'fastify';

/** What `/readyz` asks. */
export interface Readiness {
  /** Whether the database answers and is migrated, and if not why, in sentences. */
  database(): Promise<{ ready: boolean; reasons: string[] }>;
  /** What is wrong though visitors can be served, in sentences. */
  flaws(): string[];
  stopping(): boolean;
}

/** `/healthz`: the process is alive. `/readyz`: it can serve visitors, or why not, and what is wrong though it can. */
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
