/** What the page asked for while its scripts were still on their way (app/pages/admin/ask-prefetched.ts). */
export interface PrefetchedAnswers {
  /** The token that was shown; null where there was none. */
  token: string | null;
  /** By address; undefined where the answer was none that helps. */
  answers: Record<string, Promise<unknown>>;
  /** The same, once they have come. */
  here: Record<string, unknown>;
  /** Whether who asks now was found to be who asked then. */
  isTheirs: boolean;
}

declare global {
  var understudyPrefetched: PrefetchedAnswers | undefined;
}

/** Sends calls whose answers are going to be wanted, as JSON, with the token that is going to be shown. */
export function prefetch(token: string | null, addresses: readonly string[]): void {
  const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const here: PrefetchedAnswers['here'] = {};
  const ask = async (address: string): Promise<unknown> => {
    const answer = await fetch(address, { headers, cache: 'no-store' });
    if (answer.ok) here[address] = await answer.json();
    return here[address];
  };
  const answers = addresses.map((address) => [address, ask(address).catch(() => undefined)] as const);
  globalThis.understudyPrefetched = { token, answers: Object.fromEntries(answers), here, isTheirs: false };
}

/**
 * The answer of a prefetched call, once: whoever asks again wants to know it anew.
 * @param token tells who is asking now: what was given to another is not for them, and forgotten
 * @returns what the JSON held; undefined where nothing was asked, or the call failed: then it is to be sent as any
 * other
 */
export async function takePrefetched(address: string, token: () => Promise<string | null>): Promise<unknown> {
  const prefetched = globalThis.understudyPrefetched;
  const answer = prefetched?.answers[address];
  if (!prefetched || !answer) return undefined;
  delete prefetched.answers[address];
  prefetched.isTheirs = (await token()) === prefetched.token;
  if (prefetched.isTheirs) return answer;
  globalThis.understudyPrefetched = undefined;
  return undefined;
}

/** The same without waiting: undefined also where it has not come yet, or nobody has shown yet who they are. */
export function prefetchedIfHere(address: string): unknown {
  const prefetched = globalThis.understudyPrefetched;
  if (!prefetched?.isTheirs || !prefetched.answers[address]) return undefined;
  const answer = prefetched.here[address];
  if (answer !== undefined) delete prefetched.answers[address];
  return answer;
}

/** Whether answers were for who asks now: what happened since they were given nobody has told the page. */
export const hadPrefetched = (): boolean => globalThis.understudyPrefetched?.isTheirs === true;
