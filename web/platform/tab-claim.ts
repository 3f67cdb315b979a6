/** A page that is being left holds its claims a moment longer; a reload waits that out. */
const HANDOVER_ATTEMPTS = 10;
const HANDOVER_WAIT_MS = 100;

/** What this page holds already: a screen that is left and entered again is still the same page. */
const held = new Set<string>();

/**
 * Claims a name for as long as this page lives. A duplicated tab comes with a copy of the original's session storage;
 * the claim tells the two apart. Where the browser has no locks (an insecure origin), everybody may have the name.
 * @returns false when another living page holds it
 */
export async function claimForThisPage(name: string): Promise<boolean> {
  if (held.has(name) || !('locks' in navigator)) return true;
  for (let attempt = 0; attempt < HANDOVER_ATTEMPTS; attempt += 1) {
    if (await claimNow(`understudy.${name}`)) {
      held.add(name);
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, HANDOVER_WAIT_MS));
  }
  return false;
}

function claimNow(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // Held until the page goes.
      return lock === null ? undefined : new Promise<never>(() => {});
    });
    request.catch(() => resolve(true));
  });
}

/** Longer than a call takes; a page that sleeps with the lock in its hands does not keep all others waiting. */
const TURN_WAIT_MS = 5_000;

/**
 * Does work while no other page of this browser does work of that name. Where the browser has no locks, or another page
 * does not come to an end, it is done at once.
 */
export async function oneTabAtATime<Done>(name: string, work: () => Promise<Done>): Promise<Done> {
  if (!('locks' in navigator)) return work();
  let done: Promise<Done> | null = null;
  const begin = () => {
    done ??= work();
    return done;
  };
  try {
    const wait = AbortSignal.timeout(TURN_WAIT_MS);
    return await navigator.locks.request(`understudy.${name}`, { signal: wait }, begin);
  } catch {
    // What the work itself threw is thrown again; where it never began, it begins.
    return begin();
  }
}
