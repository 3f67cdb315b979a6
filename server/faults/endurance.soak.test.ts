/**
 * Many conversations at once for a while, against a provider that writes at a real one's pace. The usual soak is brief;
 * ENDURANCE_S=600 ENDURANCE_CONVERSATIONS=500 is the long run. Turns of a visitor go to one instance after the other,
 * which costs most; with ENDURANCE_AFFINITY=1 each visitor stays on one, as behind the samples of deploy/. It asserts
 * that no visitor sees an error and that memory stays flat; waits depend on the machine, and are printed.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultProxy } from '../testing/fault-proxy.ts';
import { type Instance, startInstances } from '../testing/instances.ts';
import { startSession } from '../testing/kill-runner.ts';
import { openShow } from '../testing/show-socket.ts';
import { spawnProgram } from '../testing/spawned-server.ts';

const SECONDS = Number(process.env['ENDURANCE_S'] ?? 40);
const CONVERSATIONS = Number(process.env['ENDURANCE_CONVERSATIONS'] ?? 50);
const HAS_AFFINITY = process.env['ENDURANCE_AFFINITY'] === '1';
const FIRST_WORD_MS = 300;
const WORD_MS = 25;
const WORDS = 40;
/** How long somebody reads and writes between two turns, at least, and as much again at random. */
const PAUSE_MS = 10_000;
/** Of so many visitors, one reads so slowly that the reply has to wait for them. */
const SLOW_EVERY = 20;
/** Connections to each instance that send half a request, and sockets of shows whose other end is gone. */
const HALF_OPEN = 20;
const GROWTH = 1.15;
const STUB = path.resolve(import.meta.dirname, '../testing/fake-provider.ts');
/** The lines of a conversation. Hardly two are the same: what was read before would come from a cache. */
const LINES = [
  (people: number) => `What do you do for a firm of ${people} people?`,
  (people: number) => `We are ${people} people in Porto.`,
  (people: number) => `What would you do first with ${people} of us?`,
  (people: number) => `And what does it cost for all ${people}?`,
];

/** Posts, and reads a stream to its end. @returns the status, the text and the wait for the first mark in it */
function stream(url: string, body: object, mark: string, isSlow = false) {
  return new Promise<{ status: number; text: string; firstMs: number }>((resolve, reject) => {
    const askedAt = performance.now();
    let firstMs = Number.NaN;
    const asked = request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    });
    asked.once('error', reject);
    asked.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
        if (Number.isNaN(firstMs) && text.includes(mark)) firstMs = performance.now() - askedAt;
        if (!isSlow) return;
        answer.pause();
        setTimeout(() => answer.resume(), 200);
      });
      answer.once('error', reject);
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text, firstMs }));
    });
    asked.end(JSON.stringify(body));
  });
}
/** The names of a stream's events, and its end: what an error is told by. */
const outline = (text: string) =>
  `${[...new Set([...text.matchAll(/^event: (\w+)/gm)].map(([, name]) => name))].join(' ')} ... ${text.slice(-200)}`;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

const rssMb = ({ server }: Instance) =>
  server.child.exitCode === null && server.child.signalCode === null ? readRss(server.pid) : 0;
const readRss = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
/** Processor time of an instance so far, in milliseconds: fields 14 and 15 of stat in proc(5), 100 ticks a second. */
function cpuMs({ server }: Instance): number {
  const [user, system] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ').slice(11, 13);
  return 10 * (Number(user) + Number(system));
}
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const percentiles = (values: readonly number[]) => {
  const sorted = [...values].sort((one, other) => one - other);
  return [0.5, 0.95, 0.99].map((part) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0));
};

