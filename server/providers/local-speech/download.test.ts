import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { closeServer, serve } from '../../testing/local-server.ts';
import { SPEECH_MODELS, type SpeechModel } from './catalogue.ts';
import { readInstalled } from './create-local-speech.ts';
import { download } from './download.ts';
import { fits, installModel, noteInstalled } from './install.ts';

const FILE = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
const SUM = createHash('sha256').update(FILE).digest('hex');

/** A server with the file, and a folder for it. */
async function scene(answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void) {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response, ranges.length);
  });
  const origin = await serve(server);
  const folder = await mkdtemp(path.join(tmpdir(), 'understudy-download-'));
  onTestFinished(async () => {
    await closeServer(server);
    await rm(folder, { recursive: true, force: true });
  });
  const file = path.join(folder, 'model.tar.bz2');
  const progress: number[] = [];
  const url = `${origin}/model.tar.bz2`;
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

describe('a model', () => {
  /** A server with an archive of the model, made as those of the catalogue are. */
  async function archived() {
    const place = await mkdtemp(path.join(tmpdir(), 'understudy-model-'));
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    await mkdir(path.join(place, 'tiny'));
    await writeFile(path.join(place, 'tiny', 'model.onnx'), 'weights');
    execFileSync('tar', ['-cjf', 'tiny.tar.bz2', 'tiny'], { cwd: place });
    const bytes = await readFile(path.join(place, 'tiny.tar.bz2'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { url, folder, ranges } = await scene((_, response) => void response.end(bytes));
    const model = { ...(SPEECH_MODELS[0] as SpeechModel), id: 'tiny', folder: 'tiny', url, sha256 };
    return { model, folder, ranges, install: () => installModel(folder, model, () => undefined) };
  }

  test('is downloaded once, though tar was missing at first', async () => {
    const { folder, ranges, install } = await archived();
    const { PATH } = process.env;
    process.env['PATH'] = '';
    await expect(install().finally(() => Object.assign(process.env, { PATH }))).rejects.toThrow('tar and bzip2');
    expect(await readdir(folder)).toEqual(['tiny.tar.bz2']);
    await install();
    expect(await readdir(folder)).toEqual(['tiny']);
    expect(await readdir(path.join(folder, 'tiny'))).toEqual(['model.onnx']);
    expect(ranges).toHaveLength(1);
  });

  test('is used once it is noted, which is the last step', async () => {
    const { model, folder, install } = await archived();
    await install();
    expect(readInstalled(folder)).toEqual({});
    await noteInstalled(folder, [model]);
    await noteInstalled(folder, [{ id: 'other', kind: model.kind === 'voice' ? 'recogniser' : 'voice' }]);
    expect(Object.values(readInstalled(folder))).toEqual(['tiny', 'other']);
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
