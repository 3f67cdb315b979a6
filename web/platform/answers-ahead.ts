/** Requests that the page made before its scripts had loaded (app/pages/admin/ask-ahead.ts). */
export interface AnswersAhead {
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
  var understudyAhead: AnswersAhead | undefined;
}

/** Prefetches JSON answers that will be needed, with the token that will be used. */
export function askAhead(token: string | null, addresses: readonly string[]): void {
  const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const here: AnswersAhead['here'] = {};
  const ask = async (address: string): Promise<unknown> => {
    const answer = await fetch(address, { headers, cache: 'no-store' });
    if (answer.ok) here[address] = await answer.json();
    return here[address];
  };
  const answers = addresses.map((address) => [address, ask(address).catch(() => undefined)] as const);
  globalThis.understudyAhead = { token, answers: Object.fromEntries(answers), here, isTheirs: false };
}

/**
 * Takes the answer of a prefetched call. Works once: a second request should get fresh data.
 * @param token identifies the current user: answers for another user are discarded
 * @returns the parsed JSON; undefined if the call was not prefetched or failed, in which case it should be made as
 * usual
 */
export async function takeAnswerAhead(address: string, token: () => Promise<string | null>): Promise<unknown> {
  const ahead = globalThis.understudyAhead;
  const answer = ahead?.answers[address];
  if (!ahead || !answer) return undefined;
  delete ahead.answers[address];
  ahead.isTheirs = (await token()) === ahead.token;
  if (ahead.isTheirs) return answer;
  globalThis.understudyAhead = undefined;
  return undefined;
}

/** The same without waiting: also undefined if the answer has not arrived or the user is not yet identified. */
export function answerAheadIfHere(address: string): unknown {
  const ahead = globalThis.understudyAhead;
  if (!ahead?.isTheirs || !ahead.answers[address]) return undefined;
  const answer = ahead.here[address];
  if (answer !== undefined) delete ahead.answers[address];
  return answer;
}

/** Whether answers were prefetched for the current user, so that changes since then may have been missed. */
export const hadAnswersAhead = (): boolean => globalThis.understudyAhead?.isTheirs === true;
