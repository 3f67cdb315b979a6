import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LeadStatus, Page } from '@understudy/contract/admin';
import type { MergePreview, PartAnswer, Person, PersonDetail } from '@understudy/contract/people';
import { reportError } from '../../../platform/report-error.ts';
import { type PeoplePlace, peopleParams } from '../people-place.ts';
import { useAdminClient } from './admin-client.tsx';
import { keys } from './queries.ts';

const pathOf = (id: string, what = '') => `people/${encodeURIComponent(id)}${what}`;

/** A page of people. @param enabled whether to look them up */
export function usePeople(place: PeoplePlace, limit?: number, enabled = true) {
  const client = useAdminClient();
  const params = peopleParams(place, limit);
  return useQuery({
    queryKey: keys.people(params),
    queryFn: ({ signal }) => client.get<Page<Person>>('people', params, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** A person with all that belongs to them. */
export function usePerson(id: string) {
  const client = useAdminClient();
  return useQuery({
    queryKey: keys.person(id),
    queryFn: ({ signal }) => client.get<PersonDetail>(pathOf(id), {}, signal),
  });
}

/** What two people would be together. */
export function useMergePreview(id: string, other: string) {
  const client = useAdminClient();
  return useQuery({
    queryKey: keys.merge(id, other),
    queryFn: ({ signal }) => client.get<MergePreview>(pathOf(id, '/merge'), { with: other }, signal),
    staleTime: 0,
  });
}

/** A change of a person: whatever else is on the screen is read again. */
function usePersonChange<Input, Answer>(id: string, call: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: call,
    // In sequence, so that the latest choice wins.
    scope: { id: keys.person(id).join(' ') },
    onError: (error) => reportError(error, 'Failed to change a person'),
    onSettled: () => cache.invalidateQueries(),
  });
}

/** Adds and removes tags, or says who looks after the person. */
export function useChangePerson(id: string) {
  const client = useAdminClient();
  return usePersonChange(id, (change: { add_tags?: string[]; remove_tags?: string[]; assignee_id?: string | null }) =>
    client.change<PersonDetail>('PATCH', pathOf(id), change),
  );
}

/** Sets what became of the person as a lead. */
export function usePersonStatus(id: string) {
  const client = useAdminClient();
  return usePersonChange(id, (status: LeadStatus) => client.change<unknown>('PATCH', `leads/${id}`, { status }));
}

/** Merges another person into this one. */
export function useMerge(id: string) {
  const client = useAdminClient();
  return usePersonChange(id, (other: string) =>
    client.change<PersonDetail>('POST', pathOf(id, '/merge'), { with: other }),
  );
}

/** Undoes a merge, or parts a visitor who left the same address. */
export function usePart(id: string) {
  const client = useAdminClient();
  return usePersonChange(id, (part: { link_id: string } | { visitor_id: string }) =>
    client.change<PartAnswer>('POST', pathOf(id, '/part'), part),
  );
}
