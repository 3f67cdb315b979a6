import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { AdminTakeoverView, LiveSessionEvent } from '@understudy/contract/takeover';
import { afterEach, expect, it } from 'vitest';
import type { DeskDeps } from '../live-desk.ts';
import { LivePage } from './live-page.tsx';

const MINE: AdminTakeoverView = {
  ...{ state: 'active', version: 1, person: { name: 'Orla', role: '' }, since: null, reason: null },
  ...{ mine: true, kept: true, hint: null, hint_outcome: null },
};

afterEach(cleanup);

/** The page of a conversation of which the test tells the news. */
function openPage() {
  const { readable: body, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stream = writable.getWriter();
  const calls: DeskDeps['calls'] = {
    open: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    change: async <Answer,>() => ({ success: true }) as Answer,
  };
  render(
    <LivePage
      {...{ sessionId: 's', calls, newId: () => 'id', visitor: null, refusal: null, usualName: 'Orla', after: null }}
    />,
  );
  return async ({ event, data }: LiveSessionEvent) => {
    void stream.write(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
    await act(() => new Promise((done) => setTimeout(done)));
  };
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });

it('keeps what was not sent when the conversation is handed back, for when it is taken over again', async () => {
  const tell = openPage();
  await tell({ event: 'state', data: MINE });
  fireEvent.change(await field(), { target: { value: 'Half a thought' } });
  await tell({ event: 'state', data: { ...MINE, state: 'over', version: 2, mine: false, reason: 'handed_back' } });
  expect(screen.queryByRole('textbox', { name: 'Your message' })).toBeNull();
  screen.getByText('Half a thought');
  screen.getByText(/It is in the field again when you take over/);
  await tell({ event: 'state', data: { ...MINE, version: 3 } });
  expect((await field()).value).toBe('Half a thought');
  expect(screen.queryByText(/in the field again/)).toBeNull();
});

it('shows what was not sent when the conversation has ended', async () => {
  const tell = openPage();
  await tell({ event: 'state', data: MINE });
  fireEvent.change(await field(), { target: { value: 'Half a thought' } });
  await tell({ event: 'ended', data: {} } as LiveSessionEvent);
  screen.getByText('Half a thought');
  screen.getByText(/the conversation has ended\./);
});

it('says nothing of unsent words where there are none', async () => {
  const tell = openPage();
  await tell({ event: 'state', data: MINE });
  await tell({ event: 'state', data: { ...MINE, state: 'none', version: 2, mine: false } });
  expect(screen.queryByText('What you have not sent')).toBeNull();
});
