import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RUNTIME, type SpeechModel } from './catalogue.ts';
import { readInstalled } from './create-local-speech.ts';
import { DownloadError, download } from './download.ts';

/** Whether a machine can use a model while somebody waits: the model leaves most of the memory to others. */
export function fits(model: Pick<SpeechModel, 'memoryBytes'>, memoryBytes: number): boolean {
  return model.memoryBytes * 3 <= memoryBytes;
}

/** Downloads a model into the folder, checks its sum and unpacks it. @throws DownloadError */
export async function installModel(
  folder: string,
  model: SpeechModel,
  onProgress: (bytes: number, total: number | null) => void,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = path.join(folder, `${model.id}.tar.bz2`);
  await download({ url: model.url, file: archive, sha256: model.sha256 }, onProgress);
  const unpacked = await mkdtemp(path.join(folder, 'unpacking-'));
  try {
    await run('tar', ['-xjf', archive, '-C', unpacked], 'Unpacking needs tar and bzip2: install them, and try again.');
    const place = path.join(folder, model.folder);
    await rm(place, { recursive: true, force: true });
    await rename(path.join(unpacked, model.folder), place);
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  // Where it could not be unpacked, the next attempt needs no other download.
  await rm(archive, { force: true });
}

/** Notes for the server what it may use: models that are there, as the runtime is. */
export async function noteInstalled(
  folder: string,
  models: readonly Pick<SpeechModel, 'id' | 'kind'>[],
): Promise<void> {
  const noted = { ...readInstalled(folder), ...Object.fromEntries(models.map(({ id, kind }) => [kind, id])) };
  await writeFile(path.join(folder, 'speech.json'), `${JSON.stringify(noted, null, 2)}\n`);
}

/** Installs the runtime beside the models, from the package registry. @throws DownloadError */
export async function installRuntime(folder: string): Promise<void> {
  const place = path.join(folder, 'runtime');
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, 'package.json'), '{ "private": true }\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const wanted = `${RUNTIME.name}@${RUNTIME.version}`;
  const args = ['install', '--prefix', place, '--save-exact', '--no-audit', '--no-fund', '--loglevel=error', wanted];
  await run(npm, args, `The runtime (${wanted}) could not be installed with npm, which says why above.`);
}

async function run(command: string, args: string[], sentence: string): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', resolve);
  });
  if (code !== 0) throw new DownloadError(sentence);
}
