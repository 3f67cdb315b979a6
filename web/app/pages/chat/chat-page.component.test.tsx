import { screen, waitFor, within } from '@testing-library/react';
import { SESSION_ID_DISPLAY_CHARS } from '@understudy/contract/constants';
import { emptyExtract } from '@understudy/contract/leads';
import { typographic } from '@understudy/contract/typography';
import type { HistoryUtterance, SessionHistoryAnswer } from '@understudy/contract/wire';
import { expect, it } from 'vitest';
import {
  reply,
  SESSION_ANSWER,
  startChat,
  startFrom,
  streamOf,
  twinLines,
  visitorLines,
} from '../../../testing/chat.ts';
import { find, refusal, renderApp, toasts } from '../../../testing/render-app.tsx';

/** A conversation as the server tells it before anything was said. */
const NO_HISTORY: SessionHistoryAnswer = {
  session_id: SESSION_ANSWER.session_id,
  mode: 'mentor',
  consent: true,
  ended: false,
  started_at: '2026-01-01T00:00:00Z',
  utterances: [],
  running_turn_id: null,
  extract: null,
  call: null,
  meeting: null,
};
const visitorSaid = (text: string, turn_id: string): HistoryUtterance => ({
  id: 'u',
  seq: 0,
  turn_id,
  speaker: 'visitor',
  author: null,
  text,
  ts: '2026-01-01T00:00:01Z',
  segment_index: 0,
  total_segments: 1,
  interrupted: false,
});

it('shows who this is, that it is an AI, and an unticked box with one sentence', async () => {
  const { user, problems } = await renderApp('/chat');
  await find('heading', 'Chat with AI Orla Venstrom');
  screen.getByRole('img', { name: 'Portrait of Orla Venstrom' });
  screen.getByText(/You’ll be talking with an AI/);
  expect(
    (screen.getByRole('checkbox', { name: /Keep this conversation for 180 days/ }) as HTMLInputElement).checked,
  ).toBe(false);
  await user.click(screen.getByText('Details'));
  screen.getByText('Without this, it is deleted.');
  await user.click(screen.getByRole('link', { name: 'What is kept, and why' }));
  await find('heading', 'Privacy');
  expect(problems).toEqual([]);
});

it('begins in the mode of the address, and no address begins a show', async () => {
  const { say, sentTo } = await startChat({ path: '/chat?mode=futurist&performer=1&show=true' });
  expect(sentTo('create_session')[0]?.body).toMatchObject({ mode: 'futurist', consent: true });
  expect(screen.getByTestId('mode-badge').textContent).toBe('Futurist');
  await say('Hello');
  await waitFor(() => expect(twinLines()).toEqual(['Fine.']));
  expect(sentTo('agent_reply')[0]?.body).toMatchObject({ mode: 'futurist', is_performer_mode: false });
});

it('takes an unknown mode in the address for none', async () => {
  const { sentTo } = await startChat({ path: '/chat?mode=pirate' });
  expect(sentTo('create_session')[0]?.body).toMatchObject({ mode: 'mentor' });
});

it('says why a start failed and when it will work, and starts when asked again', async () => {
  const refused = refusal(429, 'rate_limited', 'Too many conversations were started.', { 'retry-after': '40' });
  const app = await renderApp('/chat', { answers: { create_session: [refused, SESSION_ANSWER] } });
  await app.user.click(await find('button', 'Start Conversation'));
  await waitFor(() => expect(toasts().join()).toContain('Failed to start session'));
  expect((await find('alert')).textContent).toMatch(
    /Too many conversations were started\. You can try again in \d+ seconds\./,
  );
  await startFrom(app);
});

it('shows each segment as a line of its own, after its pause', async () => {
  const { say } = await startChat({
    answers: { agent_reply: reply(['Good question, that one.', ['Let me answer it properly.', 60], ['There.', 90]]) },
  });
  const seen = new Set<number>();
  const watch = new MutationObserver(() => void seen.add(twinLines().length));
  watch.observe(document.body, { subtree: true, childList: true });
  await say('Hello');
  await waitFor(() =>
    expect(twinLines()).toEqual(['Good question, that one.', 'Let me answer it properly.', 'There.']),
  );
  watch.disconnect();
  expect([...seen]).toEqual([0, 1, 2, 3]);
});

it('brings what waits for its pause at once when the visitor goes on', async () => {
  const { say } = await startChat({
    answers: {
      agent_reply: [reply(['First this.', ['Then that.', 60_000], ['And this too.', 60_000]]), reply(['Fine.'])],
    },
  });
  await say('Explain');
  await waitFor(() => expect(twinLines()).toEqual(['First this.']));
  await say('I see');
  await waitFor(() => expect(twinLines()).toEqual(['First this.', 'Then that.', 'And this too.', 'Fine.']));
});

it('shows HTML and scripts as text, from either side', async () => {
  const hostile =
    '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> ' +
    '<video src="https://evil.test/v.mp4" autoplay>';
  const { say, problems } = await startChat({
    answers: { agent_reply: reply([`${hostile} [link](javascript:window.hacked=1)`]) },
  });
  await say(hostile);
  await waitFor(() => expect(twinLines().join()).toContain(typographic(hostile)));
  expect(visitorLines()).toEqual([hostile]);
  expect(screen.getByRole('log').querySelectorAll('img, script, a')).toHaveLength(0);
  expect(problems).toEqual([]);
});

