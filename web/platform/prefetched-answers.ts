/** Requests that the page made before its scripts had loaded (app/pages/admin/prefetch-answers.ts). */
export interface PrefetchedAnswers {
  /** The token that was sent; null if there was none. */
  token: string | null;
  /** Answers by address; resolve to undefined if the request did not succeed. */
  answers: Record<string, Promise<unknown>>;
  /** The same answers once they have arrived. */
  here: Record<string, unknown>;
  /** Whether the current user is the one who made the requests. */
  isTheirs: boolean;
}

declare global {
  var understudyPrefetched: PrefetchedAnswers | undefined;
}

/** Prefetches JSON answers that will be needed, with the token that will be used. */
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
 * Takes the answer of a prefetched call. Works once: a second request should get fresh data.
 * @param token identifies the current user: answers for another user are discarded
 * @returns the parsed JSON; undefined if the call was not prefetched or failed, in which case it should be made as
 * usual
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

/** The same without waiting: also undefined if the answer has not arrived or the user is not yet identified. */
export function prefetchedIfHere(address: string): unknown {
  const prefetched = globalThis.understudyPrefetched;
  if (!prefetched?.isTheirs || !prefetched.answers[address]) return undefined;
  const answer = prefetched.here[address];
  if (answer !== undefined) delete prefetched.answers[address];
  return answer;
}

/** Whether answers were prefetched for the current user, so that changes since then may have been missed. */
export const hadPrefetched = (): boolean => globalThis.understudyPrefetched?.isTheirs === true;
