import { describe, expect, it, vi } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import { requestCall } from './contact-dialogs.tsx';

const session = { session_id: 'one', session_secret: 'secret' };
const typed = { email: ' ada@example.com ', wishedTime: ' Tuesday morning ' };
const refusal = (message: string) => new CallError('invalid_request', message, { status: 400, fromServer: true });

describe('requestCall', () => {
  it('sends the trimmed words and gives the day that was understood', async () => {
    const call = vi.fn().mockResolvedValue({ success: true, due_date: '2026-12-01' });
    expect(await requestCall(session, typed, call)).toEqual({
      noted: true,
      call: { email: 'ada@example.com', wished_time: 'Tuesday morning', due_date: '2026-12-01' },
    });
    expect(call).toHaveBeenCalledWith('request_call', {
      ...session,
      email: 'ada@example.com',
      wished_time: 'Tuesday morning',
    });
  });

  it('asks for what is blank without calling the server', async () => {
    const call = vi.fn();
    expect(await requestCall(session, { ...typed, email: ' ' }, call)).toMatchObject({ noted: false, field: 'email' });
    expect(await requestCall(session, { ...typed, wishedTime: ' ' }, call)).toMatchObject({ field: 'wished_time' });
    expect(call).not.toHaveBeenCalled();
  });

  it.each([
    ['email', refusal('The field "email" does not fit: must be an email address.')],
    ['wished_time', refusal('The field "wished_time" does not fit: it is empty.')],
  ])('puts a refusal of %s beside that field', async (field, error) => {
    expect(await requestCall(session, typed, () => Promise.reject(error))).toMatchObject({ noted: false, field });
  });

  it.each([
    [
      'the server’s sentence',
      new CallError('not_kept', 'Please write.', { status: 409, fromServer: true }),
      'Please write.',
    ],
    ['its own when no answer came', new CallError('network', 'No.'), /^The server cannot be reached\./],
    [
      'its own when the server names no field of the form',
      refusal('The field "session_id" does not fit: no.'),
      /"session_id"/,
    ],
  ])('tells another failure with %s', async (_what, error, sentence) => {
    const outcome = await requestCall(session, typed, () => Promise.reject(error));
    expect(outcome).toEqual({ noted: false, field: null, sentence: expect.stringMatching(sentence) });
  });
});
