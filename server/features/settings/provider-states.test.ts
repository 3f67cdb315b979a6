import { expect, test } from 'vitest';
import { networkError, statusError } from '../../providers/openai-wire/transport.ts';
import { reasonWords } from './provider-states.ts';

const ofStatus = (status: number) => reasonWords(statusError('groq', status, {}).message);
const ofCode = (code: string) => reasonWords(networkError('groq', Object.assign(new Error('x'), { code })).message);

test('a status is told by what it means, and by its number for whoever looks it up', () => {
  expect(ofStatus(401)).toBe('it refuses the key (401)');
  expect(ofStatus(402)).toBe('there is no credit left (402)');
  expect(ofStatus(403)).toBe('the key may not be used for this (403)');
  expect(ofStatus(404)).toBe('nothing answers at this address (404)');
  expect(ofStatus(429)).toBe('it is asked too often, or a limit of the account is reached (429)');
  expect(ofStatus(422)).toBe('it does not take the request (422)');
  expect(ofStatus(503)).toBe('it has trouble of its own (503)');
});

test('so is a connection that fails', () => {
  expect(ofCode('ENOTFOUND')).toBe('its address leads nowhere (DNS failure)');
  expect(ofCode('ECONNREFUSED')).toBe('nothing answers at its address (connection refused)');
  expect(ofCode('CERT_HAS_EXPIRED')).toBe('its certificate has run out (TLS certificate expired)');
  expect(ofCode('ECONNRESET')).toBe('connection broke off');
});
