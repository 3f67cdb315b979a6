import { act, screen, waitFor, within } from '@testing-library/react';
import type { ShowView } from '@understudy/contract/show';
import { expect, it, vi } from 'vitest';
import { reply, SESSION_ANSWER, say, twinLines } from '../../../testing/chat.ts';
import { type Answers, find, type RenderedApp, renderApp } from '../../../testing/render-app.tsx';

const VIEW: ShowView = {
  active: true,
  episode: 2,
  started_at: '2026-01-01T00:00:00.000Z',
  mode: 'banter',
  segment_started_at: '2026-01-01T00:00:00.000Z',
  emotion: 'playful',
  energy: 6,
  engagement: 7,
  trend: 'improving',
  words_per_minute: 156,
  turns: 1,
  modes: [{ mode: 'banter', at: '2026-01-01T00:00:00.000Z', by: 'start' }],
  callbacks: [
    {
      id: 'c1',
      setup: 'the green umbrella',
      context: '',
      quality: 7,
      used: false,
      outcome: null,
      expires_at: '2026-01-01T00:30:00.000Z',
    },
  ],
  moments: [],
  threads: [{ id: 't1', topic: 'umbrellas', status: 'active', depth: 1, messages: 2 }],
  themes: [],
  game: 'Two truths and a lie',
};

