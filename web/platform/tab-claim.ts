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
