import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminActionItem, LeadStatus, Note, Page, SessionDetail } from '@understudy/contract/admin';
import { reportError } from '../../../platform/report-error.ts';
import { useAdminClient } from './admin-provider.tsx';
import { keys } from './queries.ts';

/** A mutation of a session's page: shown once the server has accepted it. */
function useChange<Input, Answer>(
  sessionId: string,
  context: string,
  call: (input: Input) => Promise<Answer>,
  become: (detail: SessionDetail, answer: Answer, input: Input) => SessionDetail,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: call,
    // In sequence, so that the latest choice wins.
    scope: { id: `session ${sessionId}` },
    // A response requested before the change would restore the old state.
    onMutate: () => cache.cancelQueries({ queryKey: keys.session(sessionId), exact: true }),
    onSuccess: (answer, input) => {
      cache.setQueryData<SessionDetail>(keys.session(sessionId), (detail) =>
        detail ? become(detail, answer, input) : detail,
      );
    },
    onError: (error) => {
      reportError(error, context);
      void cache.invalidateQueries({ queryKey: keys.session(sessionId), exact: true });
    },
  });
}

const withStatus = (items: readonly AdminActionItem[], id: string, status: AdminActionItem['status']) =>
  items.map((item) => (item.id === id ? { ...item, status } : item));

/** Completes or reopens an action item, wherever it is listed. */
export function useActionItem(sessionId: string) {
  const client = useAdminClient();
  const cache = useQueryClient();
  return useChange(
    sessionId,
    'Failed to change an action item',
    async ({ id, status }: Pick<AdminActionItem, 'id' | 'status'>) => {
      await cache.cancelQueries({ queryKey: keys.allWaiting });
      await client.change<unknown>('PATCH', `action-items/${id}`, { status });
      cache.setQueriesData<Page<AdminActionItem>>(
        { queryKey: keys.allWaiting },
        (page) => page && { ...page, items: withStatus(page.items, id, status) },
      );
      void cache.invalidateQueries({ queryKey: keys.allWaiting });
    },
    (detail, _, { id, status }) => ({ ...detail, action_items: withStatus(detail.action_items, id, status) }),
  );
}

/** Sets what became of a lead. */
export function useLeadStatus(sessionId: string) {
  const client = useAdminClient();
  const cache = useQueryClient();
  return useChange(
    sessionId,
    'Failed to change a lead',
    ({ visitorId, status }: { visitorId: string; status: LeadStatus }) =>
      client.change<unknown>('PATCH', `leads/${visitorId}`, { status }),
    (detail, _, { status }) => {
      void cache.invalidateQueries({ queryKey: keys.allSessions });
      return { ...detail, session: { ...detail.session, status } };
    },
  );
}

/** Adds or changes a note. */
export function useSaveNote(sessionId: string) {
  const client = useAdminClient();
  return useChange(
    sessionId,
    'Failed to save a note',
    ({ id, text }: { id: string | null; text: string }) =>
      id === null
        ? client.change<Note>('POST', `sessions/${sessionId}/notes`, { text })
        : client.change<Note>('PATCH', `notes/${id}`, { text }),
    (detail, note, { id }) => ({
      ...detail,
      notes: id === null ? [...detail.notes, note] : detail.notes.map((known) => (known.id === id ? note : known)),
    }),
  );
}

export function useDeleteNote(sessionId: string) {
  const client = useAdminClient();
  return useChange(
    sessionId,
    'Failed to delete a note',
    (id: string) => client.change<void>('DELETE', `notes/${id}`),
    (detail, _, id) => ({ ...detail, notes: detail.notes.filter((note) => note.id !== id) }),
  );
}
