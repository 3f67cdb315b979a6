/** The pages that visitors arrive on, and the entry script. */
const FRONT_FILES = [
  String.raw`main\.tsx`,
  String.raw`app/pages/(landing|personalities)/[\w-]+-page\.tsx`,
  String.raw`app/pages/(chat/chat|privacy|not-found)-page\.tsx`,
];
const FRONT = new RegExp(`/web/(${FRONT_FILES.join('|')})$`);
const FIRST = '/main.tsx';
/** The entry module of every page of the owner's side. */
const ADMIN_PAGES = '/app/pages/admin/admin-pages.ts';
/** Packages with a barrel module that imports everything, of which little is used: left to the bundler. */
const BARRELS = /\/node_modules\/(lucide-react|radix-ui)\//;

/** Used only by the owner's pages, in packages or in files too small for a request of their own. */
const OWNERS_PARTS = /\/@radix-ui\/react-(tabs|roving-focus|direction)\/|\/contract\/weekdays\.ts$/;

const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\./;

/** The parts of the module graph that are used here. */
interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[]; code: string | null } | null;
}

/**
 * Assigns chunks to the modules of the owner's first screen: `owner` for modules that visitors do not need, `talk` for
 * those that a conversation needs too. By default the bundler makes some twenty files of them, each a request with its
 * own headers.
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
    // The set grows during iteration.
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

/** The icons that a module imports, by their file names. */
function iconsIn(code: string): string[] {
  const lists = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].map(
    ([, names = '']) => names,
  );
  const names = lists.flatMap((list) => list.split(',').map((name) => name.split(' as ')[0]?.trim() ?? ''));
  return names.filter(Boolean).map((name) => name.replace(/(?<!^)(?=[A-Z0-9])/g, '-').toLowerCase());
}
