import type { LiveLine, LiveSessionEvent, TakeoverView } from '@understudy/contract/takeover';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../platform/http.ts';
import { createFakeClock, settle } from '../../platform/testing/fake-clock.ts';
import { openPersonLink } from './person-link.ts';

const SESSION = { session_id: 's', session_secret: 'x' };
const view = (part: Partial<TakeoverView>): TakeoverView => ({
  ...{ state: 'none', version: 1, person: null, since: null, reason: null },
  ...part,
});
const ORLA = { name: 'Orla', role: 'consultant' };
const line = (seq: number, text: string): LiveLine => ({
  ...{ id: `l${seq}`, seq, turn_id: `t${seq}`, speaker: 'person', author: 'Orla', text },
  ts: '2026-11-20T10:00:00.000Z',
});

/** Each stream is a list of events; after the last one it is lost, or stays open where it ends in `open`. */
function follow(...streams: (LiveSessionEvent | 'open' | CallError)[][]) {
  const clock = createFakeClock();
  const asked: unknown[] = [];
  const called: { name: string; body: unknown }[] = [];
  const heard = { said: [] as string[], by: [] as (string | null)[], awaited: [] as boolean[], spoke: 0 };
  const link = openPersonLink(
    {
      clock,
      async *stream(_name, body, signal) {
        asked.push(body);
        for (const event of streams.shift() ?? ['open' as const]) {
          if (event instanceof CallError) throw event;
          if (event === 'open') await new Promise((resolve) => signal.addEventListener('abort', resolve));
          else yield event;
        }
      },
      async call<Answer>(name: string, body: unknown) {
        called.push({ name, body });
        const takeover = view({ version: 9, state: 'wanted', since: new Date(clock.now()).toISOString() });
        return { takeover, reach: { online: true, in_hours: null } } as Answer;
      },
      online: async () => {},
      report: () => {},
    },
    {
      session: SESSION,
      said: ({ text }) => heard.said.push(text),
      answeredBy(person, isAwaited) {
        heard.by.push(person);
        heard.awaited.push(isAwaited);
      },
      speakUp: () => {
        heard.spoke += 1;
      },
    },
  );
  return { clock, asked, called, heard, link };
}

describe('the visitor’s connection to people who may join', () => {
  it('tells who answers, passes on what they write, and opens again where it was lost', async () => {
    const { clock, asked, heard, link } = follow(
      [
        { event: 'state', data: view({ state: 'active', version: 2, person: ORLA }) },
        { event: 'line', data: line(4, 'Hello.') },
      ],
      [{ event: 'state', data: view({ state: 'over', version: 3, person: ORLA, reason: 'handed_back' }) }, 'open'],
    );
    await settle();
    expect(heard).toMatchObject({ said: ['Hello.'], by: ['Orla'] });
    clock.pass(1_000);
    await settle();
    expect(asked).toEqual([
      { ...SESSION, after: -1 },
      { ...SESSION, after: 4 },
    ]);
    expect(heard.by).toEqual(['Orla', null]);
    expect(link.store.get().view.reason).toBe('handed_back');
    link.close();
  });

  it('tells that one is awaited, until they are there', async () => {
    const { heard, link } = follow([
      { event: 'state', data: view({ state: 'wanted', version: 2 }) },
      { event: 'state', data: view({ state: 'active', version: 3, person: ORLA }) },
      'open',
    ]);
    await settle();
    expect(heard).toMatchObject({ by: [null, 'Orla'], awaited: [true, false] });
    link.close();
  });

  it('tells that nobody came until the visitor goes on, and not of an end of long ago', async () => {
    const over = (since: number) =>
      view({ state: 'over', version: 3, reason: 'unanswered', since: new Date(since).toISOString() });
    const now = createFakeClock().now();
    const { link } = follow([{ event: 'state', data: over(now) }, 'open']);
    await settle();
    expect(link.store.get()).toMatchObject({ view: { state: 'over' }, isPast: false });
    link.wentOn();
    expect(link.store.get().isPast).toBe(true);
    link.want(true);
    await settle();
    expect(link.store.get()).toMatchObject({ view: { state: 'wanted' }, isPast: false });
    link.wentOn();
    expect(link.store.get().isPast).toBe(false);
    const later = follow([{ event: 'state', data: over(now - 120_000) }, 'open']);
    await settle();
    expect(later.link.store.get().isPast).toBe(true);
    link.close();
    later.link.close();
  });

  it('ignores a state that is older than the one it has', async () => {
    const { heard, link } = follow([
      { event: 'state', data: view({ state: 'active', version: 5, person: ORLA }) },
      { event: 'state', data: view({ state: 'asked', version: 4, person: ORLA }) },
      'open',
    ]);
    await settle();
    expect([link.store.get().view.state, heard.by]).toEqual(['active', ['Orla']]);
    link.close();
  });

  it('has the twin speak once nobody came, and not again for one that ended long ago', async () => {
    const unanswered = view({ state: 'over', version: 10, reason: 'unanswered', since: '1970-01-01T00:00:00Z' });
    const one = follow([{ event: 'state', data: unanswered }, 'open']);
    await settle();
    expect(one.heard.spoke).toBe(0);
    one.link.close();
    const other = follow([
      { event: 'state', data: view({ state: 'wanted', version: 9 }) },
      { event: 'state', data: unanswered },
      'open',
    ]);
    await settle();
    expect(other.heard.spoke).toBe(1);
    other.link.close();
  });

  it('shows typing for a while, or until the line is there', async () => {
    const { clock, link } = follow([{ event: 'typing', data: { typing: true } }, 'open']);
    await settle();
    expect(link.store.get().isTyping).toBe(true);
    clock.pass(6_000);
    expect(link.store.get().isTyping).toBe(false);
    link.close();
    const other = follow([
      { event: 'typing', data: { typing: true } },
      { event: 'line', data: line(1, 'Hi.') },
      'open',
    ]);
    await settle();
    expect(other.link.store.get().isTyping).toBe(false);
    other.link.close();
  });

  it('tells of typing only while a person is there, not with every key, and when it is over', async () => {
    const { clock, called, link } = follow([
      { event: 'state', data: view({ state: 'active', version: 2, person: ORLA }) },
      'open',
    ]);
    link.typed('too early');
    expect(called).toEqual([]);
    await settle();
    link.typed('H');
    link.typed('He');
    clock.pass(3_001);
    link.typed('Hel');
    link.typed('');
    link.typed('');
    expect(called.map(({ body }) => (body as { typing: boolean }).typing)).toEqual([true, true, false]);
    link.close();
  });

  it('asks no more once the server says that the conversation is over', async () => {
    for (const end of [
      { event: 'ended', data: {} } as const,
      new CallError('session_ended', 'over', { status: 410 }),
    ]) {
      const { clock, asked, link } = follow([end]);
      await settle();
      clock.pass(60_000);
      await settle();
      expect(asked).toHaveLength(1);
      link.close();
    }
  });

  it('shows what the server answers to a visitor who asks for a person', async () => {
    const { called, link } = follow(['open']);
    link.want(true);
    expect(link.store.get().isBusy).toBe(true);
    await settle();
    expect(called).toEqual([{ name: 'request_person', body: { ...SESSION, wanted: true } }]);
    expect(link.store.get()).toMatchObject({ isBusy: false, view: { state: 'wanted' }, reach: { online: true } });
    link.close();
  });
});
