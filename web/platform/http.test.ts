import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CallError, getJson } from './http.ts';

/** A real server that answers once as the test specifies. */
const servers: { close(): void }[] = [];
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/config`;
}

const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError)) throw new Error(`no CallError: ${String(error)}`);
  return error;
};

describe('calls to our own server', () => {
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('gives the JSON of an answer', async () => {
    const url = await serve((_request, response) => void response.end('{"name":"Ada"}'));
    expect(await getJson(url)).toEqual({ name: 'Ada' });
  });

  it('gives the code, sentence, request id and waiting time of an error body', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': '12' });
      response.end(JSON.stringify({ error: 'Please wait.', code: 'rate_limited', request_id: 'r1' }));
    });
    expect(await failure(getJson(url))).toMatchObject({
      code: 'rate_limited',
      message: 'Please wait.',
      status: 429,
      requestId: 'r1',
      retryAfterMs: 12_000,
      fromServer: true,
    });
  });

  it.each([
    [502, '<html>Bad gateway</html>'],
    [500, '{"unexpected":true}'],
    [200, 'not json'],
  ])('tells an answer that is not ours (%i %s) as bad', async (status, body) => {
    const url = await serve((_request, response) => {
      response.writeHead(status);
      response.end(body);
    });
    expect(await failure(getJson(url))).toMatchObject({ code: 'bad_answer', status, fromServer: false });
  });

  it('tells a server that is not there, or hangs up, as a matter of the network', async () => {
    const url = await serve((request) => void request.socket.destroy());
    expect(await failure(getJson(url))).toMatchObject({ code: 'network', status: 0 });
  });

  it('gives up after the time limit', async () => {
    const url = await serve(() => {});
    expect(await failure(getJson(url, { timeoutMs: 30 }))).toMatchObject({ code: 'timeout' });
  });

  it('throws the caller’s own abort as it is', async () => {
    const url = await serve(() => {});
    const controller = new AbortController();
    const call = getJson(url, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
