import { type TestDatabase, testDatabase } from './database.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** A separate database behind a proxy that the test controls. */
export async function databaseBehindProxy(): Promise<{
  database: TestDatabase;
  proxy: FaultProxy;
  /** `postgres://` URL of the proxy. */
  address: string;
  close(): Promise<void>;
}> {
  const database = await testDatabase();
  const { proxy, address } = await proxyToDatabase(database);
  return {
    database,
    proxy,
    address,
    async close() {
      await proxy.close();
      await database.close();
    },
  };
}

/** A proxy in front of a database, and the `postgres://` URL through it. */
export async function proxyToDatabase({ url }: Pick<TestDatabase, 'url'>): Promise<{
  proxy: FaultProxy;
  address: string;
}> {
  const direct = new URL(url);
  const folder = direct.searchParams.get('host');
  const target = folder
    ? { path: `${folder}/.s.PGSQL.${direct.port}` }
    : { host: direct.hostname, port: Number(direct.port || 5432) };
  const proxy = await startFaultProxy(target);
  const address = new URL(direct);
  address.searchParams.delete('host');
  address.hostname = '127.0.0.1';
  address.port = String(proxy.port);
  return { proxy, address: address.href };
}
