import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SPEECH_MODELS } from './catalogue.ts';
import { download } from './download.ts';
import { fits } from './install.ts';

const FILE = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
const SUM = createHash('sha256').update(FILE).digest('hex');

/** A server with the file, and a folder for it. */
async function scene(answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void) {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response, ranges.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(path.join(tmpdir(), 'understudy-download-'));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const file = path.join(folder, 'model.tar.bz2');
  const progress: number[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.tar.bz2`;
  const fetchIt = (sha256 = SUM, stalledMs = 5_000) =>
    download({ url, file, sha256 }, (bytes) => progress.push(bytes), stalledMs);
  return { ranges, file, folder, progress, fetchIt, url };
}

/** The rest of the file from where it is wanted. */
function sendRest({ headers }: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': FILE.length - from });
  response.end(FILE.subarray(from));
}

describe('a download', () => {
  test('arrives whole, and tells how far it is', async () => {
    const { fetchIt, file, progress, folder } = await scene(sendRest);
    await fetchIt();
    expect(await readFile(file)).toEqual(FILE);
    expect(progress.at(-1)).toBe(FILE.length);
    expect(await readdir(folder)).toEqual(['model.tar.bz2']);
  });

  test('goes on where it broke off', async () => {
    const { fetchIt, file, ranges } = await scene((request, response, nth) => {
      if (nth > 1) return sendRest(request, response);
      response.writeHead(200, { 'content-length': FILE.length });
      response.write(FILE.subarray(0, 100_000), () => response.destroy());
    });
    await expect(fetchIt()).rejects.toThrow('cannot be reached from this machine');
    await fetchIt();
    expect(ranges[0]).toBeUndefined();
    expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/);
    expect(await readFile(file)).toEqual(FILE);
  });

  test('begins anew where the server cannot continue', async () => {
    const { fetchIt, file } = await scene((_, response, nth) => {
      response.writeHead(200, { 'content-length': FILE.length });
      if (nth > 1) response.end(FILE);
      else response.write(FILE.subarray(0, 100_000), () => response.destroy());
    });
    await expect(fetchIt()).rejects.toThrow();
    await fetchIt();
    expect(await readFile(file)).toEqual(FILE);
  });

  test('is only checked where all of it had arrived', async () => {
    const { fetchIt, file, folder } = await scene((request, response, nth) => {
      if (nth === 1) return sendRest(request, response);
      response.writeHead(416).end();
    });
    await fetchIt();
    const { rename } = await import('node:fs/promises');
    await rename(file, `${file}.part`);
    await fetchIt();
    expect(await readdir(folder)).toEqual(['model.tar.bz2']);
  });

  test('is deleted when its sum is another', async () => {
    const { fetchIt, folder } = await scene(sendRest);
    await expect(fetchIt('0'.repeat(64))).rejects.toThrow('its SHA-256 differs');
    expect(await readdir(folder)).toEqual([]);
  });

  test('that stalls, is refused or cannot be reached is told in one sentence', async () => {
    const stalling = await scene((_, response) => {
      response.writeHead(200, { 'content-length': FILE.length });
      response.write(FILE.subarray(0, 10));
    });
    await expect(stalling.fetchIt(SUM, 200)).rejects.toThrow('cannot be reached from this machine');
    const refusing = await scene((_, response) => void response.writeHead(404).end());
    await expect(refusing.fetchIt()).rejects.toThrow('answered 404');
    const target = { url: 'http://127.0.0.1:1/x', file: path.join(refusing.folder, 'x'), sha256: SUM };
    await expect(download(target, () => undefined)).rejects.toThrow('cannot be reached from this machine');
  });
});

test('a model fits a machine if it leaves most of the memory to others', () => {
  expect(fits({ memoryBytes: 300e6 }, 1e9)).toBe(true);
  expect(fits({ memoryBytes: 500e6 }, 1e9)).toBe(false);
});

test('each model is known by its sum, and comes over an encrypted connection', () => {
  for (const { sha256, url, licence, bytes } of SPEECH_MODELS) {
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(url).toMatch(/^https:\/\//);
    expect(licence).not.toBe('');
    expect(bytes).toBeGreaterThan(1e6);
  }
});
