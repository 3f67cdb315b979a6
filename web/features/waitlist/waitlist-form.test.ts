import { describe, expect, it, vi } from 'vitest';
import { CallError } from '../../platform/http.ts';
import { joinWaitlist } from './waitlist-form.tsx';

const typed = { email: '  ada@example.com ', name: ' Ada ' };

describe('joinWaitlist', () => {
  it('sends the trimmed address and name, always as a waitlist signup', async () => {
    const call = vi.fn().mockResolvedValue({ success: true, message: 'We will write.' });
    expect(await joinWaitlist(typed, call)).toEqual({
      joined: true,
      title: 'Welcome to the waitlist!',
      description: 'We will write.',
    });
    expect(call).toHaveBeenCalledWith('collect_email', {
      email: 'ada@example.com',
      name: 'Ada',
      signup_type: 'waitlist',
    });
  });

  it('leaves a blank name out', async () => {
    const call = vi.fn().mockResolvedValue({ success: true, message: '' });
    await joinWaitlist({ email: 'ada@example.com', name: '   ' }, call);
    expect(call).toHaveBeenCalledWith('collect_email', { email: 'ada@example.com', signup_type: 'waitlist' });
  });

  it('says what is wrong with an address, without calling the server', async () => {
    const call = vi.fn();
    expect(await joinWaitlist({ email: `${'a'.repeat(65)}@example.com`, name: '' }, call)).toEqual({
      joined: false,
      title: 'Signup failed',
      description: 'An email address has at most 64 characters before the @.',
    });
    expect(call).not.toHaveBeenCalled();
  });

  it('asks for an address without calling the server', async () => {
    const call = vi.fn();
    expect(await joinWaitlist({ email: '   ', name: '' }, call)).toEqual({
      joined: false,
      title: 'Email required',
      description: 'Please enter your email address to join the waitlist.',
    });
    expect(call).not.toHaveBeenCalled();
  });

  it.each([
    [
      'the server’s sentence',
      () => Promise.reject(new CallError('rate_limited', 'Please wait an hour.')),
      'Please wait an hour.',
    ],
    ['the answer’s error', () => Promise.resolve({ success: false, error: 'Already closed.' }), 'Already closed.'],
    ['a fixed sentence when the answer lacks success', () => Promise.resolve({}), 'Failed to join waitlist'],
    [
      'a fixed sentence when there is no message',
      () => Promise.reject(new Error('')),
      'Something went wrong. Please try again.',
    ],
    [
      'the same when what was thrown is no error',
      () => Promise.reject('odd'),
      'Something went wrong. Please try again.',
    ],
  ])('tells a failure with %s', async (_what, answer, description) => {
    expect(await joinWaitlist(typed, answer)).toEqual({ joined: false, title: 'Signup failed', description });
  });
});
