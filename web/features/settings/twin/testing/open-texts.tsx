import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { TwinDemos } from '@understudy/contract/twin-stage';
import type { TwinText, TwinTextDetail } from '@understudy/contract/twin-texts';
import { useState } from 'react';
import { onTestFinished } from 'vitest';
import type { AdminCalls } from '../../../../platform/admin-calls.ts';
import { CallError } from '../../../../platform/http.ts';
import { createDrafts, type Drafts } from '../../drafts.ts';
import type { SettingsPlace } from '../../sections.ts';
import { SettingsProvider } from '../../settings-context.tsx';
import { TwinSection } from '../twin-section.tsx';

// Checks come after a pause in typing, late on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

const files = import.meta.glob<string>(
  '../../../../../twin/{persona,voices,modes/mentor,show/material,show/games}.yaml',
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
export const sample = (file: string): string => files[`../../../../../twin/${file}`] ?? '';
export const KINDS = {
  'persona.yaml': 'persona',
  'voices.yaml': 'voices',
  'modes/mentor.yaml': 'mode',
  'demos/timing.txt': 'demo',
  'show/material.yaml': 'show',
  'show/games.yaml': 'show',
} as const;

export const itemOf = (file: keyof typeof KINDS): TwinText => ({
  file,
  kind: KINDS[file],
  edited_at: null,
  edited_by: null,
  folder_changed: false,
  removed: false,
  passage_ids: [],
});
export const DEMO = { archetype: 'timing_mastery', mode: 'comedy', performance_start: 0.8, used_at: null };
export const DEMOS: TwinDemos = {
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
export const NO_PROBLEM = { problem: null, reply: null };

interface Sent {
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind.
  body: any;
}

interface PageProps {
  calls: AdminCalls;
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
export async function openTexts(
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
    speak: async (text: string, voice: string) => {
      sent.push({ path: 'speak', body: { text, voice } });
      throw new CallError('speech_unavailable', 'No voice can speak just now.', { fromServer: true });
    },
    change: async (_method: string, path: string, body: Sent['body']) => {
      sent.push({ path, body });
      if (path === 'twin/preview') return preview(body);
      if (path === 'twin/stage') return stage(body);
      const saved = await save(body);
      for (const one of body.texts) texts.set(one.file, one.text);
      return saved;
    },
  } as unknown as AdminCalls;
  const drafts = createDrafts('owner@example.test');
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Page {...{ calls, drafts, file, isReadOnly }} />
    </QueryClientProvider>,
  );
  const draftOf = (one: string) => drafts.get().get(`twin/${one}`)?.form as string | undefined;
  return { user: userEvent.setup({ pointerEventsCheck: 0, delay: null }), sent, draftOf };
}
export const sentTo = (sent: Sent[], path: string) => sent.filter((one) => one.path === path);
