import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { createStore } from '../../../platform/store.ts';
import type { DeskState, LiveDesk } from '../live-desk.ts';
import { Composer, NOTHING_UNSENT } from './live-forms.tsx';

const STATE: DeskState = {
  ...{ connection: 'live', sentence: null, view: null, lines: [], isVisitorTyping: false, busy: null, problem: null },
};

function Page({ desk }: { desk: LiveDesk }) {
  const [unsent, onUnsent] = useState(NOTHING_UNSENT);
  return <Composer {...{ desk, state: STATE, unsent, onUnsent }} />;
}

it('keeps what was typed while a draft was written', async () => {
  const drafts = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const desk = {
    ...{ store: createStore(STATE), open() {}, close() {}, send() {}, sendAgain() {}, typed() {} },
    ...{ take: async () => {}, leave: async () => {}, hint: async () => true },
    suggest: () => drafts[asked++]?.promise ?? Promise.resolve(null),
  } satisfies LiveDesk;
  render(<Page desk={desk} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  const button = (name: string) => screen.getByRole('button', { name });
  fireEvent.click(button('Draft a reply'));
  fireEvent.change(field, { target: { value: 'Typed meanwhile' } });
  await act(async () => drafts[0]?.resolve('A draft'));
  expect(field.value).toBe('A draft');
  fireEvent.click(button('Draft a reply'));
  await act(async () => drafts[1]?.resolve('Another draft'));
  expect(field.value).toBe('Another draft');
  fireEvent.click(button('Drop the draft'));
  expect(field.value).toBe('Typed meanwhile');
});
