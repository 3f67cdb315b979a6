import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Spawned, type SpawnedServer, spawnProgram, spawnServer } from '../server/testing/spawned-server.ts';

const STUB = path.resolve(import.meta.dirname, '../server/testing/fake-provider.ts');
const BARE = path.join(import.meta.dirname, 'bare-program.ts');

/** The stub's pace. */
export interface StubPace {
  firstWordMs: number;
  wordMs: number;
  /** Words of each reply. */
  words: number;
}

/** Starts what a benchmark needs; {@link Stage.clear} ends all of it. */
export class Stage {
  readonly #ends: (() => Promise<void>)[] = [];

  /** An empty folder. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'understudy-bench-'));
    this.#ends.push(async () => {
      // A database's secret key is stored beside its folder.
      for (const gone of [folder, `${folder}.key`]) {
        await rm(gone, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      }
    });
    return folder;
  }

  /** The provider's stub; `url` is its base URL. */
  async stub(pace: StubPace): Promise<Spawned & { url: string }> {
    const args = ['--port', '0', '--first-word-ms', String(pace.firstWordMs), '--word-ms', String(pace.wordMs)];
    const stub = this.#keep(await spawnProgram(STUB, [...args, '--words', String(pace.words)], 'fake provider on'));
    return { ...stub, url: urlIn(stub.ready) };
  }

  /** The bare program on its own database. */
  async bare(providerUrl: string): Promise<Spawned & { url: string }> {
    const bare = this.#keep(await spawnProgram(BARE, [providerUrl, await this.folder()], 'bare program on'));
    return { ...bare, url: urlIn(bare.ready) };
  }

  /** The product on its own database. */
  async product(
    environment: Record<string, string>,
    options: { dataDir?: string; nodeArgs?: readonly string[] } = {},
  ): Promise<SpawnedServer> {
    const { dataDir = await this.folder(), nodeArgs = [] } = options;
    return this.#keep(await spawnServer({ DATA_DIR: dataDir, ...environment }, { nodeArgs }));
  }

  /** Ends everything, in reverse order. */
  async clear(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }

  #keep<S extends Spawned>(spawned: S): S {
    this.#ends.push(() => spawned.end());
    return spawned;
  }
}

/** Environment that points the product at the stub. */
export function askStub(url: string): Record<string, string> {
  return { LLM_BASE_URL: url, LLM_API_KEY: 'bench', LLM_MODEL: 'fake-model' };
}

function urlIn(line: string): string {
  return /http\S+/.exec(line)?.[0] ?? '';
}
