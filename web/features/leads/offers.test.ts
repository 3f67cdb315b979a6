import { USUAL_OFFERS } from '@understudy/contract/settings';
import { expect, test } from 'vitest';
import { readIn } from '../../platform/testing/read-in.ts';
import { offersFor } from './offers.ts';

const ORLA = { first_name: 'Orla' };
const USUAL = { ...USUAL_OFFERS, invitation: 'Want Orla to follow up?' };

test('the offers that the owner left as they were are in the page’s language', async () => {
  expect(offersFor(USUAL, ORLA)).toEqual(USUAL);
  await readIn('de');
  expect(offersFor(USUAL, ORLA)).toEqual({
    book_call: 'Anruf vereinbaren',
    leave_email: 'E-Mail-Adresse hinterlassen',
    get_summary: 'Zusammenfassung ansehen',
    invitation: 'Soll sich Orla bei Ihnen melden?',
  });
});

test('those that the owner has worded stay', async () => {
  await readIn('es');
  expect(offersFor({ ...USUAL, book_call: 'Ring me', invitation: 'Shall we?' }, ORLA)).toMatchObject({
    book_call: 'Ring me',
    leave_email: 'Dejar un correo',
    invitation: 'Shall we?',
  });
});
