import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { readIn } from '../../platform/testing/read-in.ts';
import { t } from '../../platform/texts.ts';
import { find, refusal, renderApp, toasts } from '../../testing/render-app.tsx';

const form = async () => within(await find('form', 'Request Early Access'));

it('asks for an address by itself where the browser does not', async () => {
  const { user, problems, sentTo } = await renderApp('/');
  const { getByLabelText, getByRole } = await form();
  (screen.getByRole('form', { name: 'Request Early Access' }) as HTMLFormElement).noValidate = true;
  await user.type(getByLabelText('Email'), '   ');
  await user.click(getByRole('button'));
  await waitFor(() => expect(toasts().join()).toContain('Email required'));
  expect(toasts().join()).toContain('Please enter your email address to join the waitlist.');
  expect(getByRole('button', { name: 'Request Early Access' }).hasAttribute('disabled')).toBe(false);
  expect(sentTo('collect_email')).toEqual([]);
  expect(problems).toEqual([]);
});

it('says that it failed when the answer lacks success, and shows one toast at a time', async () => {
  const { user } = await renderApp('/', { answers: { collect_email: [{}, { success: true }] } });
  const { getByLabelText, getByRole } = await form();
  await user.type(getByLabelText('Email'), 'ada@example.com');
  await user.click(getByRole('button'));
  await waitFor(() => expect(toasts().join()).toContain('Failed to join waitlist'));
  await user.click(getByRole('button'));
  await waitFor(() => expect(toasts()).toEqual([expect.stringContaining('Welcome to the waitlist!')]));
  await user.keyboard('{F8}');
  await user.click(await find('button', 'Dismiss'));
  await waitFor(() => expect(toasts()).toEqual([]));
});

it('says when there were too many signups from one address', async () => {
  const { user } = await renderApp('/', {
    answers: { collect_email: refusal(429, 'rate_limited', 'That was a lot of signups. Please come back later.') },
  });
  const { getByLabelText, getByRole } = await form();
  await user.type(getByLabelText('Email'), 'late@example.com');
  await user.click(getByRole('button'));
  await waitFor(() => expect(toasts().join()).toContain('Signup failed'));
  expect(toasts().join()).toContain('That was a lot of signups. Please come back later.');
});

it('names the nine features, each with a sentence, and announces nothing as coming', async () => {
  await renderApp('/');
  const cards = within(await find('region', 'What it can do')).getAllByRole('listitem');
  const told = cards.map(({ textContent }) => textContent);
  const names = [
    'Natural voice conversation',
    'Conversation flow',
    'Philosophical depth',
    'Memory across sessions',
    'Conversation summaries',
    'Action items',
    'Calendar scheduling',
    'Lead scoring and intent analytics',
    'Privacy first',
  ];
  expect(told.map((text) => names.find((name) => text.includes(name)))).toEqual(names);
  for (const text of told) expect(text.length).toBeGreaterThan(60);
  // Finished features are not announced as coming.
  const claims = {
    'Conversation flow': /curious.*pauses/s,
    'Action items': /priority.*reminder/,
    'Calendar scheduling': /pick a free time.*Move or cancel/,
    'Privacy first': /deleted after/,
  };
  for (const [name, claim] of Object.entries(claims)) expect(told.find((text) => text.includes(name))).toMatch(claim);
  expect(told.filter((text) => /coming|soon|later/i.test(text))).toEqual([]);
});

it.each(['en', 'de', 'es'] as const)('says of nothing that it is coming, in %s', async (language) => {
  await readIn(language);
  await renderApp('/');
  await screen.findByText(t('landing.worksToday'));
  expect(document.body.textContent).not.toMatch(/\bcoming\b|\bsoon\b|demnächst|in kürze|próximamente|\bpronto\b/i);
});
