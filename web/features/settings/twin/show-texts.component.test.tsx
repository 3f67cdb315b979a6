import { screen, within } from '@testing-library/react';
import type { StageTrial } from '@understudy/contract/twin-stage';
import { expect, it } from 'vitest';
import { openTexts, sample, sentTo } from './testing/open-texts.tsx';

it('begins a missing text of the show with an example, and edits its items', async () => {
  const { user, draftOf } = await openTexts(null);
  const group = within(await screen.findByRole('region', { name: 'Show' }));
  expect(group.queryByRole('button', { name: /^Games: write/ })).toBeNull();
  await user.click(group.getByRole('button', { name: 'Bits: write your own' }));
  await user.click(await screen.findByRole('button', { name: 'first-bit' }));
  const id = screen.getByLabelText('Id');
  await user.clear(id);
  await user.type(id, 'the-key');
  await user.click(screen.getByLabelText('Debate'));
  await user.selectOptions(screen.getByLabelText('Energy'), 'high');
  expect(draftOf('show/bits.yaml')).toBe(
    "- id: 'the-key'\n  modes: [comedy, banter, debate]\n  energy: high\n  tags: [work]\n" +
      '  text: "One idea, one image, one turn. [pause:1s] And then stop."\n',
  );
  await user.click(screen.getByRole('button', { name: 'Add bit' }));
  expect(draftOf('show/bits.yaml')).toContain("- id: ''\n  modes:\n");
  await user.click(screen.getByRole('button', { name: 'Remove the-key' }));
  expect(draftOf('show/bits.yaml')).not.toContain('the-key');
});

it('edits the lines of a mode, and the rounds of a game, where they stand', async () => {
  const { user, draftOf } = await openTexts('show/material.yaml');
  await user.click(await screen.findByRole('button', { name: 'Closers', expanded: false }));
  const closers = within(screen.getByRole('group', { name: /^Debate/ }));
  const line = closers.getByLabelText('line 1');
  await user.clear(line);
  await user.type(line, 'You won.');
  const before = sample('show/material.yaml').split('\n');
  const after = (draftOf('show/material.yaml') ?? '').split('\n');
  expect(after).toHaveLength(before.length);
  expect(after.filter((one, at) => one !== before[at])).toEqual(['    - You won.']);

  await user.click(screen.getByRole('button', { name: 'All texts' }));
  await user.click(await screen.findByRole('button', { name: /show\/games\.yaml/ }));
  await user.click(await screen.findByRole('button', { name: 'Two truths and a lie' }));
  const rounds = within(screen.getByRole('group', { name: 'Rounds' }));
  await user.click(rounds.getAllByRole('button', { name: /^Customs of the theatre/ })[0] as HTMLElement);
  expect((rounds.getByLabelText(/^Number of the right choice/) as HTMLInputElement).value).toBe('3');
  await user.type(rounds.getByLabelText(/^Said when they chose it/), ' Ha.');
  expect(draftOf('show/games.yaml')).toBe(
    sample('show/games.yaml').replace('people in wigs."', 'people in wigs. Ha."'),
  );
});

it('opens the folded section that holds a mistake', async () => {
  const path = ['callbacks', 0];
  const message = "show/material.yaml:90: 'callbacks[0]' must say {setup}";
  const { user } = await openTexts('show/material.yaml', {
    preview: () => ({ problem: { message, file: 'show/material.yaml', line: 90, path }, reply: null }),
  });
  await user.click(await screen.findByRole('button', { name: 'Closers', expanded: false }));
  await user.type(screen.getAllByLabelText('line 1')[0] as HTMLElement, '!');
  await screen.findByText('Must say {setup}');
});

it('says a line on stage with all unsaved texts, and shows what the demos of the text are worth', async () => {
  const parts = { score: 0.87, semantic: 0.91, context: 0.8, performance: 0.83, freshness: 1, mode: 1 };
  const trial: StageTrial = {
    problem: null,
    performer: {
      segments: [
        { text: 'Ask me on Monday.', pause_ms: 0 },
        { text: 'At nine.', pause_ms: 1500 },
      ],
      provider: 'embedded',
    },
    model: { segments: [{ text: 'From a model.', pause_ms: 0 }], provider: 'groq' },
    demos: [{ ...parts, id: 'timing-01', title: 'The key', file: 'demos/timing.txt', use: 'spoken' }],
  };
  const { user, sent } = await openTexts('demos/timing.txt', { stage: () => trial });
  const demos = within(await screen.findByRole('region', { name: 'Demos in this text' }));
  await demos.findByText('80%, not used yet');
  expect(demos.getByText(/^93% after 4 uses, from 80%/)).toBeTruthy();
  expect(demos.getByText('Line 41: Metadata must have a title')).toBeTruthy();
  expect(demos.queryByText('Elsewhere')).toBeNull();
  await user.type(await screen.findByLabelText('Text of demos/timing.txt'), 'Human: Hm?');
  await user.selectOptions(screen.getByLabelText('Mode of the show'), 'Philosophical');
  await user.type(screen.getByLabelText('The visitor says'), 'Are you conscious?{Enter}');
  await screen.findByText('Ask me on Monday.');
  expect(screen.getByText('(1.5 s of silence)')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'With groq' })).toBeTruthy();
  const row = within(screen.getByRole('row', { name: /^The key/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '0.87',
    '0.91',
    '0.80',
    '0.83',
    '1.00',
    '1.00',
  ]);
  expect(row.getByText('Spoken')).toBeTruthy();
  const texts = [{ file: 'demos/timing.txt', text: 'Human: Hm?' }];
  expect(sentTo(sent, 'twin/stage').map(({ body }) => body)).toEqual([
    { texts, message: 'Are you conscious?', mode: 'philosophical' },
  ]);
});
