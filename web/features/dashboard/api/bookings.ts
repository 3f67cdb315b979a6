import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BookingsPage, OwnerBooking } from '@understudy/contract/bookings';
import { addDays, beginOf } from '../components/bookings/week.ts';
import { type AdminClient, useAdminClient } from './admin-client.tsx';
import { keys } from './queries.ts';

/** Pages of a week that are read: far more than anybody can meet. */
const MAX_PAGES = 10;
const PER_PAGE = 100;

async function readWeek(client: AdminClient, monday: string, signal: AbortSignal): Promise<BookingsPage> {
  const range = { from: beginOf(monday).toISOString(), to: beginOf(addDays(monday, 7)).toISOString(), limit: PER_PAGE };
  let page = await client.get<BookingsPage>('bookings', range, signal);
  const week = page;
  for (let read = 1; page.next_cursor !== null && read < MAX_PAGES; read += 1) {
    page = await client.get<BookingsPage>('bookings', { ...range, cursor: page.next_cursor }, signal);
    week.items.push(...page.items);
  }
  return week;
}

/** The bookings of a week that begins on this Monday; looked at again once a minute. */
export function useBookings(monday: string) {
  const client = useAdminClient();
  return useQuery({
    queryKey: keys.bookings(monday),
    queryFn: ({ signal }) => readWeek(client, monday, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

/** Moves a booking, or cancels it if it gets no new time. */
export function useChangeBooking() {
  const client = useAdminClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, start }: { id: string; start: string | null }) =>
      start === null
        ? client.change<OwnerBooking>('POST', `bookings/${id}/cancel`, {})
        : client.change<OwnerBooking>('POST', `bookings/${id}/move`, { start }),
    onSettled: (booking) => {
      void cache.invalidateQueries({ queryKey: keys.allBookings });
      if (booking?.session_id) void cache.invalidateQueries({ queryKey: keys.session(booking.session_id) });
    },
  });
}