/** The server's end of the show's connection. */
class ShowWire {
  static all: ShowWire[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: { type: string; data: object }[] = [];
  url: string;

  constructor(url: string) {
    this.url = url;
    ShowWire.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {}

  tell(type: string, data: object = {}, seq?: number): void {
    act(() => this.onmessage?.({ data: JSON.stringify({ type, data, seq }) }));
  }

  accept(): void {
    act(() => this.onopen?.());
    this.tell('ready', { role: 'performer' });
  }
}

/** A show that was started from the personalities page, or in a new tab; the server takes the page in. */
async function startShow(
  answers: Answers = {},
  path: '/personalities' | '/chat#show' = '/personalities',
): Promise<RenderedApp & { wire: ShowWire; desk: HTMLElement }> {
  ShowWire.all = [];
  vi.stubGlobal('WebSocket', ShowWire);
  const app = await renderApp(path, {
    answers: {
      create_session: SESSION_ANSWER,
      session_events: { success: true },
      track_event: { success: true },
      end_session: { success: true },
      agent_reply: reply(['Fine.']),
      ...answers,
    },
  });
  if (path === '/personalities') await app.user.click(await find('link', 'Start a show'));
  await find('heading', 'A show with AI Orla Venstrom');
  await app.user.click(screen.getByRole('checkbox'));
  await app.user.click(screen.getByRole('button', { name: 'Start the show' }));
  const desk = await find('complementary');
  const wire = await waitFor(() => {
    const [first] = ShowWire.all;
    if (!first) throw new Error('The page connected to no show.');
    return first;
  });
  expect(wire.url).toMatch(new RegExp(`/podcast/${SESSION_ANSWER.session_id}$`));
  wire.accept();
  wire.tell('context-update', VIEW, 1);
  wire.tell('response-processed', {}, 2);
  return { ...app, wire, desk };
}

const last = (wire: ShowWire) => wire.sent.at(-1);

it.each(['/', '/personalities'])('is reached by a link from %s that a new tab can open', async (path) => {
  await renderApp(path);
  expect((await find('link', 'Start a show')).getAttribute('href')).toBe('/chat#show');
});

it('is offered by the address of a new tab, and begins when the visitor starts it', async () => {
  const { wire } = await startShow({}, '/chat#show');
  expect(wire.sent[0]).toMatchObject({ type: 'init' });
  await find('heading', 'Banter');
});

it('shows what is on air: sign, mode, clock, meters in words, game, callbacks, rundown, threads', async () => {
  const { wire, desk, sentTo, user, problems, ...app } = await startShow();
  expect(wire.sent.map(({ type }) => type)).toEqual(['init', 'podcast-started']);
  await within(desk).findByText('On air');
  within(desk).getByRole('heading', { name: 'Banter' });
  within(desk).getByText('Quick lines, back and forth');
  within(desk).getByText('Mood: playful');
  within(desk).getByText('Episode 2');
  within(desk).getByText('Playing: Two truths and a lie');
  expect(within(desk).getByRole('timer').textContent).toMatch(/of 5:00$/);
  expect(within(desk).getByRole('meter', { name: 'Audience' }).getAttribute('aria-valuetext')).toBe('warm, rising');
  expect(within(desk).getByRole('meter', { name: 'Energy' }).getAttribute('aria-valuetext')).toBe('lively');
  within(desk).getByText('the green umbrella');
  within(desk).getByText('umbrellas');
  within(desk).getByText('opening');
  await say({ user, sentTo, problems, ...app }, 'Hello');
  await waitFor(() => expect(twinLines()).toEqual(['Fine.']));
  expect(sentTo('agent_reply')[0]?.body).toMatchObject({ is_performer_mode: true });
  expect(problems).toEqual([]);
});

it('changes the mode, orders a callback, and saves a moment, and tells what became of each', async () => {
  const { wire, desk, user } = await startShow();
  const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  await user.click(await within(desk).findByRole('button', { name: 'Debate' }));
  expect(last(wire)).toEqual({ type: 'mode-change', data: { mode: 'debate' } });
  wire.tell('mode-change', { mode: 'debate', by: 'visitor' }, 3);
  wire.tell('context-update', { ...VIEW, mode: 'debate' }, 3);
  expect(within(desk).getByRole('button', { name: 'Debate' }).getAttribute('aria-pressed')).toBe('true');
  expect(status()).toContain('The mode is now Debate.');

  await user.click(within(desk).getByRole('button', { name: 'Use callback: the green umbrella' }));
  expect(last(wire)).toEqual({ type: 'callback-available', data: { id: 'c1', use: true } });
  within(desk).getByRole('button', { name: 'In the next line' });

  await user.click(within(desk).getByRole('button', { name: 'Save moment' }));
  expect(last(wire)).toEqual({ type: 'moment-registered', data: {} });
  const moment = {
    ...{ id: 'm1', timestamp: '2026-01-01T00:01:00.000Z', type: 'saved', content: 'Fine.', context: 'debate' },
    ...{ audience_reaction: null, tags: [], turn_id: null, speaker: 'twin' },
  };
  wire.tell('moment-registered', moment, 4);
  wire.tell('context-update', { ...VIEW, moments: [moment] }, 4);
  within(desk).getByRole('button', { name: 'Moment saved' });
  within(desk).getByText('Saved, said by the AI');
  expect(status()).toContain('A moment was saved.');
});

it('says the last words after a stop, and goes back on air where it was stopped', async () => {
  const { wire, desk, user, sentTo } = await startShow({ agent_reply: reply(['Good night.']) });
  await user.click(await within(desk).findByRole('button', { name: 'Stop the show' }));
  expect(last(wire)?.type).toBe('podcast-stopped');
  within(desk).getByText('Stopping the show');
  wire.tell('podcast-stopped', { episode: 2 }, 3);
  wire.tell('context-update', { ...VIEW, active: false }, 3);
  await within(desk).findByText('Off air');
  within(desk).getByRole('heading', { name: 'Episode 2 is over' });
  await waitFor(() => expect(twinLines()).toEqual(['Good night.']));
  expect(sentTo('agent_reply')[0]?.body).toMatchObject({
    user_message: '',
    is_performer_mode: true,
    context: { is_followup: true },
  });
  await user.click(within(desk).getByRole('button', { name: 'Go back on air' }));
  expect(last(wire)?.type).toBe('podcast-started');
  wire.tell('context-update', VIEW, 4);
  await within(desk).findByText('On air');
});

it('asks how the show was, with what was given before, and sends what is changed', async () => {
  const given = { rating: 4, publishing_agreed: true };
  const { wire, desk, user, sentTo } = await startShow({
    episode_rating: given,
    rate_episode: { success: true, publishing_agreed: false },
  });
  wire.tell('podcast-stopped', { episode: 2 }, 3);
  wire.tell('context-update', { ...VIEW, active: false }, 3);
  const form = within(await within(desk).findByRole('form', { name: 'How was the show?' }));
  const star = () => form.getByRole('radio', { name: '4 stars' }) as HTMLInputElement;
  await waitFor(() => expect(star().checked).toBe(true));
  const agreement = form.getByRole('checkbox') as HTMLInputElement;
  const send = form.getByRole('button', { name: 'Send rating' });
  expect(agreement.checked).toBe(true);
  expect(send.hasAttribute('disabled')).toBe(true);
  form.getByText('Thank you. The episode may be published.');
  await user.click(agreement);
  await user.click(send);
  await form.findByText('Thank you. The episode won’t be published.');
  expect(sentTo('rate_episode')[0]?.body).toMatchObject({ rating: 4, publish: false });
});

it('says that the show goes on in another tab, and takes it back when asked to', async () => {
  const { wire, desk, user } = await startShow();
  act(() => wire.onclose?.({ code: 4409 }));
  within(desk).getByText('The show goes on in another tab.');
  expect(within(desk).queryByRole('button', { name: 'Stop the show' })).toBeNull();
  expect(within(desk).getByRole('button', { name: 'Debate' }).hasAttribute('disabled')).toBe(true);
  expect(ShowWire.all).toHaveLength(1);
  await user.click(within(desk).getByRole('button', { name: 'Continue here' }));
  const [, second] = ShowWire.all;
  second?.accept();
  second?.tell('context-update', VIEW, 2);
  expect(within(desk).queryByText('The show goes on in another tab.')).toBeNull();
  within(desk).getByRole('button', { name: 'Stop the show' });
});

it('says that the connection is lost, and takes no orders meanwhile', async () => {
  const { wire, desk } = await startShow();
  act(() => wire.onclose?.({ code: 1006 }));
  within(desk).getByText(/Connection lost, trying again every 5 seconds/);
  await within(desk).findByText('On air');
  for (const name of ['Debate', 'Save moment', 'Use callback: the green umbrella']) {
    expect(within(desk).getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
  }
});

it('has no show in a conversation that was not asked for as one', async () => {
  ShowWire.all = [];
  vi.stubGlobal('WebSocket', ShowWire);
  const { user } = await renderApp('/personalities', { answers: { create_session: SESSION_ANSWER } });
  await user.click(await find('link', 'Start a show'));
  await user.click(await find('link', 'Talk without a show'));
  await user.click(await find('button', 'Start Conversation'));
  await find('textbox', /^Message to AI/);
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(ShowWire.all).toEqual([]);
});
