import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { StageTrial, TwinDemos } from '@understudy/contract/twin-stage';
import type { TwinText, TwinTextDetail } from '@understudy/contract/twin-texts';
import { useState } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import type { SettingsCalls } from '../calls.ts';
import { createDrafts, type Drafts } from '../drafts.ts';
import type { SettingsPlace } from '../sections.ts';
import { SettingsProvider } from '../settings-context.tsx';
import { TwinSection } from './twin-section.tsx';

// Checks come after a pause in typing, late on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const files = import.meta.glob<string>('../../../../twin/{persona,voices,modes/mentor,show/material,show/games}.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sample = (file: string): string => files[`../../../../twin/${file}`] ?? '';
const KINDS = {
  'persona.yaml': 'persona',
  'voices.yaml': 'voices',
  'modes/mentor.yaml': 'mode',
  'demos/timing.txt': 'demo',
  'show/material.yaml': 'show',
  'show/games.yaml': 'show',
} as const;

const itemOf = (file: keyof typeof KINDS): TwinText => ({
  file,
  kind: KINDS[file],
  edited_at: null,
  edited_by: null,
  folder_changed: false,
  removed: false,
  passage_ids: [],
});
const DEMO = { archetype: 'timing_mastery', mode: 'comedy', performance_start: 0.8, used_at: null };
const DEMOS: TwinDemos = {
  items: [
    { ...DEMO, id: 'timing-01', file: 'demos/timing.txt', title: 'The key', performance: null, uses: 0 },
    {
      ...{ ...DEMO, id: 'timing-02', file: 'demos/timing.txt', title: 'The cue', performance: 0.93, uses: 4 },
      used_at: '2026-11-26T20:15:00.000Z',
    },
    { ...DEMO, id: 'other', file: 'demos/other.txt', title: 'Elsewhere', performance: null, uses: 0 },
  ],
  mistakes: [
    {
      ...{ file: 'demos/timing.txt', line: 41, path: null },
      message: 'demos/timing.txt:41: Metadata must have a title',
    },
  ],
};
const NO_PROBLEM = { problem: null, reply: null };

interface Sent {
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind.
  body: any;
}

interface PageProps {
  calls: SettingsCalls;
  drafts: Drafts;
  file: string | null;
  isReadOnly: boolean;
}

function Page({ file, ...page }: PageProps) {
  const [place, setPlace] = useState<SettingsPlace>({ section: 'twin', file });
  return (
    <SettingsProvider
      value={{
        ...{ ...page, place, role: 'owner', showOffers: () => null },
        go: setPlace,
        modes: [{ id: 'mentor', name: 'Mentor' }],
      }}
    >
      <TwinSection />
    </SettingsProvider>
  );
}

/** The section on a scripted server. @param preview answers a check, or a question */
async function openTexts(
  file: string | null,
  {
    preview = () => NO_PROBLEM,
    stage = () => ({}),
    save = ({ texts }: { texts: { file: string }[] }) => ({
      saved: texts.map((one) => ({ file: one.file, version: 1 })),
    }),
    isReadOnly = false,
  }: {
    preview?: (body: Sent['body']) => unknown;
    stage?: (body: Sent['body']) => unknown;
    save?: (body: Sent['body']) => unknown;
    isReadOnly?: boolean;
  } = {},
) {
  localStorage.clear();
  sessionStorage.clear();
  onTestFinished(cleanup);
  const texts = new Map(Object.keys(KINDS).map((one) => [one, sample(one)]));
  const sent: Sent[] = [];
  const get = async (path: string): Promise<unknown> => {
    if (path === 'twin') {
      const consultant = { name: 'Orla Venstrom', first_name: 'Orla', email: 'orla@venstrom.example' };
      return { items: Object.keys(KINDS).map((one) => itemOf(one as keyof typeof KINDS)), consultant, problem: null };
    }
    if (path === 'twin/moves')
      return {
        items: [
          { move: 'bye', slot: 'acknowledge', lines: ['Goodbye.', 'Take care.'] },
          { move: 'crisis', slot: 'safety', lines: ['Please call somebody.'] },
        ],
      };
    if (path === 'twin/demos') return DEMOS;
    const one = decodeURIComponent(path.slice('twin/'.length)) as keyof typeof KINDS;
    const text = texts.get(one) ?? '';
    return { ...itemOf(one), text, folder_text: text, version: 0, history: [] } satisfies TwinTextDetail;
  };
  const calls = {
    get,
    upload: async () => ({}),
    change: async (_method: string, path: string, body: Sent['body']) => {
      sent.push({ path, body });
      if (path === 'twin/preview') return preview(body);
      if (path === 'twin/stage') return stage(body);
      const saved = await save(body);
      for (const one of body.texts) texts.set(one.file, one.text);
      return saved;
    },
  } as unknown as SettingsCalls;
  const drafts = createDrafts('owner@example.test');
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page {...{ calls, drafts, file, isReadOnly }} />
    </QueryClientProvider>,
  );
  const draftOf = (one: string) => drafts.get().get(`twin/${one}`)?.form as string | undefined;
  return { user: userEvent.setup({ pointerEventsCheck: 0, delay: null }), sent, draftOf };
}
const sentTo = (sent: Sent[], path: string) => sent.filter((one) => one.path === path);

