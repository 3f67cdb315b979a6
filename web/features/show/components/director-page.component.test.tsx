import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ShowView } from '@understudy/contract/show';
import { SHOW_CLOSE } from '@understudy/contract/show-close';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadTexts } from '../../../platform/texts.ts';
import { DirectorPage } from './director-page.tsx';

const view: ShowView = {
  active: true,
  episode: 3,
  started_at: '2026-11-20T09:15:00.000Z',
  mode: 'banter',
  segment_started_at: '2026-11-20T09:15:00.000Z',
  emotion: 'playful',
  energy: 5,
  engagement: 10,
  trend: 'improving',
  words_per_minute: 150,
  turns: 2,
  modes: [{ mode: 'banter', at: '2026-11-20T09:15:00.000Z', by: 'start' }],
  callbacks: [
    {
      id: 'callback-1',
      setup: 'the plant that nobody waters',
      context: '',
      quality: 8,
      used: false,
      outcome: null,
      expires_at: '2026-11-20T09:45:00.000Z',
    },
  ],
  moments: [],
  threads: [{ id: 'thread-1', topic: 'meetings', status: 'active', depth: 0, messages: 2 }],
  themes: [],
  game: null,
};

/** The page, with the test at the other end of its connection. */
async function direct({ refusal = null as string | null } = {}) {
  await Promise.all([loadTexts('owner'), loadTexts('owner-pages'), loadTexts('chat')]);
  const sockets: ScriptedSocket[] = [];
  class ScriptedSocket {
    onopen: (() => Promise<void>) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;
    sent: { type: string; data: object }[] = [];
    readonly address: string;
    constructor(address: string) {
      this.address = address;
      sockets.push(this);
    }
    send(text: string) {
      this.sent.push(JSON.parse(text));
    }
    close() {}
  }
  vi.stubGlobal('WebSocket', ScriptedSocket);
  onTestFinished(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  const toEpisode = vi.fn();
  render(
    <DirectorPage
      sessionId="s1"
      visitor="Ana Costa"
      token={async () => 'token'}
      refusal={refusal}
      toEpisode={toEpisode}
    />,
  );
  const socket = () => sockets.at(-1) as ScriptedSocket;
  const tell = (type: string, data: object, seq?: number) =>
    act(() => socket().onmessage?.({ data: JSON.stringify({ type, data, seq }) }));
  const accept = async () => {
    await act(async () => socket().onopen?.());
    tell('ready', { role: 'director' });
  };
  await accept();
  return { user: userEvent.setup(), sockets, socket, tell, accept, toEpisode, sent: () => socket().sent.slice(1) };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

it('shows who speaks, what happens between the lines, and how the show stands', async () => {
  const { tell, socket } = await direct();
  expect(socket().address).toMatch(/\/podcast\/s1$/);
  expect(socket().sent).toEqual([{ type: 'init', data: { access_token: 'token', after: 0 } }]);
  screen.getByText('No show yet');
  tell('context-update', view, 0);
  screen.getByText('Nothing has been said yet.');
  tell('words', { turn_id: 't', visitor: 'We have a plant.', twin: 'Who waters it?' }, 1);
  tell('mode-change', { mode: 'comedy', by: 'engine' }, 2);
  const script = within(screen.getByRole('list', { name: 'Script' }));
  script.getByText('Ana Costa');
  script.getByText('Who waters it?');
  script.getByText('Mode: Comedy (by itself)');
  screen.getByText('On air');
  screen.getByText('Episode 3');
  expect(screen.getByRole('meter', { name: 'Audience' }).getAttribute('aria-valuetext')).toBe('with you, rising');
  screen.getByText('meetings');
});

it('sends what is pressed; more than full there is not, and a reset is asked first', async () => {
  const { user, tell, sent } = await direct();
  tell('context-update', view, 0);
  await user.click(button('Comedy'));
  await user.click(button('Banter'));
  await user.click(button('More energy'));
  expect(button('Audience more engaged').disabled).toBe(true);
  await user.click(button('Audience less engaged'));
  await user.click(button('Save moment'));
  await user.click(button('Use callback: the plant that nobody waters'));
  await user.type(screen.getByLabelText('Private hint'), '  Ask about the lift  ');
  await user.click(button('Send hint'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Private hint').value).toBe('');
  await user.click(button('Reset the show'));
  await user.click(button('Keep it as it is'));
  await user.click(button('Reset the show'));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset the show' }));
  expect(sent()).toEqual([
    { type: 'mode-change-request', data: { mode: 'comedy' } },
    { type: 'energy-adjustment', data: { delta: 1 } },
    { type: 'audience-update', data: { engagement: 9 } },
    { type: 'command', data: { action: 'save-moment' } },
    { type: 'command', data: { action: 'use-callback', id: 'callback-1' } },
    { type: 'hint', data: { text: 'Ask about the lift' } },
    { type: 'command', data: { action: 'reset' } },
  ]);
});

it('tells what waits for the next line, takes it back, and tells that a line has used it', async () => {
  const { user, tell, sent } = await direct();
  tell('context-update', view, 0);
  expect(screen.queryByText(/waits for the visitor’s next line/)).toBeNull();
  tell('hint', { text: "Ask about Ana's lift" }, 1);
  screen.getByText('Hint, for the next line: Ask about Ana’s lift');
  tell('context-update', { ...view, waiting: { hint: "Ask about Ana's lift", callback: 'callback-1' } }, 1);
  expect(screen.getAllByText(/waits for the visitor’s next line/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^Use callback/ })).toBeNull();
  await user.click(button('Take back the hint'));
  await user.click(button('Take back: the plant that nobody waters'));
  expect(sent()).toEqual([
    { type: 'command', data: { action: 'drop-hint' } },
    { type: 'command', data: { action: 'drop-callback' } },
  ]);
  tell('words', { turn_id: 't', visitor: '', twin: 'And the lift?', hint: "Ask about Ana's lift" }, 2);
  tell('context-update', { ...view, waiting: { hint: null, callback: null } }, 2);
  screen.getByText('Hint: Ask about Ana’s lift');
  expect(screen.queryByText(/waits for the visitor’s next line/)).toBeNull();
  button('Use callback: the plant that nobody waters');
});

it('comes back by itself, keeps what is typed, and loses no line', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { user, tell, sockets, socket, accept } = await direct();
  tell('context-update', view, 0);
  tell('words', { turn_id: 't', visitor: 'One', twin: 'Two' }, 7);
  await user.type(screen.getByLabelText('Private hint'), 'Not sent');
  act(() => socket().onclose?.({ code: 1006 }));
  screen.getByText(/^Connection lost\./);
  screen.getByText('Not connected');
  expect(button('Send hint').disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(sockets).toHaveLength(2);
  await accept();
  expect(socket().sent[0]).toEqual({ type: 'init', data: { access_token: 'token', after: 7 } });
  tell('words', { turn_id: 't', visitor: 'One', twin: 'Two' }, 7);
  expect(screen.getAllByText('Two')).toHaveLength(1);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Private hint').value).toBe('Not sent');
  expect(button('Send hint').disabled).toBe(false);
});

it('leads to the episode once the show is over, and can do nothing more', async () => {
  const { user, tell, toEpisode } = await direct();
  tell('context-update', { ...view, active: false }, 0);
  screen.getByText('Off air');
  expect(button('Save moment').disabled).toBe(true);
  await user.click(button('Open the episode'));
  expect(toEpisode).toHaveBeenCalledOnce();
});

it('only watches without the right to direct', async () => {
  const { tell } = await direct({ refusal: 'Without a sign-in you can watch, but not direct.' });
  tell('context-update', view, 0);
  screen.getByText('Without a sign-in you can watch, but not direct.');
  for (const name of ['Save moment', 'Comedy', 'More energy', 'Reset the show'])
    expect(button(name).disabled).toBe(true);
});

it('says why it may not watch', async () => {
  const { socket } = await direct();
  act(() => socket().onclose?.({ code: SHOW_CLOSE.forbidden }));
  await waitFor(() => screen.getByText(/^You can’t watch this show/));
});
