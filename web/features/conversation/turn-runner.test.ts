import { expect, test } from 'vitest';
import type { ServerEvent } from '../../platform/event-stream.ts';
import { CallError } from '../../platform/http.ts';
import { createFakeClock } from '../../platform/testing/fake-clock.ts';
import { answer, delta, died, request, SESSION } from './testing/scene.ts';
import { runTurn, type TurnBody } from './turn-runner.ts';
import { bodyOf } from './turns.ts';

type Connection = (ServerEvent | Error)[];

/** Plays the connections in order; each is a list of events that ends with an error or a closed stream. */
function scene(...connections: Connection[]) {
  const clock = createFakeClock();
  const log: string[] = [];
  const asked: string[] = [];
  const abort = new AbortController();
  let online = Promise.resolve();
  const deps = {
    clock,
    random: () => 1,
    online: () => online,
    async *stream(body: TurnBody, signal: AbortSignal) {
      asked.push(body.turn_id ?? '');
      for (const item of connections.shift() ?? []) {
        if (signal.aborted) throw signal.reason;
        if (item instanceof Error) throw item;
        yield item;
      }
    },
  };
  const hearer = {
    heard: (message: { event: string }) => void log.push(message.event),
    rejoining: () => void log.push('rejoining'),
    connection: (state: string) => {
      if (log.findLast((entry) => entry.startsWith('=')) !== `=${state}`) log.push(`=${state}`);
    },
  };
  const body = bodyOf(request('turn-a'), SESSION, [], { performer: false, speak: false, reader: {} });
  return {
    clock,
    log,
    asked,
    abort,
    goOffline() {
      const back = Promise.withResolvers<void>();
      online = back.promise;
      return back.resolve;
    },
    run: () => runTurn(body, hearer, deps, abort.signal),
  };
}

const lost = new CallError('network', 'The connection was lost.');
const done = answer(['Hi.']);

test('a turn that is heard to its end is over', async () => {
  const { run, log } = scene([delta('Hi.'), done]);
  expect(await run()).toEqual({ kind: 'over' });
  expect(log).toEqual(['=connected', 'delta', 'done']);
});

test('a lost connection is made again with the same turn_id', async () => {
  const { run, log, asked, clock } = scene([delta('H'), lost], [delta('H')], [delta('Hi.'), done]);
  const outcome = run();
  await clock.passSlowly(499);
  expect(asked).toHaveLength(1);
  await clock.passSlowly(1);
  expect(asked).toHaveLength(2);
  await clock.passSlowly(1_000);
  expect(await outcome).toEqual({ kind: 'over' });
  expect(asked).toEqual(['turn-a', 'turn-a', 'turn-a']);
  expect(log.filter((entry) => entry === 'rejoining')).toHaveLength(2);
});

test('without a network it waits for one', async () => {
  const { run, asked, clock, goOffline } = scene([lost], [done]);
  const comeBack = goOffline();
  const outcome = run();
  await clock.passSlowly(600_000);
  expect(asked).toHaveLength(1);
  comeBack();
  expect(await outcome).toEqual({ kind: 'over' });
});

test('a server that asks to wait is obeyed', async () => {
  const stopping = new CallError('shutting_down', 'Restarting.', {
    status: 503,
    retryAfterMs: 2_000,
    fromServer: true,
  });
  const { run, asked, clock } = scene([stopping], [done]);
  const outcome = run();
  await clock.passSlowly(1_999);
  expect(asked).toHaveLength(1);
  await clock.passSlowly(1);
  expect(await outcome).toEqual({ kind: 'over' });
});

test('a server that stays away is given up after six more tries', async () => {
  const { run, log, asked, clock } = scene(...Array.from({ length: 9 }, (): Connection => [lost]));
  const outcome = run();
  await clock.passSlowly(60_000);
  expect(await outcome).toEqual({ kind: 'failed', error: lost });
  expect(asked).toHaveLength(7);
  expect(log.at(-1)).toBe('=disconnected');
});

test('a refusal is told at once', async () => {
  const refusal = new CallError('rate_limited', 'That was a lot.', {
    status: 429,
    retryAfterMs: 9_000,
    fromServer: true,
  });
  const { run, asked } = scene([refusal], [done]);
  expect(await run()).toEqual({ kind: 'failed', error: refusal });
  expect(asked).toHaveLength(1);
});

test("a provider's dead stream is an end, not a lost connection", async () => {
  const { run, asked } = scene([delta('Half'), died], [done]);
  expect(await run()).toEqual({ kind: 'over' });
  expect(asked).toHaveLength(1);
});

test('a turn that was left is not asked for again', async () => {
  const { run, asked, clock, abort } = scene([lost], [done]);
  const outcome = run();
  await clock.passSlowly(100);
  abort.abort();
  expect(await outcome).toEqual({ kind: 'left' });
  await clock.passSlowly(60_000);
  expect(asked).toHaveLength(1);
});

test('a defect of ours is not repeated', async () => {
  const { run, asked } = scene([new TypeError('x is undefined')], [done]);
  expect(await run()).toMatchObject({ kind: 'failed', error: { code: 'internal_error' } });
  expect(asked).toHaveLength(1);
});
