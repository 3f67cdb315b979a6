import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { CallError } from '../../../platform/http.ts';
import { type AdminAccess, type AdminClient, createAdminClient } from './admin-client.ts';

const ClientContext = createContext<AdminClient | null>(null);

/** Tries again what may work the second time: never what the server has refused. */
const MAX_RETRIES = 2;
function isWorthRetrying(failures: number, error: unknown): boolean {
  const isRefused = error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return !isRefused && failures < MAX_RETRIES;
}

/**
 * Gives the owner's pages their client and their cache. What was fetched for one who signs out is not kept for another.
 */
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

/** The client of the page; throws outside {@link AdminProvider}. */
export function useAdminClient(): AdminClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useAdminClient is used outside AdminProvider');
  return client;
}
