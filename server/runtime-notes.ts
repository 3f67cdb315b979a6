import known from './node-security-releases.json' with { type: 'json' };

/** A release of Node that fixes a severe vulnerability. */
interface SecurityRelease {
  version: string;
  date: string;
}

/**
 * Why a production server must not start under this account, in one sentence; null if it may.
 * @param uid null on systems without user ids
 */
export function whyNotInProduction(production: boolean, uid: number | null): string | null {
  if (!production || uid !== 0) return null;
  return (
    'Understudy does not run as root with NODE_ENV=production: whoever broke into it would own the machine. ' +
    'Start it under an account of its own that owns DATA_DIR and SECRET_KEY_FILE ' +
    '(docs/operating.md, "As a service").'
  );
}

/**
 * Warnings about the account and the Node version, in sentences for the operator.
 * @param version of Node, as in `24.1.0`
 * @param releases oldest first
 */
export function runtimeNotes(
  uid: number | null,
  version: string,
  releases: readonly SecurityRelease[] = known.releases,
): string[] {
  const notes = [];
  if (uid === 0) notes.push('The server runs as root; with NODE_ENV=production it refuses to.');
  const missed = releases.findLast((release) => isOlder(version, release.version));
  if (missed) {
    notes.push(
      `This Node is ${version}, and ${missed.version} of ${missed.date} mends security holes in it: ` +
        'run "npm install" for the version that this release brings, or install a newer Node 24.',
    );
  }
  return notes;
}

/** Whether a version is older than another of the same release line. Versions of different lines do not compare. */
function isOlder(version: string, other: string): boolean {
  const [line, minor = 0, patch = 0] = version.split('.').map(Number);
  const [otherLine, otherMinor = 0, otherPatch = 0] = other.split('.').map(Number);
  return line === otherLine && (minor < otherMinor || (minor === otherMinor && patch < otherPatch));
}
