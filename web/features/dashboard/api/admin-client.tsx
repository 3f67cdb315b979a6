import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { AdminCalls, Params } from '../../../platform/admin-calls.ts';
import { CallError, send } from '../../../platform/http.ts';
import { prefetchedIfHere, takePrefetched } from '../../../platform/prefetched-answers.ts';
import { addressOf } from '../search.ts';

/** Identifies the caller, from the page's sign-in; passed in by the app, since features do not depend on each other. */
interface AdminAccess {
  /** The current bearer token, refreshed if necessary; null if none is needed (docs/operating.md: `LOCAL_ADMIN`). */
  token(): Promise<string | null>;
  /** Called when a call was refused because of the caller (401, 403). @returns whether to retry the same call */
  refused(error: CallError): Promise<boolean>;
  /** Nobody is signed in: the server allows reading and refuses changes and exports. */
  isReadOnly: boolean;
}

/** Calls of `/api/admin`, each with the bearer token. All throw what {@link send} throws. */
export interface AdminClient extends AdminCalls, Pick<AdminAccess, 'isReadOnly'> {
  /** The result of `get`, if it was prefetched before this page's scripts ran and has arrived. */
  known<Answer>(path: string, params: Params): Answer | undefined;
}

/** A large file on a slow line. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** @param access see {@link AdminAccess} */
export function createAdminClient(access: AdminAccess): AdminClient {
  /** Sends a call with the current token; retries once if the token may have changed or the refusal was resolved. */
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
    known<Answer>(path: string, params: Params) {
      return prefetchedIfHere(addressOf(path, params)) as Answer | undefined;
    },
    async change<Answer>(
      method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
      path: string,
      body?: unknown,
      signal?: AbortSignal,
    ) {
      const carries = body !== undefined;
      const response = await ask(addressOf(path, {}), {
        method,
        headers: carries ? { 'content-type': 'application/json' } : {},
        ...(carries ? { body: JSON.stringify(body) } : {}),
        ...(signal ? { signal } : {}),
      });
      return (response.status === 204 ? undefined : await response.json()) as Answer;
    },
    async upload<Answer>(path: string, params: Params, file: Blob, signal: AbortSignal, type?: string) {
      const headers = { 'content-type': type ?? 'application/octet-stream' };
      const init = { method: 'POST', headers, body: file, signal, timeoutMs: UPLOAD_TIMEOUT_MS };
      return (await (await ask(addressOf(path, params), init)).json()) as Answer;
    },
    async speak(text, voice, signal) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ text, voice });
      return (await ask('/api/tts', { method: 'POST', headers, body, signal })).blob();
    },
    open: (path, params, { signal, accept, timeoutMs }) =>
      ask(addressOf(path, params), { headers: { accept }, cache: 'no-store', signal, timeoutMs }),
  };
}

const ClientContext = createContext<AdminClient | null>(null);

/** Retries only transient failures, never what the server has refused. */
const MAX_RETRIES = 2;
function isWorthRetrying(failures: number, error: unknown): boolean {
  const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return !isRefused && failures < MAX_RETRIES;
}

/** Provides the owner's pages with their client and cache. Data fetched for one user is not kept for the next. */
export function AdminProvider({ access, children }: { access: AdminAccess; children: ReactNode }) {
  const [client] = useState(() => createAdminClient(access));
  const [cache] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { retry: isWorthRetrying, staleTime: 10_000, networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  );
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    </ClientContext>
  );
}

/** The page's client; throws outside {@link AdminProvider}. */
export function useAdminClient(): AdminClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useAdminClient is used outside AdminProvider');
  return client;
}
