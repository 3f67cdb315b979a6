import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { CallError } from '../../../platform/http.ts';
import { type AdminAccess, type AdminClient, createAdminClient } from './admin-client.ts';

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
