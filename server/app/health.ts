import type { FastifyInstance } from 'fastify';

/** What `/readyz` checks. */
export interface Readiness {
  /** Whether the database answers and is migrated; if not, the reasons in sentences. */
  database(): Promise<{ ready: boolean; reasons: string[] }>;
  /** Lesser problems, despite which visitors are served, in sentences. */
  warnings(): string[];
  stopping(): boolean;
}

/** Mounts `/healthz` (the process is alive) and `/readyz` (whether it can serve visitors, and any problems). */
export function mountHealth(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const database = await readiness.database();
    const stopping = readiness.stopping();
    const reasons = [...(stopping ? ['the server is stopping'] : []), ...database.reasons, ...readiness.warnings()];
    const ready = database.ready && !stopping;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'unavailable', reasons });
  });
}
