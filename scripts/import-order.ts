/**
 * The order in which code may import: layers, and the features within theirs. A feature imports earlier features, and
 * of them only `index.ts`. Types count: whoever knows another feature's types depends on it.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.dirname(import.meta.dirname);

/** Folders of the server from the inside out; each imports itself and those before it. */
const LAYERS = ['platform', 'providers', 'features', 'app', 'main'] as const;

/** Features of the server; each imports itself and those before it. */
export const FEATURES = [
  'understanding',
  'conversation',
  'twin',
  'memory',
  'leads',
  'speech',
  'show',
  'scheduling',
  'mail',
  'notifications',
  'waitlist',
  'accounts',
  'settings',
  'imports',
  'setup',
  'takeover',
  'dashboard',
  'episodes',
  'analytics',
  'privacy',
  'backups',
  'monitoring',
] as const;

const IMPORT = /(?:\bfrom|^import|\bimport\()\s*'(\.[^']+)'/gm;
/** Tests and their helpers may import whatever they test. */
const EXEMPT = /(?:\.test|\/fixture)\.ts$|^server\/(?:testing|commands|bad-input|faults)\//;

const layerOf = (file: string): number => {
  const [, folder = ''] = file.split('/');
  if (folder === 'config.ts') return LAYERS.indexOf('app');
  const at = LAYERS.indexOf(folder as (typeof LAYERS)[number]);
  return at === -1 ? LAYERS.length - 1 : at;
};

const featureOf = (file: string): string | null => /^server\/features\/([^/]+)\//.exec(file)?.[1] ?? null;

/** Why a file of the server may not import another; null if it may. */
export function whyNot(from: string, to: string): string | null {
  if (!to.startsWith('server/')) return 'the server imports only itself and the contract';
  if (layerOf(to) > layerOf(from)) return `${LAYERS[layerOf(from)]} comes before ${LAYERS[layerOf(to)]}`;
  const [own, other] = [featureOf(from), featureOf(to)];
  if (other === null || own === other) return null;
  if (own !== null && FEATURES.indexOf(other as never) > FEATURES.indexOf(own as never))
    return `${own} comes before ${other}`;
  return to.endsWith(`/${other}/index.ts`) ? null : `only index.ts of ${other} may be imported`;
}

/** All imports against the order, each in a sentence. */
export function importsAgainstOrder(): string[] {
  return globSync('server/**/*.ts', { cwd: ROOT, exclude: (name) => name.includes('node_modules') })
    .filter((file) => !EXEMPT.test(file))
    .sort()
    .flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(IMPORT)].flatMap(([, name]) => {
        const to = path.join(path.dirname(file), name as string);
        const reason = whyNot(file, to);
        return reason ? [`${file} imports ${to}: ${reason}`] : [];
      }),
    );
}
