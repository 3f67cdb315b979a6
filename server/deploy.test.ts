import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from './config.ts';
import { listen } from './testing/local-server.ts';

const ROOT = path.dirname(import.meta.dirname);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(read('package.json'));

/** A service of compose.yaml, as far as it is looked at here. */
interface Service {
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  secrets?: string[];
  volumes?: string[];
}

describe('the Dockerfile', () => {
  const text = read('Dockerfile').replaceAll(/\\\n\s*/g, '');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const all = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));

  test('runs commands and programs that exist', () => {
    const [pack] = all('RUN');
    expect(pack).toBe('npm run pack');
    expect(scripts.pack).toBe('node scripts/pack.mjs');
    // The archive has both: its launcher, and Node where npm installs it.
    expect(JSON.parse(all('ENTRYPOINT')[0] ?? '')).toEqual(['/opt/understudy/understudy']);
    expect(existsSync(path.join(ROOT, 'scripts/pack/understudy'))).toBe(true);
    const [program = ''] = JSON.parse(
      /CMD (\[.*\])$/.exec(text.split('HEALTHCHECK')[1]?.split('\n')[0] ?? '')?.[1] ?? '',
    );
    expect(existsSync(program.replace('/opt/understudy', ROOT))).toBe(true);
  });

  test('runs as an account of its own, on a volume, with settings that the server takes', () => {
    expect(all('USER')).toEqual(['understudy']);
    const env = Object.fromEntries((all('ENV')[0] ?? '').split(' ').map((pair) => pair.split('=')));
    expect(all('VOLUME')).toEqual([env['STATE_DIR']]);
    expect(readConfig(env)).toMatchObject({
      ...{ production: true, host: '0.0.0.0', port: 3001 },
      ...{ dataDir: '/var/lib/understudy/data', twinDir: '/var/lib/understudy/twin' },
    });
    expect(all('EXPOSE')).toEqual(['3001']);
  });

  test.each([
    ['healthy', 200, 0],
    ['unhealthy', 503, 1],
  ])('calls a server %s that answers %i', async (_word, status, code) => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    });
    const port = await listen(server);
    onTestFinished(() => void server.close());
    const [, , script = ''] = JSON.parse(/HEALTHCHECK.*CMD (\[.*\])/.exec(text)?.[1] ?? '') as string[];
    const checked = promisify(execFile)(process.execPath, ['-e', script.replace('3001', String(port))]);
    expect(
      await checked.then(
        () => 0,
        (error) => error.code,
      ),
    ).toBe(code);
    expect(asked).toEqual(['/readyz']);
  });

  test('is not given secrets or data', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['.env', '*.key', 'data', '.git', '**/node_modules']) expect(ignored).toContain(name);
  });
});

describe('compose.yaml', () => {
  const { services, secrets, networks } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
    networks: { default: { ipam: { config: { subnet: string }[] } } };
  };
  const instances = Object.entries(services).filter(([, { build }]) => build);

  test('has two instances that share a database and a key, behind Caddy', () => {
    expect(instances).toHaveLength(2);
    const [one, other] = instances.map(([, { environment }]) => environment);
    expect(one).toEqual(other);
    expect(services['caddy']?.environment?.['INSTANCES']).toBe(instances.map(([name]) => `${name}:3001`).join(' '));
    const volumes = instances.map(([, { volumes = [] }]) => volumes[0]?.split(':')[0]);
    expect(new Set(volumes).size).toBe(2);
    expect(Object.keys(services)).toContain('database');
  });

  test('gives the instances settings that the server takes, and trusts its own network only', () => {
    const [, { environment = {}, secrets: given }] = instances[0] ?? ['', {}];
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)[^}]*\}/g, 'x'),
    ]);
    const config = readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', ...Object.fromEntries(filled) });
    expect(config).toMatchObject({
      databaseUrl: 'postgres://understudy:x@database/understudy',
      secretKeyFile: `/run/secrets/${given?.[0]}`,
      publicUrl: 'https://x',
      trustProxy: [networks.default.ipam.config[0]?.subnet],
    });
    expect(secrets[given?.[0] ?? '']?.file).toMatch(/\.key$/);
  });

  test('has one folder for backups, which the account of the image owns', () => {
    const [folders, shared] = [
      instances.map(([, { environment }]) => environment?.['BACKUP_DIR']),
      instances.map(([, { volumes = [] }]) => volumes[1]),
    ];
    expect(new Set(folders).size).toBe(1);
    expect(shared).toEqual(folders.map((folder) => `backups:${folder}`));
    expect(read('Dockerfile')).toMatch(new RegExp(`install -d .* -o understudy .* ${folders[0]}$`, 'm'));
  });

  test('waits for the database by TCP: on the socket, one that is still being made answers, too', () => {
    expect(services['database']?.healthcheck?.test.join(' ')).toMatch(/ -h 127\.0\.0\.1 /);
  });

  test('mounts files that exist', () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')[0] ?? ''),
    );
    const files = mounted.filter((name) => name.startsWith('./'));
    expect(files).toEqual(['./deploy/Caddyfile']);
    for (const file of files) expect(existsSync(path.join(ROOT, file))).toBe(true);
  });
});

describe('the unit for systemd', () => {
  const unit = read('deploy/understudy.service');

  test('gives the server settings that it takes', () => {
    const pairs = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    const config = readConfig(Object.fromEntries(pairs.map((pair) => pair.split('='))));
    expect(config).toMatchObject({ production: true, host: '127.0.0.1', dataDir: '/var/lib/understudy/data' });
  });

  test('has a command for root that runs as its account and with its folder', () => {
    const [, account, folder, mode] =
      / -u (\S+) -- env (STATE_DIR=\S+) (NODE_ENV=\S+)/.exec(read('deploy/understudy')) ?? [];
    expect(unit).toContain(`User=${account}\n`);
    expect(unit).toContain(`Environment=${mode} ${folder}\n`);
    expect(/^ExecStart=(.*)$/m.exec(unit)?.[1]).toBe(/ (\/\S+) "\$@"/.exec(read('deploy/understudy'))?.[1]);
  });

  const verifier = '/usr/bin/systemd-analyze';
  test.skipIf(!existsSync(verifier))('passes the check of systemd itself (skipped where there is none)', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'understudy-unit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = path.join(folder, 'understudy.service');
    // The program has to exist; where it will be installed, it does not yet.
    await writeFile(file, unit.replace('ExecStart=/opt/understudy', `ExecStart=${path.join(ROOT, 'scripts/pack')}`));
    const said = execFileSync('sh', ['-c', '"$1" verify "$2" 2>&1', 'sh', verifier, file], { encoding: 'utf8' });
    expect(said).toBe('');
  });
});