it('ends in place when the session ends in mid-talk, and gives the words back for the next one', async () => {
  const over = refusal(409, 'session_ended', 'This conversation has ended. Please start a new one.');
  const app = await startChat({ answers: { agent_reply: over } });
  await app.say('Are you there?');
  await screen.findByText(/This conversation has ended\. Please start a new one\./);
  await app.user.click(await find('button', 'Start a new conversation'));
  await startFrom(app);
  expect(((await find('textbox', /^Message to AI/)) as HTMLTextAreaElement).value).toBe('Are you there?');
});

it('shows its own fallback when the screen breaks, and picks the conversation up on Try Again', async () => {
  const broken = () =>
    streamOf([{ event: 'segment', data: { index: 0, total: 1, text: { not: 'text' } as never, pause_ms: 0 } }]);
  const { say, user, problems, sentTo } = await startChat({
    answers: {
      agent_reply: [broken, reply(['I help companies.'])],
      session_history: () => ({
        ...NO_HISTORY,
        utterances: [visitorSaid('What do you do?', sentTo('agent_reply')[0]?.body.turn_id)],
      }),
    },
  });
  await say('What do you do?');
  await find('heading', 'Something went wrong');
  const fallback = within(screen.getByRole('alert'));
  fallback.getByText(/We encountered an unexpected error\. Please try refreshing the page\./);
  const details = fallback.getByText('Error details').closest('details');
  expect([details?.open, details?.querySelector('pre')?.textContent]).toEqual([false, expect.stringMatching(/Error/)]);
  fallback.getByRole('button', { name: 'Refresh Page' });
  expect(problems.some((line) => line.includes('chat screen failed'))).toBe(true);
  await user.click(fallback.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(visitorLines()).toEqual(['What do you do?']));
  await waitFor(() => expect(twinLines()).toEqual(['I help companies.']));
});

const lead = { ...emptyExtract(), intent: 'consulting_inquiry' as const, lead_score: 82 };

it('offers nothing to somebody who only chats', async () => {
  const { say, sentTo } = await startChat();
  await say('Nice weather today, is it not?');
  await waitFor(() => expect(twinLines()).toEqual(['Fine.']));
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Next steps' })).toBeNull();
  expect(JSON.stringify(sentTo('session_events'))).not.toContain('cta_');
});

it('does not ask for an address that was given, and says which it has', async () => {
  const entities = { ...lead.entities, contact_email: 'ana@costabikes.example' };
  const extract = { ...lead, offer: 'score' as const, contact_info: 'ana@costabikes.example', entities };
  const { say } = await startChat({ answers: { agent_reply: reply(['Glad to.'], { extract }) } });
  await say('My address is ana@costabikes.example');
  const steps = await find('region', 'Next steps');
  const offered = within(steps)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(offered.filter(Boolean)).toEqual(['Book a call', 'Get the summary']);
  expect(steps.textContent).toContain('Orla can reach you at ana@costabikes.example.');
});

it('makes a link of a booking’s page here, and of no other address', async () => {
  const here = `${location.origin}/booking/${'a'.repeat(43)}`;
  const there = `https://elsewhere.example/booking/${'a'.repeat(43)}`;
  const { say } = await startChat({
    answers: { agent_reply: reply([`Booked. You can move or cancel it here or at ${here}`, `Or at ${there}.`]) },
  });
  await say('Yes please');
  await waitFor(() => expect(twinLines()).toHaveLength(2));
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((href) => href?.includes('/booking/'))).toEqual([here]);
});

it('takes an offer back behind an insult, until the conversation is calm again', async () => {
  const answers = [
    reply(['Glad to.'], { extract: { ...lead, offer: 'score' } }),
    // The score would justify an offer, so something speaks against it.
    reply(['Sorry.'], { extract: lead }),
    reply(['Good.'], { extract: { ...lead, offer: 'score' } }),
  ];
  const { say } = await startChat({ answers: { agent_reply: answers } });
  await say('We have a budget.');
  await find('region', 'Next steps');
  await say('You stupid useless bot.');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull());
  await say('Sorry, go on.');
  await find('region', 'Next steps');
});

it('says when memories cannot be looked up, and tries again', async () => {
  const { user } = await startChat({
    answers: { my_memories: [new TypeError('refused'), { memories: [] }] },
  });
  await user.click(await find('button', 'What I remember about you'));
  await screen.findByText(/The server cannot be reached\./);
  await user.click(await find('button', 'Try again'));
  await screen.findByText(/Nothing yet\./);
});

it('has no memories to show without consent', async () => {
  const { problems, sentTo } = await startChat({ consent: false });
  expect(sentTo('create_session')[0]?.body).toMatchObject({ consent: false });
  expect(screen.queryByRole('button', { name: 'What I remember about you' })).toBeNull();
  expect(problems).toEqual([]);
});

it('shows the first 8 characters of the session id in the footer', async () => {
  await startChat();
  const footer = screen.getByRole('contentinfo').textContent;
  expect(footer).toContain(SESSION_ANSWER.session_id.slice(0, SESSION_ID_DISPLAY_CHARS));
  expect(footer).not.toContain(SESSION_ANSWER.session_id.slice(0, SESSION_ID_DISPLAY_CHARS + 1));
});
