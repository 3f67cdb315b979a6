import type { AdminLiveEvent } from '@understudy/contract/admin';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import { createFakeClock } from '../../../platform/testing/fake-clock.ts';
import { MAX_RECONNECT_MS, readLiveEvents } from './use-live.tsx';

const stream = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
const EVENT = 'event: session\ndata: {"id":"a","change":"started"}\n\n: beat\n\nevent: other\ndata: {}\n\n';

/** Lets pending work reach its next wait. */
const settle = async () => {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
};

function listen(answers: (() => Response)[]) {
  const clock = createFakeClock();
  const page = new AbortController();
  const told: string[] = [];
  let opened = 0;
  const client = {
    async open() {
      opened += 1;
      const answer = answers.shift();
      if (!answer) throw new CallError('network', 'away');
      return answer();
    },
  };
  const listener = {
    onEvent: ({ event, data }: AdminLiveEvent) => told.push(`${event} ${'id' in data ? data.id : data.visitors}`),
    onOpen: () => told.push('open'),
    onLost: () => told.push('lost'),
  };
  const over = readLiveEvents(client, listener, clock, page.signal);
  return { clock, page, told, over, opened: () => opened };
}

describe('the live stream', () => {
  it('tells what it knows and opens again when it is lost, waiting longer each time', async () => {
    const { clock, page, told, over, opened } = listen([() => stream(EVENT), () => stream('')]);
    await settle();
    expect(told).toEqual(['open', 'session a', 'lost']);
    clock.pass(1_000);
    await settle();
    expect(told.slice(3)).toEqual(['open', 'lost']);
    clock.pass(1_000);
    await settle();
    expect(opened()).toBe(3);
    clock.pass(1_999);
    await settle();
    expect(opened()).toBe(3);
    clock.pass(1);
    await settle();
    expect(opened()).toBe(4);
    for (let time = 0; time < 8; time += 1) {
      clock.pass(MAX_RECONNECT_MS);
      await settle();
    }
    expect(opened()).toBe(12);
    page.abort();
    await over;
  });

  it('ends where the server refuses it', async () => {
    const refuse = () => {
      throw new CallError('unauthorized', 'no', { status: 401 });
    };
    const { told, over } = listen([refuse]);
    await over;
    expect(told).toEqual([]);
  });
});
