/** The pages that visitors arrive on, and the first script. */
const FRONT =
  /\/web\/(main\.tsx|app\/pages\/(landing|personalities)\/[\w-]+-page\.tsx|app\/pages\/(chat\/chat|privacy|not-found)-page\.tsx)$/;
const FIRST = '/main.tsx';
/** The module with which every page of the owner's side begins. */
const ADMIN_PAGES = '/app/pages/admin/admin-pages.ts';
/** Packages whose one module leads to all others, of which few are used: they are left to the bundler. */
const BARRELS = /\/node_modules\/(lucide-react|radix-ui)\//;

/** What only the owner's pages use, of packages or by itself a file too small for an answer of its own. */
const OWNERS_PARTS = /\/@radix-ui\/react-(tabs|roving-focus|direction)\/|\/contract\/weekdays\.ts$/;

const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\./;

/** What is read of the module graph. */
interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[]; code: string | null } | null;
}

/**
 * Names the file of a module that the owner's first screen needs: `owner` where visitors need nothing of it, `talk`
 * where a conversation does too. Left alone, the bundler makes some twenty files of them, and each is an answer with
 * its head.
 *
 * @param root of the web app
 */
export function ownerChunk(root: string): (id: string, graph: Graph) => string | null {
  let sets: Sets | null = null;
  return (id, graph) => {
    sets ??= setsOf(root, graph);
    const { owner, front, visitors, ownersIcons } = sets;
    if (OWNERS_PARTS.test(id) || ownersIcons.has(ICON.exec(id)?.[1] ?? '')) return 'owner';
    if (!owner.has(id) || front.has(id) || id === root + ADMIN_PAGES) return null;
    return visitors.has(id) ? 'talk' : 'owner';
  };
}

/** Modules by who needs them, and icons that only the owner's first screen shows. */
interface Sets {
  owner: Set<string>;
  front: Set<string>;
  visitors: Set<string>;
  ownersIcons: Set<string>;
}

function setsOf(root: string, graph: Graph): Sets {
  const reach = (starts: string[], later: boolean): Set<string> => {
    const found = new Set(starts);
    // The set grows while it is walked.
    for (const id of found) {
      if (BARRELS.test(id)) {
        found.delete(id);
        continue;
      }
      const info = graph.getModuleInfo(id);
      const next = [...(info?.importedIds ?? []), ...(later ? (info?.dynamicallyImportedIds ?? []) : [])];
      for (const one of next) if (!one.endsWith(ADMIN_PAGES)) found.add(one);
    }
    return found;
  };
  const visitors = reach([root + FIRST], true);
  const front = reach([root + FIRST, ...[...visitors].filter((id) => FRONT.test(id))], false);
  const owner = reach([root + ADMIN_PAGES], false);
  const icons = (ids: Set<string>) => new Set([...ids].flatMap((id) => iconsIn(graph.getModuleInfo(id)?.code ?? '')));
  return { owner, front, visitors, ownersIcons: icons(owner).difference(icons(visitors)) };
}

/** The icons that a module imports, as their files are named. */
function iconsIn(code: string): string[] {
  const lists = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].map(
    ([, names = '']) => names,
  );
  const names = lists.flatMap((list) => list.split(',').map((name) => name.split(' as ')[0]?.trim() ?? ''));
  return names.filter(Boolean).map((name) => name.replace(/(?<!^)(?=[A-Z0-9])/g, '-').toLowerCase());
}
