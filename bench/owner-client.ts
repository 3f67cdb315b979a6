import { setTimeout as wait } from 'node:timers/promises';

const EMAIL = 'owner@bench.test';
const PASSWORD = 'the tide comes in at noon';

/** Environment that creates an owner for the benchmarks at a server's first start. */
export const BENCH_OWNER = { OWNER_EMAIL: EMAIL, OWNER_PASSWORD: PASSWORD };

/** One response of the dashboard's API. */
export interface TimedAnswer {
  ms: number;
  bytes: number;
  text: string;
}

/** Calls the dashboard's API as a user who has just signed in. */
export class OwnerClient {
  readonly #url: string;
  /** The access token. */
  readonly token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.token = token;
  }

  /** @param url of the server, without a trailing slash */
  static async signIn(url: string): Promise<OwnerClient> {
    // The first owner is created while the server is starting.
    for (let tries = 50; tries > 0; tries -= 1) {
      const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
      });
      const { access_token } = (await answer.json()) as { access_token?: string };
      if (access_token) return new OwnerClient(url, access_token);
      await wait(200);
    }
    throw new Error('Signing in was refused.');
  }

  /**
   * The response's stream, for responses too long to hold in memory.
   *
   * @throws Error unless the status is 200
   */
  async open(path: string): Promise<Response> {
    const answer = await fetch(`${this.#url}/api/admin${path}`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
    return answer;
  }

  /** Changes something. @throws Error unless the status is 200 */
  async put(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${this.#url}/api/admin${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
  }

  /** Starts an import of a file. @returns its id */
  async upload(name: string, file: Uint8Array): Promise<string> {
    const answer = await fetch(`${this.#url}/api/admin/imports/file?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.from(file),
    });
    if (answer.status !== 202) throw new Error(`${name}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
    return ((await answer.json()) as { id: string }).id;
  }

  /** A call with a body, timed until its last byte. @throws Error unless the status is 200 */
  async post(path: string, body: unknown): Promise<TimedAnswer> {
    const began = performance.now();
    const answer = await fetch(`${this.#url}/api/admin${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    return { ms: performance.now() - began, bytes: Buffer.byteLength(text), text };
  }

  /** One call, timed until its last byte. */
  async get(path: string): Promise<TimedAnswer> {
    const began = performance.now();
    const text = await (await this.open(path)).text();
    return { ms: performance.now() - began, bytes: Buffer.byteLength(text), text };
  }
}
