import { CallError, send } from '../../../platform/http.ts';

/** Who is asking, as the page's sign-in knows it; handed in by the app, since features do not know each other. */
export interface AdminAccess {
  /** The bearer token of now, renewed where it had to be; null where none is needed (docs/operating.md: `LOCAL_ADMIN`). */
  token(): Promise<string | null>;
  /** Told of a call that was refused for who asks (401, 403). @returns whether the same call is worth another try */
  refused(error: CallError): Promise<boolean>;
}

/** What a call may carry in its address; what is empty is left out. */
export type Params = Record<string, string | number | null | undefined>;

/** Calls of `/api/admin`, each with the bearer token. All throw what {@link send} throws. */
export interface AdminClient {
  get<Answer>(path: string, params?: Params, signal?: AbortSignal): Promise<Answer>;
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
    async get<Answer>(path: string, params: Params = {}, signal?: AbortSignal) {
      const response = await ask(addressOf(path, params), {
        headers: { accept: 'application/json' },
        cache: 'no-store',
        ...(signal ? { signal } : {}),
      });
      return (await response.json()) as Answer;
    },
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

/** The address of a call; parameters that are empty are left out, so that the server's defaults hold. */
export function addressOf(path: string, params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  }
  const text = query.toString();
  return `/api/admin/${path}${text ? `?${text}` : ''}`;
}
