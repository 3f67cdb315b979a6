import { SHOW_RECONNECT_MS } from '@understudy/contract/constants';
import { SHOW_CLOSE } from '@understudy/contract/show-close';
import { describe, expect, test } from 'vitest';
import { createFakeClock, settle } from '../../platform/testing/fake-clock.ts';
import { createDirector } from './director.ts';
import type { Wire } from './show-socket.ts';

/** A connection at whose other end the test sits. */
class ScriptedWire implements Wire {
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  readonly sent: { type: string; data: Record<string, unknown> }[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  async accept(): Promise<void> {
    this.onopen?.call(this as never, {} as never);
    await settle();
    this.tell('ready', { role: 'director' });
  }
  tell(type: string, data: Record<string, unknown>, seq?: number): void {
    this.onmessage?.call(this as never, { data: JSON.stringify({ type, data, ...(seq ? { seq } : {}) }) } as never);
  }
  lose(code = 1006): void {
    this.onclose?.call(this as never, { code } as never);
  }
}

async function watching() {
  const clock = createFakeClock();
  const wires: ScriptedWire[] = [];
  const director = createDirector({
    clock,
    connect() {
      const wire = new ScriptedWire();
      wires.push(wire);
      return wire;
    },
    isOnline: () => true,
    subscribeToConnection: () => () => undefined,
  });
  let tokens = 0;
  director.open('session', async () => {
    tokens += 1;
    return `token-${tokens}`;
  });
  await wires[0]?.accept();
  const wire = () => wires.at(-1) as ScriptedWire;
  return { director, clock, wires, wire, state: () => director.store.get() };
}

const words = (visitor: string, twin: string) => ({ turn_id: 't', visitor, twin });

describe('a director', () => {
  test('shows who they are, and reads the script as it is spoken', async () => {
    const { wire, state } = await watching();
    expect(wire().sent).toEqual([{ type: 'init', data: { access_token: 'token-1', after: 0 } }]);
    wire().tell('words', words('Hi', 'Good evening'), 1);
    wire().tell('mode-change', { mode: 'comedy', by: 'engine' }, 2);
    wire().tell('energy-adjustment', { delta: 1 }, 3);
    expect(state()).toMatchObject({
      connection: 'live',
      script: [
        { kind: 'words', visitor: 'Hi', twin: 'Good evening' },
        { kind: 'mode', mode: 'comedy', by: 'engine' },
      ],
    });
  });

  test('comes back after 5 s with a new token, without loss or repetition', async () => {
    const { wires, wire, clock, state } = await watching();
    wire().tell('words', words('One', 'Two'), 4);
    wire().lose();
    expect(state().connection).toBe('reconnecting');
    clock.pass(SHOW_RECONNECT_MS - 1);
    expect(wires).toHaveLength(1);
    clock.pass(1);
    await wire().accept();
    expect(wire().sent[0]).toEqual({ type: 'init', data: { access_token: 'token-2', after: 4 } });
    wire().tell('words', words('One', 'Two'), 4);
    wire().tell('words', words('Three', 'Four'), 5);
    expect(state().script).toMatchObject([{ visitor: 'One' }, { visitor: 'Three' }]);
    expect(state().connection).toBe('live');
  });

  test('sends what the desk orders, and nothing without a connection', async () => {
    const { director, wire } = await watching();
    wire().sent.length = 0;
    director.changeMode('debate');
    director.adjustEnergy(-1);
    director.setEngagement(7);
    director.saveMoment();
    director.bringBack('callback-1');
    director.reset();
    director.hint('Ask about the plant');
    expect(wire().sent).toEqual([
      { type: 'mode-change-request', data: { mode: 'debate' } },
      { type: 'energy-adjustment', data: { delta: -1 } },
      { type: 'audience-update', data: { engagement: 7 } },
      { type: 'command', data: { action: 'save-moment' } },
      { type: 'command', data: { action: 'use-callback', id: 'callback-1' } },
      { type: 'command', data: { action: 'reset' } },
      { type: 'hint', data: { text: 'Ask about the plant' } },
    ]);
    wire().lose();
    expect(director.hint('Lost')).toBe(false);
  });

  test('sees that a hint waits until the next line has used it', async () => {
    const { wire, state } = await watching();
    wire().tell('hint', { text: 'Ask about the plant' }, 1);
    expect(state().script).toMatchObject([{ kind: 'hint', fate: 'waits' }]);
    // A line that had no room for it.
    wire().tell('words', { ...words('My cat died.', 'I am sorry.'), hint: null }, 2);
    expect(state().script).toMatchObject([{ fate: 'waits' }, { kind: 'words' }]);
    wire().tell('words', { ...words('', 'And the plant?'), hint: 'Ask about the plant' }, 3);
    expect(state().script).toMatchObject([{ fate: 'used' }, { kind: 'words' }, { kind: 'words' }]);
  });

  test('sees a hint that was taken back, or whose place another one took', async () => {
    const { director, wire, state } = await watching();
    wire().sent.length = 0;
    director.dropHint();
    director.dropCallback();
    expect(wire().sent.map(({ data }) => data)).toEqual([{ action: 'drop-hint' }, { action: 'drop-callback' }]);
    wire().tell('hint', { text: 'One' }, 1);
    wire().tell('hint', { text: 'Two' }, 2);
    wire().tell('command', { action: 'drop-hint' }, 3);
    wire().tell('words', words('', 'And the plant?'), 4);
    expect(state().script).toMatchObject([{ fate: 'dropped' }, { fate: 'dropped' }, { kind: 'words' }]);
  });

  test('takes out of the script what the visitor has erased', async () => {
    const { wire, state } = await watching();
    wire().tell('words', words('Hello', 'Hi.'), 1);
    wire().tell('words', words('I keep a zeppelin', 'Where?'), 2);
    wire().tell('callback-available', { setup: 'the zeppelin' }, 3);
    wire().tell('messages-erased', { seqs: [2, 3] }, 4);
    expect(state().script).toEqual([{ seq: 1, kind: 'words', turnId: 't', visitor: 'Hello', twin: 'Hi.' }]);
  });

  test('reads the server’s refusal until the next order', async () => {
    const { director, wire, state } = await watching();
    wire().tell('error', { code: 'no_show', message: 'There is no show in this conversation yet.' });
    expect(state().refusal).toBe('There is no show in this conversation yet.');
    director.saveMoment();
    expect(state().refusal).toBeNull();
  });

  test.each([
    [SHOW_CLOSE.unauthorized, 'no_access'],
    [SHOW_CLOSE.forbidden, 'not_kept'],
    [SHOW_CLOSE.ended, 'ended'],
  ])('does not come back after %i', async (code, ending) => {
    const { wires, wire, clock, state } = await watching();
    wire().lose(code);
    expect(state()).toMatchObject({ connection: 'ended', ending });
    clock.pass(60_000);
    expect(wires).toHaveLength(1);
  });
});
