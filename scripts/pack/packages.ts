/** Which installed npm packages a release contains. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** An installed npm package. */
export interface InstalledPackage {
  name: string;
  version: string;
  /** As its package.json says, an SPDX expression. */
  license: string;
  /** Its folder, relative to the project's. */
  folder: string;
}

/** A package.json, as far as it is read here. */
interface Manifest {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** The project's own packages, which are links to its folders. */
const OWN = '@understudy/';

/**
 * Everything that these folders need at run time, at any depth: dependencies, optional ones where they are installed,
 * and the peers that they must have; no development dependencies.
 *
 * @param root the project's folder
 * @param starts folders in it with a package.json, such as 'server'
 * @param without names of packages to leave out, with all that only they need
 * @returns sorted by folder
 * @throws Error naming a dependency that is not installed
 */
export function packagesOf(
  root: string,
  starts: readonly string[],
  without: readonly string[] = [],
): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const visit = (folder: string): void => {
    const { peerDependenciesMeta = {}, ...needed } = readManifest(root, folder);
    const optional = Object.keys(needed.optionalDependencies ?? {});
    const must = new Set(Object.keys({ ...needed.dependencies, ...needed.peerDependencies }));
    for (const name of [...optional, ...Object.keys(peerDependenciesMeta)]) {
      if (optional.includes(name) || peerDependenciesMeta[name]?.optional) must.delete(name);
    }
    for (const name of [...must, ...optional]) {
      if (name.startsWith(OWN) || without.includes(name)) continue;
      const at = installedAt(root, folder, name);
      if (at === null) {
        if (must.has(name)) throw new Error(`${name}, which ${folder} needs, is not installed.`);
        continue;
      }
      if (found.has(at)) continue;
      const { version, license = 'see its folder' } = readManifest(root, at);
      found.set(at, { name, version, license, folder: at });
      visit(at);
    }
  };
  for (const start of starts) visit(start);
  return [...found.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
}

/** Where Node finds a package from a folder: in the nearest `node_modules` that has it; null if none has. */
function installedAt(root: string, from: string, name: string): string | null {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const at = path.join(folder, 'node_modules', name);
    if (path.basename(folder) !== 'node_modules' && existsSync(path.join(root, at, 'package.json'))) return at;
    if (folder === '.') return null;
  }
}
