import { t } from '../../platform/texts.ts';
import type { SignInClient } from './auth-client.ts';

/** An authenticator app of the current user. */
export interface OwnFactor {
  id: string;
  name: string;
  addedAt: string;
}

/** A user's second factors; `left` is null if there are no recovery codes. */
export interface OwnFactors {
  apps: OwnFactor[];
  left: number | null;
}

/** An app being added: a QR code and the same as text. */
export interface NewFactor {
  id: string;
  picture: string;
  secret: string;
}

/** Result of a step; `needsPassword` if the password was entered too long ago. */
export type Outcome<Value> = { value: Value } | { problem: string; needsPassword: boolean };

/** Adds and removes second factors. Nothing here throws. */
export interface SecondFactor {
  list(): Promise<Outcome<OwnFactors>>;
  begin(name: string): Promise<Outcome<NewFactor>>;
  /** Verifies the first code of a new app. */
  finish(id: string, code: string): Promise<Outcome<null>>;
  remove(id: string): Promise<Outcome<null>>;
  /** Creates ten recovery codes, which invalidates older ones. @param isAgain whether there are older ones */
  makeCodes(isAgain: boolean): Promise<Outcome<string[]>>;
}

interface Answer<Data> {
  data: Data | null;
  error: { code?: string | undefined } | null;
}

/** @param sentenceOf the message shown for a failure */
export function createSecondFactor(
  client: Pick<SignInClient, 'secondFactors'>,
  sentenceOf: (error: unknown) => Promise<string>,
): SecondFactor {
  type Mfa = Awaited<ReturnType<SignInClient['secondFactors']>>;
  const run = async <Data, Value>(
    step: (mfa: Mfa) => Promise<Answer<Data>>,
    pick: (data: Data) => Value,
  ): Promise<Outcome<Value>> => {
    try {
      const { data, error } = await step(await client.secondFactors());
      if (error || data === null) {
        return { problem: await sentenceOf(error), needsPassword: error?.code === 'reauthentication_needed' };
      }
      return { value: pick(data) };
    } catch (error) {
      return { problem: await sentenceOf(error), needsPassword: false };
    }
  };
  return {
    async list() {
      const listed = await run(
        (mfa) => mfa.listFactors(),
        ({ all, totp }) => ({ apps: totp, hasCodes: all.some((one) => one.factor_type === 'recovery_code') }),
      );
      if ('problem' in listed) return listed;
      const { apps, hasCodes } = listed.value;
      const named = apps.map(({ id, friendly_name: name, created_at: addedAt }) => ({
        id,
        name: name || t('auth.authenticatorApp'),
        addedAt,
      }));
      if (!hasCodes) return { value: { apps: named, left: null } };
      return run(
        (mfa) => mfa.recoveryCodes.getStatus(),
        ({ remaining }) => ({ apps: named, left: remaining }),
      );
    },
    begin: (name) =>
      run(
        (mfa) => mfa.enroll({ factorType: 'totp', friendlyName: name }),
        ({ id, totp }) => ({ id, picture: totp.qr_code, secret: totp.secret }),
      ),
    finish: (id, code) =>
      run(
        (mfa) => mfa.challengeAndVerify({ factorId: id, code }),
        () => null,
      ),
    remove: (id) =>
      run(
        (mfa) => mfa.unenroll({ factorId: id }),
        () => null,
      ),
    makeCodes: (isAgain) =>
      run(
        (mfa) => (isAgain ? mfa.recoveryCodes.regenerate() : mfa.recoveryCodes.generate()),
        ({ codes }) => codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-')),
      ),
  };
}

/** Submits a code during sign-in, for the app it belongs to. */
export async function giveCode(client: Pick<SignInClient, 'secondFactors'>, code: string): Promise<{ error: unknown }> {
  const mfa = await client.secondFactors();
  const { data, error } = await mfa.listFactors();
  if (error) return { error };
  let refusal: unknown = null;
  // With several apps, it is unknown which one the user reads the code from.
  for (const { id } of data.totp) {
    const answer = await mfa.challengeAndVerify({ factorId: id, code });
    if (!answer.error) return { error: null };
    refusal = answer.error;
  }
  return { error: refusal };
}
