import { onTestFinished } from 'vitest';
import { type TestDatabase, testDatabase } from './database.ts';
import { proxyToDatabase } from './database-behind-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';
import { type SpawnedServer, spawnServer } from './spawned-server.ts';

/** One of several instances, with its own way to the database. */
export interface Instance {
  server: SpawnedServer;
  /** Between it and the database. */
  toDatabase: FaultProxy;
  /** Ends the server if it still runs, and starts another in its place, on the same way to the database. */
  replace(signal: NodeJS.Signals): Promise<void>;
}

/** Instances of the product as processes of their own on one database, behind a balancer without stickiness. */
export interface Instances {
  database: TestDatabase;
  balancer: RoundRobin;
  all: Instance[];
}

/** Starts instances; all goes after the test. */
export async function startInstances(count: number, environment: Record<string, string>): Promise<Instances> {
  const database = await testDatabase();
  const balancer = await startRoundRobin();
  const all: Instance[] = [];
  onTestFinished(async () => {
    await Promise.all(all.map(({ server }) => (server.child.exitCode === null ? server.end('SIGKILL') : undefined)));
    await Promise.all(all.map(({ toDatabase }) => toDatabase.close()));
    await balancer.close();
    await database.close();
  });
  for (let at = 0; at < count; at += 1) {
    const { proxy: toDatabase, address } = await proxyToDatabase(database);
    const start = () => spawnServer({ ...environment, DATABASE_URL: address });
    const instance: Instance = {
      server: await start(),
      toDatabase,
      async replace(signal) {
        const { url } = instance.server;
        await instance.server.end(signal);
        instance.server = await start();
        balancer.targets.splice(balancer.targets.indexOf(url), 1, instance.server.url);
      },
    };
    all.push(instance);
    balancer.targets.push(instance.server.url);
  }
  return { database, balancer, all };
}
