import { expect, test } from 'vitest';
import { CallError, type CallErrorCode } from '../../platform/http.ts';
import { createReauthentication, createRefusals } from './reauthentication.tsx';

const refusal = (code: CallErrorCode) => new CallError(code, 'No.', { status: 403, fromServer: true });

function scene() {
  const given: string[] = [];
  const looks: PromiseWithResolvers<void>[] = [];
  const reauthentication = createReauthentication({
    async signInAgain(password) {
      given.push(password);
      return password === 'right' ? null : 'Invalid login credentials';
    },
  });
  const check = () => {
    const look = Promise.withResolvers<void>();
    looks.push(look);
    return look.promise;
  };
  return { given, looks, reauthentication, refused: createRefusals({ check }, reauthentication) };
}

test('many calls that need the password wait for one answer', async () => {
  const { given, reauthentication, refused } = scene();
  const calls = Promise.all([refused(refusal('sign_in_again')), refused(refusal('sign_in_again'))]);
  expect(reauthentication.store.get()).toBe(true);
  expect(await reauthentication.give('wrong')).toBe('Invalid login credentials');
  expect(reauthentication.store.get()).toBe(true);
  expect(await reauthentication.give('right')).toBeNull();
  expect(await calls).toEqual([true, true]);
  expect(reauthentication.store.get()).toBe(false);
  expect(given).toEqual(['wrong', 'right']);
});

test('whoever gives up is asked again at the next call', async () => {
  const { reauthentication, refused } = scene();
  const call = refused(refusal('sign_in_again'));
  reauthentication.giveUp();
  expect(await call).toBe(false);
  expect(reauthentication.store.get()).toBe(false);
  const next = refused(refusal('sign_in_again'));
  expect(reauthentication.store.get()).toBe(true);
  await reauthentication.give('right');
  expect(await next).toBe(true);
});

test.each(['unauthorized', 'forbidden', 'must_change_password'] as const)(
  '%s makes the page look once who this is, however many calls are refused, and later once more',
  async (code) => {
    const { looks, reauthentication, refused } = scene();
    expect(await Promise.all([refused(refusal(code)), refused(refusal(code))])).toEqual([false, false]);
    expect(looks).toHaveLength(1);
    expect(reauthentication.store.get()).toBe(false);
    looks[0]?.resolve();
    await looks[0]?.promise;
    await Promise.resolve();
    await refused(refusal(code));
    expect(looks).toHaveLength(2);
  },
);

test('any other refusal is the call’s own affair', async () => {
  const { looks, refused } = scene();
  expect(await refused(refusal('last_owner'))).toBe(false);
  expect(looks).toHaveLength(0);
});
