import { screen, within } from '@testing-library/react';
import type { PublicEpisode } from '@understudy/contract/episodes';
import { expect, it, onTestFinished, vi } from 'vitest';
import { find, refusal, renderApp } from '../../testing/render-app.tsx';

const best = 'So the plant has a committee.';
const episode: PublicEpisode = {
  episode_number: 3,
  date: '2026-11-20T09:15:20.000Z',
  published_at: '2026-11-21T08:00:00.000Z',
  duration: 1_380_000,
  overall_rating: 8.2,
  visitor_rating: 5,
  modes: [
    { mode: 'banter', at: 0 },
    { mode: 'audience-interaction', at: 312_000 },
  ],
  themes: [{ topic: 'the plant that nobody waters', depth: 4 }],
  reel: [
    { type: 'callback', content: best, speaker: 'twin', audience_reaction: 'laughed', line: 1, at: 65_000 },
    { type: 'saved', content: 'And the lift?', speaker: null, audience_reaction: null, line: null, at: null },
  ],
  callbacks: [{ setup: 'the plant', used: true, outcome: 'landed' }],
  audience: {
    responses: 14,
    average_engagement: 6.8,
    peak_engagement: 9.1,
    laughs: 5,
    questions: 0,
    callbacks_landed: 1,
    callbacks_used: 1,
  },
  lines: [
    { speaker: 'visitor', text: 'I am [name]. We have a plant.', at: 0, until: 3_000 },
    { speaker: 'twin', text: best, at: 65_000, until: 70_000 },
  ],
  files: { notes: '# Notes', text: 'text', srt: '1', vtt: 'WEBVTT' },
};

it('shows the reel with its places, what it was about, and every line', async () => {
  const { user, problems } = await renderApp('/episode/slug', { answers: { '/api/episodes/slug': episode } });
  await find('heading', 'Episode 3 with AI Orla Venstrom');
  const reel = within(await find('region', 'Best moments'));
  reel.getByText('Callback, the audience laughed');
  // Whose words they are, where that is known.
  expect(reel.getAllByRole('listitem').map((item) => item.querySelector('.episode-who')?.textContent)).toEqual([
    'AI Orla',
    undefined,
  ]);
  expect(within(await find('region', 'The audience')).getByText(/^5 laughs, no questions\. 1 of 1 callback landed\./));
  within(await find('region', 'How it went')).getByText('5:12');
  await user.click(reel.getByRole('link', { name: 'Read from 1:05' }));
  const target = document.querySelector('[data-target]');
  expect(target?.textContent).toContain(best);
  expect(document.activeElement).toBe(target);
  expect(problems).toEqual([]);
});

it('gives its notes, transcript and subtitles as files', async () => {
  const { user } = await renderApp('/episode/slug', { answers: { '/api/episodes/slug': episode } });
  const saved: { name: string; file: Blob }[] = [];
  const make = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push({ name: '', file: file as Blob });
    return 'blob:1';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    (saved.at(-1) as { name: string }).name = this.download;
  });
  onTestFinished(() => {
    make.mockRestore();
    click.mockRestore();
  });
  await find('heading', 'Downloads');
  for (const name of ['Show notes (Markdown)', 'Transcript (text)', 'Subtitles (SRT)', 'Subtitles (WebVTT)'])
    await user.click(screen.getByRole('button', { name }));
  expect(saved.map(({ name }) => name)).toEqual(['episode-3.md', 'episode-3.txt', 'episode-3.srt', 'episode-3.vtt']);
  expect(await saved[0]?.file.text()).toBe('# Notes');
});

it('says that there is none, and tries again after a failure', async () => {
  await renderApp('/episode/gone', {
    answers: { '/api/episodes/gone': refusal(404, 'not_found', 'There is no episode at this address, or no more.') },
  });
  await find('heading', 'No episode here');
  const { user } = await renderApp('/episode/slug', {
    answers: { '/api/episodes/slug': [refusal(503, 'db_unavailable', 'The database is away.'), episode] },
  });
  await screen.findByText(/^The episode couldn’t be loaded/);
  await user.click(await find('button', 'Try again'));
  await find('heading', 'Episode 3 with AI Orla Venstrom');
});
