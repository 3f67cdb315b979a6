import type { AdminTakeoverView, LiveLine, LiveSessionEvent } from '@understudy/contract/takeover';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../platform/http.ts';
import { createFakeClock, settle } from '../../platform/testing/fake-clock.ts';
import { createLiveDesk } from './live-desk.ts';

const MINE: AdminTakeoverView = {
  ...{ state: 'active', version: 2, person: { name: 'Orla', role: '' }, since: null, reason: null },
  ...{ mine: true, kept: true, hint: null, hint_outcome: null },
};
const line = (seq: number, text: string, part: Partial<LiveLine> = {}): LiveLine => ({
  ...{ id: `l${seq}`, seq, turn_id: `t${seq}`, speaker: 'visitor', author: null, text },
  ...{ ts: '2026-11-20T10:00:00.000Z', ...part },
});

function desk(events: LiveSessionEvent[] | CallError, { isSeen = true } = {}) {
  const clock = createFakeClock();
  const called: { path: string; body: unknown }[] = [];
  let answer: (path: string, body: unknown) => unknown = () => ({ success: true });
  const live = createLiveDesk({
    clock,
    sessionId: 's',
    newId: () => 'mine-1',
    online: async () => {},
    isSeen: () => isSeen,
    calls: {
      async open() {
        if (events instanceof CallError) throw events;
        const text = events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
        const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      },
      async change<Answer>(_method: string, path: string, body?: unknown) {
        called.push({ path, body });
        return (await answer(path, body)) as Answer;
      },
    },
  });
  live.open();
  return { clock, called, live, answerWith: (next: typeof answer) => (answer = next) };
}
const texts = ({ store }: ReturnType<typeof createLiveDesk>) =>
  store.get().lines.map(({ text, delivery }) => `${text} ${delivery}`);

describe('the desk of a running conversation', () => {
  it('shows lines in their places, each once', async () => {
    const { live } = desk([
      { event: 'line', data: line(1, 'Two') },
      { event: 'line', data: line(0, 'One') },
      { event: 'line', data: line(1, 'Two') },
    ]);
    await settle();
    expect(texts(live)).toEqual(['One sent', 'Two sent']);
    live.close();
  });

  it('shows a line at once, and keeps one that was not sent to be sent again under its id', async () => {
    const { live, called, answerWith } = desk([{ event: 'state', data: MINE }]);
    await settle();
    answerWith(() => Promise.reject(new CallError('network', 'away')));
    live.send('Hello.');
    expect(texts(live)).toEqual(['Hello. sending']);
    await settle();
    expect(texts(live)).toEqual(['Hello. unsent']);
    expect(live.store.get().problem).not.toBeNull();
    const sent = line(3, 'Hello.', { speaker: 'person', turn_id: 'mine-1', author: 'Orla' });
    answerWith(() => ({ line: sent }));
    live.sendAgain('mine-1');
    await settle();
    expect(texts(live)).toEqual(['Hello. sent']);
    expect(called.map(({ body }) => body)).toEqual([
      { id: 'mine-1', text: 'Hello.' },
      { id: 'mine-1', text: 'Hello.' },
    ]);
    live.close();
  });

  it('says that somebody is there while the page is seen, and only then', async () => {
    for (const [isSeen, beats] of [
      [true, 2],
      [false, 0],
    ] as const) {
      const { live, clock, called } = desk([{ event: 'state', data: MINE }], { isSeen });
      await settle();
      clock.pass(20_000);
      clock.pass(20_000);
      expect(called.map(({ path }) => path)).toEqual(Array(beats).fill('sessions/s/takeover/beat'));
      live.close();
    }
  });

  it('tells who has it when somebody else was first', async () => {
    const { live, answerWith } = desk([{ event: 'state', data: { ...MINE, state: 'none', mine: false } }]);
    await settle();
    answerWith(() =>
      Promise.reject(new CallError('taken_over', 'Bea has taken this conversation over.', { status: 409 })),
    );
    await live.take({ name: 'Orla', role: '' });
    expect(live.store.get()).toMatchObject({ problem: 'Bea has taken this conversation over.', busy: null });
    live.close();
  });

  it('says why a conversation is not shown', async () => {
    const { live } = desk(new CallError('not_found', 'There is no running conversation.', { status: 404 }));
    await settle();
    expect(live.store.get()).toMatchObject({ connection: 'refused', sentence: 'There is no running conversation.' });
    live.close();
  });
});
