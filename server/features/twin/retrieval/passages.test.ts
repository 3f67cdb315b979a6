import type { KnowledgePassage, Persona } from '@understudy/contract/twin';
import { expect, test } from 'vitest';
import { loadSampleTwin, SHIPPED_TWIN_DIRS } from '../../../testing/sample-twin.ts';
import { loadTwin } from '../load-twin.ts';
import { passagesOf } from './passages.ts';

const { persona, knowledge } = await loadSampleTwin();
const availabilityOf = (more: Partial<Persona>, passages: readonly KnowledgePassage[] = []) =>
  passagesOf({ persona: { ...persona, services: [], ...more }, knowledge: [...passages] }).find(
    ({ id }) => id === 'persona:availability',
  );

test('the availability of the persona is a passage', () => {
  expect(availabilityOf({ availability: 'two clients at a time' })).toMatchObject({
    title: 'When Orla has time',
    text: 'Two clients at a time.',
  });
  expect(availabilityOf({ availability: ' ' })).toBeUndefined();
});

test('an availability in the first person is quoted, because the twin is an AI', () => {
  expect(availabilityOf({ availability: "I'm free from May." })?.text).toBe("In Orla's words: “I'm free from May.”");
});

test('it gives way to a passage of the knowledge on the same', async () => {
  const [any] = knowledge as [KnowledgePassage];
  const asked = { ...any, id: 'queue', asked: ['When are you free?'] };
  expect(availabilityOf({ availability: 'Two clients at a time.' }, [asked])).toBeUndefined();
  for (const dir of SHIPPED_TWIN_DIRS)
    expect(passagesOf(await loadTwin(dir)).map(({ id }) => id)).not.toContain('persona:availability');
});