it('says in words what each stop of a slider means', async () => {
  const { draftOf } = await openTexts('persona.yaml');
  const slider = await screen.findByRole('slider', { name: 'Formality' });
  expect(slider.getAttribute('aria-valuetext')).toBe('As each personality speaks');
  fireEvent.change(slider, { target: { value: '4' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('As to a colleague');
  expect(draftOf('persona.yaml')).toContain('formality: 4');
});

it('shows what counts where the text says nothing, and writes what is chosen instead', async () => {
  const { user, draftOf } = await openTexts('persona.yaml');
  const work = (await screen.findByLabelText('What kind of work?')) as HTMLSelectElement;
  expect(work.selectedOptions[0]?.text).toBe('Advice to people or companies');
  await user.selectOptions(work, 'Health and care');
  expect(draftOf('persona.yaml')).toMatch(/^work: care$/m);
});

it('edits a field of the text: only its line changes, and it is saved with the others', async () => {
  const { user, sent, draftOf } = await openTexts('persona.yaml');
  const tagline = await screen.findByLabelText('Tagline');
  await user.clear(tagline);
  await user.type(tagline, 'Calm: by design');
  const changed = sample('persona.yaml').replace(/^tagline: .*$/m, "tagline: 'Calm: by design'");
  expect(draftOf('persona.yaml')).toBe(changed);
  await user.click(screen.getByText('Text', { exact: true }));
  expect((screen.getByLabelText('Text of persona.yaml') as HTMLTextAreaElement).value).toBe(changed);
  await user.click(screen.getByRole('button', { name: 'All texts' }));
  await user.click(await screen.findByRole('button', { name: /modes\/mentor\.yaml/ }));
  // The view is remembered.
  await screen.findByLabelText('Text of modes/mentor.yaml');
  await user.click(screen.getByText('Form', { exact: true }));
  await user.selectOptions(await screen.findByLabelText('Voice'), 'am_puck');
  await user.click(screen.getByRole('button', { name: 'Save all 2' }));
  await screen.findByText('Saved. The change is live.');
  const [save] = sentTo(sent, 'twin/save');
  expect(save?.body.texts.map(({ file }: { file: string }) => file)).toEqual(['persona.yaml', 'modes/mentor.yaml']);
  expect(save?.body.texts[1].text).toBe(sample('modes/mentor.yaml').replace('voiceId: af_heart', 'voiceId: am_puck'));
  expect(screen.queryByRole('region', { name: 'Unsaved texts' })).toBeNull();
});

it('takes another paragraph that is typed after the last one', async () => {
  const { user, draftOf } = await openTexts('persona.yaml');
  const biography = (await screen.findByLabelText('Biography')) as HTMLTextAreaElement;
  await user.type(biography, '{Enter}{Enter}She sails.');
  expect(biography.value).toMatch(/\n\nShe sails\.$/);
  expect(draftOf('persona.yaml')).toMatch(/\n\n\s*She sails\./);
});

it('adds, moves and removes items, and undoes it', async () => {
  const { user, draftOf } = await openTexts('persona.yaml');
  const opinions = within(await screen.findByRole('group', { name: /^Opinions/ }));
  const first = opinions.getByLabelText('opinion 1');
  await user.click(first);
  await user.keyboard('{Enter}');
  expect(draftOf('persona.yaml')).toBeUndefined();
  await user.keyboard('Write it down.');
  expect(draftOf('persona.yaml')).toContain('large cast.\n  - Write it down.\n  - Most delegation');
  await user.click(opinions.getByRole('button', { name: 'Move opinion 2 up' }));
  expect(draftOf('persona.yaml')).toContain('opinions:\n  - Write it down.\n  - A company');
  await user.click(opinions.getByRole('button', { name: 'Remove opinion 1' }));
  expect(draftOf('persona.yaml')).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Undo last change' }));
  expect(draftOf('persona.yaml')).toBeUndefined();

  await user.click(screen.getByRole('button', { name: 'Add service' }));
  await user.keyboard('the Quick Look');
  await user.tab();
  const services = within(screen.getByRole('group', { name: 'Services' }));
  expect((services.getByLabelText('Id') as HTMLInputElement).value).toBe('quick-look');
  await user.click(services.getByRole('button', { name: 'Remove the Walkthrough' }));
  expect(draftOf('persona.yaml')).not.toContain('id: walkthrough');
  await user.click(screen.getByRole('button', { name: 'Undo last change' }));
  expect(draftOf('persona.yaml')).toContain('id: walkthrough');
});

it('shows a mistake at its field, opens the group for it, and clears it', async () => {
  const problem = {
    ...{ message: "persona.yaml:30: 'services[1].price' must not be empty", file: 'persona.yaml', line: 30 },
    path: ['services', 1, 'price'],
  };
  const { user, sent } = await openTexts('persona.yaml', {
    preview: ({ texts }) => ({ problem: texts[0].text.includes("price: ''") ? problem : null, reply: null }),
    save: () => {
      throw new CallError('invalid_request', problem.message);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'the Rehearsal' }));
  await user.clear(screen.getByLabelText('Price'));
  await screen.findByText('Must not be empty');
  expect(sentTo(sent, 'twin/preview').at(-1)?.body).toEqual({
    texts: [{ file: 'persona.yaml', text: expect.any(String) }],
  });
  await user.click(screen.getByRole('button', { name: 'the Rehearsal' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('alert');
  const price = screen.getByLabelText('Price');
  expect(price.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(price));
  await user.type(price, '1');
  await waitFor(() => expect(screen.queryByText('Must not be empty')).toBeNull());
});

it('falls back to the text where it is no valid YAML, with the reason', async () => {
  const { user } = await openTexts('persona.yaml');
  await user.click(await screen.findByText('Text', { exact: true }));
  const text = await screen.findByLabelText('Text of persona.yaml');
  await user.clear(text);
  await user.type(text, 'name: "Orla');
  await user.click(screen.getByText('Form', { exact: true }));
  await screen.findByText(/^The form cannot show this text: line 1 is not valid YAML/);
  await user.type(screen.getByLabelText('Text of persona.yaml'), '"');
  expect(await screen.findByLabelText('Tagline')).toBeTruthy();
});

it('writes replies of one’s own, found by their words', async () => {
  const { user, draftOf } = await openTexts('replies/replies.yaml');
  await user.type(await screen.findByLabelText('Search'), 'take care');
  expect(screen.queryByRole('heading', { name: 'Crisis' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Write your own: Bye' }));
  await user.clear(screen.getByLabelText('reply 1'));
  await user.type(screen.getByLabelText('reply 1'), 'See you, {{first_name}!');
  expect(draftOf('replies/replies.yaml')).toBe('bye:\n  - See you, {first_name}!\n  - Take care.\n');
  await user.click(screen.getByRole('button', { name: 'Use the default: Bye' }));
  expect(draftOf('replies/replies.yaml')).toBeUndefined();
});

it('compares the live answer with that of all unsaved texts; what is discarded can be brought back', async () => {
  const { user, sent, draftOf } = await openTexts('modes/mentor.yaml', {
    preview: ({ texts, message }) => ({ problem: null, reply: message ? `with ${texts.length}` : null }),
  });
  await user.type(await screen.findByLabelText('Name'), 's');
  await user.click(screen.getByRole('button', { name: 'All texts' }));
  await user.click(await screen.findByRole('button', { name: /persona\.yaml/ }));
  await user.type(await screen.findByLabelText('Tagline'), '!');
  await user.click(screen.getByRole('button', { name: 'Try it out' }));
  await user.keyboard('Who are you?{Enter}');
  await screen.findByText('with 0');
  await screen.findByText('with 2');
  const asked = sentTo(sent, 'twin/preview').filter(({ body }) => body.message);
  expect(asked.map(({ body }) => body.texts.length).sort()).toEqual([0, 2]);
  await user.click(screen.getByRole('button', { name: 'Discard the changes of Mentor' }));
  expect([draftOf('modes/mentor.yaml'), draftOf('persona.yaml')]).toEqual([undefined, expect.any(String)]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(screen.getByRole('button', { name: 'Discard all' }));
  expect(screen.queryByRole('region', { name: 'Unsaved texts' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect([draftOf('modes/mentor.yaml'), draftOf('persona.yaml')]).toEqual([expect.any(String), expect.any(String)]);
});

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

it('shows everything to whoever may change nothing', async () => {
  await openTexts('voices.yaml', { isReadOnly: true });
  expect((await screen.findByLabelText('Default voice')).matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});
