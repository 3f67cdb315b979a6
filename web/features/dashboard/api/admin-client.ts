import { CallError, send } from '../../../platform/http.ts';
import { prefetchedIfHere, takePrefetched } from '../../../platform/prefetched-answers.ts';
import { addressOf, type Params } from './addresses.ts';

/** Who is asking, as the page's sign-in knows it; handed in by the app, since features do not know each other. */
export interface AdminAccess {
  /**
   * The bearer token of now, renewed where it had to be; null where none is needed (docs/operating.md: `LOCAL_ADMIN`).
   */
  token(): Promise<string | null>;
  /** Told of a call that was refused for who asks (401, 403). @returns whether the same call is worth another try */
  refused(error: CallError): Promise<boolean>;
  /** Nobody is signed in: the server answers what is read, and refuses changes and exports. */
  isReadOnly: boolean;
}

/** Calls of `/api/admin`, each with the bearer token. All throw what {@link send} throws. */
export interface AdminClient extends Pick<AdminAccess, 'isReadOnly'> {
  get<Answer>(path: string, params?: Params, signal?: AbortSignal): Promise<Answer>;
  /** What {@link get} would give, where it was asked for before this page's scripts ran and is here already. */
  known<Answer>(path: string, params: Params): Answer | undefined;
  change<Answer>(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
  /** For answers that are read while they come. Given up when nothing has come for `timeoutMs`, or by the signal. */
  open(
    path: string,
    params: Params,
    options: { signal: AbortSignal; accept: string; timeoutMs: number },
  ): Promise<Response>;
}

/** @param access see {@link AdminAccess} */
export function createAdminClient(access: AdminAccess): AdminClient {
  /** Sends a call with the token of now; once more where that may be another than it was, or the refusal is mended. */
  const ask = async (address: string, init: Parameters<typeof send>[1]): Promise<Response> => {
    const sendAs = (token: string | null) =>
      send(address, { ...init, headers: { ...init.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) } });
    const token = await access.token();
    try {
      return await sendAs(token);
    } catch (error) {
      if (!(error instanceof CallError) || (error.status !== 401 && error.status !== 403)) throw error;
      const isMended = await access.refused(error);
      const next = await access.token();
      if (init.signal?.aborted || (!isMended && next === token)) throw error;
      return sendAs(next);
    }
  };
  return {
    isReadOnly: access.isReadOnly,
    async get<Answer>(path: string, params: Params = {}, signal?: AbortSignal) {
      const address = addressOf(path, params);
      const prefetched = await takePrefetched(address, access.token);
      if (prefetched) return prefetched as Answer;
      const response = await ask(address, {
        headers: { accept: 'application/json' },
        cache: 'no-store',
        ...(signal ? { signal } : {}),
      });
      return (await response.json()) as Answer;
    },
    known: <Answer>(path: string, params: Params) => prefetchedIfHere(addressOf(path, params)) as Answer | undefined,
    async change<Answer>(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown) {
      const carries = body !== undefined;
      const response = await ask(addressOf(path, {}), {
        method,
        headers: carries ? { 'content-type': 'application/json' } : {},
        ...(carries ? { body: JSON.stringify(body) } : {}),
      });
      return (response.status === 204 ? undefined : await response.json()) as Answer;
    },
    open: (path, params, { signal, accept, timeoutMs }) =>
      ask(addressOf(path, params), { headers: { accept }, cache: 'no-store', signal, timeoutMs }),
  };
}