test(
  'many conversations for a while: no error that a visitor sees, and flat memory',
  async () => {
    const pace = ['--first-word-ms', String(FIRST_WORD_MS), '--word-ms', String(WORD_MS), '--words', String(WORDS)];
    const stub = await spawnProgram(STUB, ['--port', '0', ...pace], 'fake provider on');
    onTestFinished(() => stub.end());
    const stubUrl = /http\S+/.exec(stub.ready)?.[0] ?? '';
    const provider = await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(stubUrl).port) });
    onTestFinished(() => provider.close());
    const environment = { LLM_BASE_URL: `http://127.0.0.1:${provider.port}/v1`, LLM_MODEL: 'fake-model' };
    const { all } = await startInstances(3, environment);
    let turn = 0;
    const next = (visitor: number) => (all[(HAS_AFFINITY ? visitor : turn++) % all.length] as Instance).server;

    // Ends that are gone without a word.
    for (const { server } of all) {
      const { port } = new URL(server.url);
      const silent = await startFaultProxy({ host: '127.0.0.1', port: Number(port) });
      onTestFinished(() => silent.close());
      for (let at = 0; at < HALF_OPEN; at += 1) {
        const half = connect(Number(port), '127.0.0.1').on('error', () => undefined);
        half.write('POST /functions/v1/agent_reply HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
        onTestFinished(() => void half.destroy());
        const session = await startSession(server);
        await openShow(`http://127.0.0.1:${silent.port}`, session.session_id, {
          session_secret: session.session_secret,
        });
      }
      Object.assign(silent, { upstream: { timeoutMs: 0 }, downstream: { timeoutMs: 0 } });
    }

    const cpuBefore = all.reduce((sum, one) => sum + cpuMs(one), 0);
    const until = performance.now() + SECONDS * 1000;
    const added: number[] = [];
    const stubAlone: number[] = [];
    const errors: string[] = [];
    for (const { server } of all)
      server.child.once('exit', (code, signal) =>
        errors.push(`an instance ended with ${signal ?? code}: ${server.lines.slice(-5).join(' | ').slice(-2_000)}`),
      );
    let turns = 0;
    let embedded = 0;
    let continued = 0;
    let isFailing = false;
    const converse = async (index: number) => {
      await wait(Math.random() * PAUSE_MS);
      let session = await startSession(next(index));
      for (let number = 0; performance.now() < until; number += 1) {
        if (number > 0 && number % 20 === 0) session = await startSession(next(index));
        const line = LINES[number % LINES.length] as (typeof LINES)[number];
        const words = line(10 + index + CONVERSATIONS * number);
        const body = { ...session, turn_id: randomUUID(), user_message: words };
        const wasFailing = isFailing;
        const isSlow = index % SLOW_EVERY === 0;
        const ask = () =>
          stream(`${next(index).url}/functions/v1/agent_reply`, body, 'event: delta', isSlow).catch(String);
        let heard = await ask();
        // A provider's stream that dies is told, and the page asks for the rest with the same turn.
        for (; typeof heard !== 'string' && heard.text.includes('"stream_interrupted"'); heard = await ask()) {
          continued += 1;
          if (continued > CONVERSATIONS) break;
          await wait(500);
        }
        turns += 1;
        if (typeof heard === 'string' || heard.status !== 200 || !heard.text.includes('event: done')) {
          errors.push(
            typeof heard === 'string' ? heard : `${isSlow} ${wasFailing} ${heard.status} ${outline(heard.text)}`,
          );
        } else if (heard.text.includes('"provider":"embedded"')) embedded += 1;
        else if (!wasFailing && !isFailing) added.push(heard.firstMs - FIRST_WORD_MS);
        await wait(PAUSE_MS * (1 + Math.random()));
      }
    };
    /** The same stub without the product between: what this machine adds by itself. */
    const probe = async () => {
      while (performance.now() < until) {
        const body = { model: 'fake-model', stream: true, messages: [{ role: 'user', content: 'Hello' }] };
        stubAlone.push((await stream(`${stubUrl}/chat/completions`, body, '"content":"G')).firstMs - FIRST_WORD_MS);
        await wait(250);
      }
    };
    const memory: number[] = [];
    const sample = async () => {
      for (; performance.now() < until; await wait(1_000)) memory.push(all.reduce((sum, one) => sum + rssMb(one), 0));
    };
    /** A tenth of the time; a failure of less than ten seconds is bridged by repeating the call. */
    const fail = async () => {
      await wait(SECONDS * 400);
      isFailing = true;
      provider.down();
      await wait(Math.max(10_000, SECONDS * 100));
      provider.up();
      // The breaker lets a probe through after 15 s.
      await wait(Math.min(20_000, SECONDS * 100));
      isFailing = false;
    };
    await Promise.all([
      ...Array.from({ length: CONVERSATIONS }, (_, index) => converse(index)),
      probe(),
      sample(),
      fail(),
    ]);

    const figures = {
      ...{ seconds: SECONDS, conversations: CONVERSATIONS, turns, embedded, continued, errors: errors.length },
      addedFirstWordMs: percentiles(added),
      stubAloneMs: percentiles(stubAlone),
      cpuMsPerTurn: Math.round((all.reduce((sum, one) => sum + cpuMs(one), 0) - cpuBefore) / turns),
      memoryMb: memory.filter((_, at) => at % Math.ceil(memory.length / 10) === 0).map(Math.round),
      load: loadavg().map((one) => Math.round(one * 10) / 10),
    };
    process.stdout.write(`endurance: ${JSON.stringify(figures)}\n`);
    expect(errors).toEqual([]);
    expect(embedded).toBeGreaterThan(0);
    // A short run is still warming up.
    const quarter = Math.floor(memory.length / 4);
    if (SECONDS >= 300)
      expect(mean(memory.slice(-quarter))).toBeLessThan(GROWTH * mean(memory.slice(quarter, 2 * quarter)));
  },
  SECONDS * 1000 + 300_000,
);
