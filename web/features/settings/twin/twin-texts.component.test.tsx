import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import { openTexts, sample, sentTo } from './testing/open-texts.tsx';

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

it('speaks the first greeting in the chosen voice, or says why it cannot', async () => {
  const { user, sent } = await openTexts('modes/mentor.yaml');
  const voice = await screen.findByLabelText('Voice');
  await waitFor(() => user.selectOptions(voice, 'am_puck'));
  const hear = screen.getByRole('button', { name: 'Hear the first greeting' });
  await waitFor(() => expect((hear as HTMLButtonElement).disabled).toBe(false));
  await user.click(hear);
  await screen.findByText('No voice can speak just now.');
  const [spoken] = sentTo(sent, 'speak');
  expect(spoken?.body.voice).toBe('am_puck');
  expect(spoken?.body.text).toMatch(/^Good to have you here\. I'm Orla Venstrom's AI twin: not Orla herself/);
  expect(spoken?.body.text).not.toMatch(/[[{]/);
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

it('shows everything to whoever may change nothing', async () => {
  await openTexts('voices.yaml', { isReadOnly: true });
  expect((await screen.findByLabelText('Default voice')).matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});
