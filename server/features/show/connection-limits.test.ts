import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { ConnectionLimits } from './connection-limits.ts';

/** A connection that is closed at once when it is asked to close. */
class TestSocket extends EventEmitter {
  readonly OPEN = 1 as const;
  readyState: 0 | 1 | 2 | 3 = 1;
  isPaused = false;
  code: number | null = null;
  close(code = 1000): void {
    this.code = code;
    this.readyState = 3;
    this.emit('close');
  }
  terminate(): void {}
  pause(): void {}
  resume(): void {}
}

/** The limits of a server without a configuration of its own, or with this scale. */
const limitsAt = (scale = '1') => new ConnectionLimits(readConfig({ RATE_LIMIT_SCALE: scale }).limits);

/** So many connections, all of other addresses unless told otherwise; null for each that was refused. */
function come(limits: ConnectionLimits, count: number, ip?: string) {
  return Array.from({ length: count }, (_, index) => {
    const socket = new TestSocket();
    const address = ip ?? `10.0.${Math.floor(index / 256)}.${index % 256}`;
    const counted = limits.enter(socket as never, address);
    return counted && { socket, counted };
  });
}
const admitted = (all: ReturnType<typeof come>) => all.filter((one) => one !== null);

test('one address has at most 8 unknown connections and 60 known ones; an IPv6 network is one address', () => {
  const limits = limitsAt();
  const unknown = admitted(come(limits, 9, '2001:db8:1:1::1'));
  expect(unknown).toHaveLength(8);
  expect(admitted(come(limits, 1, '2001:db8:1:1::2'))).toHaveLength(0);
  let known = 0;
  for (const { counted } of unknown) known += Number(counted.admit(`s${known}`, 'performer'));
  for (let tries = 0; tries < 100; tries += 1)
    for (const { counted } of admitted(come(limits, 1, '2001:db8:1:1::3')))
      known += Number(counted.admit(`s${known}`, 'performer'));
  expect(known).toBe(60);
  unknown[0]?.socket.close();
  expect(admitted(come(limits, 2, '2001:db8:1:1::4'))).toHaveLength(1);
});

test('at most 200 unknown connections in all, and those that leave make room', () => {
  const limits = limitsAt();
  const all = admitted(come(limits, 300));
  expect(all).toHaveLength(200);
  for (const { socket } of all) socket.close();
  expect(admitted(come(limits, 300))).toHaveLength(200);
});

test('at most 3,500 connections in all', () => {
  const limits = limitsAt();
  let known = 0;
  for (let index = 0; index < 4_000; index += 1) {
    const [one] = come(limits, 1, `10.1.${Math.floor(index / 256)}.${index % 256}`);
    known += Number(one?.counted.admit(`s${index}`, 'performer') ?? false);
  }
  expect(known).toBe(3_500);
});

test('the oldest of four performers makes room, the 18th director does not come in, the gone do not count', () => {
  const limits = limitsAt();
  const performers = admitted(come(limits, 4));
  for (const { counted } of performers) expect(counted.admit('s', 'performer')).toBe(true);
  expect(performers.map(({ socket }) => socket.code)).toEqual([4409, null, null, null]);
  const directors = admitted(come(limits, 19));
  directors[0]?.socket.close();
  expect(directors.map(({ counted }) => counted.admit('s', 'director'))).toEqual([
    false,
    ...Array.from({ length: 17 }, () => true),
    false,
  ]);
});

test('who connects again has the allowance that is left; each director has their own', () => {
  const limits = limitsAt();
  expect(limits.allowance('s', null).take(40)).toBe(true);
  expect(limits.allowance('s', null).take(10)).toBe(false);
  expect(limits.allowance('s', 'ann').take(40)).toBe(true);
  expect(limits.allowance('s', 'ann').take(10)).toBe(false);
  expect(limits.allowance('s', 'ben').take(40)).toBe(true);
  expect(limits.allowance('other', null).take(40)).toBe(true);
});

test('RATE_LIMIT_SCALE multiplies the limits of an address and of the unknown, not the total', () => {
  const limits = limitsAt('100');
  const known = admitted(come(limits, 61, '10.0.0.1'));
  expect(known).toHaveLength(61);
  for (const [index, { counted }] of known.entries()) expect(counted.admit(`s${index}`, 'performer')).toBe(true);
  expect(admitted(come(limits, 4_000))).toHaveLength(3_500 - 61);
  expect(admitted(come(limitsAt('0.5'), 9, '10.0.0.1'))).toHaveLength(4);
});
