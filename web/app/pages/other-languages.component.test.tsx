import { screen, waitFor } from '@testing-library/react';
import { type Extract, emptyExtract } from '@understudy/contract/leads';
import { expect, it } from 'vitest';
import { readIn } from '../../platform/testing/read-in.ts';
import { reply, SESSION_ANSWER } from '../../testing/chat.ts';
import { find, refusal, renderApp, toasts } from '../../testing/render-app.tsx';

it('tells a German visitor of refusals, the analysis and the next step in German', async () => {
  await readIn('de');
  const extract: Extract = {
    ...emptyExtract(),
    intent: 'purchase_intent',
    lead_score: 80,
    offer: 'score',
    reasons: ['Wants to buy or asks for a price.', 'Names a budget: 20k.'],
    followup_actions: ['Call or write to Mia Kern today: mia@kern.test', 'Bring cake'],
  };
  const offers = [{ kind: 'summary', label: 'Summary', payload: '' } as const];
  const { user } = await renderApp('/chat', {
    answers: {
      create_session: [
        refusal(429, 'rate_limited', 'Too many conversations were started.', { 'retry-after': '40' }),
        SESSION_ANSWER,
      ],
      track_event: { success: true },
      agent_reply: [
        reply(['Gern.'], { extract, offers }),
        refusal(410, 'session_ended', 'This conversation has ended. Please start a new one.'),
      ],
    },
  });
  expect(document.title).toBe('Mit KI Orla Venstrom chatten');
  await user.click(screen.getByRole('checkbox'));
  await user.click(await find('button', 'Gespräch starten'));
  expect((await find('alert')).textContent).toMatch(
    /^Das war zu viel auf einmal\. Bitte warten Sie einen Moment\. Sie können es in \d+ Sekunden/,
  );
  await user.click(await find('button', 'Gespräch starten'));
  const say = async (text: string) => {
    await user.click(await find('textbox', /^Nachricht an KI/));
    await user.paste(text);
    await user.keyboard('{Enter}');
  };
  await say('Was kostet es?');
  await find('button', 'Anruf vereinbaren');
  await find('button', 'Zusammenfassung');
  expect(document.body.textContent).toContain('Soll sich Orla bei Ihnen melden?');
  for (const reason of ['Möchte kaufen oder fragt nach einem Preis.', 'Nennt ein Budget: 20k.'])
    screen.getByText(reason);
  for (const action of ['Heute anrufen oder schreiben: Mia Kern, mia@kern.test', 'Bring cake'])
    screen.getByText(action);
  await say('Und noch etwas');
  await waitFor(() => expect(document.body.textContent).toContain('Dieses Gespräch ist beendet.'));
});

it('asks a German visitor for consent in German, and tells the server that it did', async () => {
  await readIn('de');
  const { user, sentTo } = await renderApp('/chat', {
    answers: { create_session: SESSION_ANSWER, track_event: { success: true } },
  });
  const sentence = 'Dieses Gespräch 180 Tage lang speichern, damit Orla es lesen kann.';
  await user.click(screen.getByRole('checkbox', { name: sentence }));
  expect(screen.getByText(sentence).lang).toBe('de');
  await user.click(await find('button', 'Gespräch starten'));
  await waitFor(() =>
    expect(sentTo('create_session')[0]?.body).toMatchObject({
      consent: true,
      consent_version: '1',
      consent_language: 'de',
    }),
  );
});

it('shows the sentence of the twin’s own language where it has no translation, and says which it is', async () => {
  await readIn('es');
  await renderApp('/privacy');
  const [quote] = await screen.findAllByText(/^Keep this conversation for 180 days/);
  expect(quote?.closest('[lang]')?.getAttribute('lang')).toBe('en');
});

it('tells a Spanish visitor that the waitlist took the address, or why not', async () => {
  await readIn('es');
  const { user } = await renderApp('/', {
    answers: {
      collect_email: [
        refusal(403, 'forbidden', 'The waitlist is closed.'),
        { success: true, message: 'We will write to ada@example.com when early access opens.' },
      ],
    },
  });
  await user.type(await screen.findByLabelText('Correo electrónico'), 'ada@example.com');
  await user.click(await find('button', 'Solicitar acceso anticipado'));
  const refused = 'Aquí no es posible. En detalle (en inglés): The waitlist is closed.';
  await waitFor(() => expect(document.body.textContent).toContain(refused));
  await user.click(await find('button', 'Solicitar acceso anticipado'));
  await waitFor(() => expect(document.body.textContent).toContain('Escribiremos a ada@example.com'));
  expect(toasts().join()).not.toContain('We will write');
});
