import { type Clock, pause } from '../../platform/clock.ts';
import { CallError } from '../../platform/http.ts';
import { inReadersWords } from '../../platform/server-words.ts';
import { createStore, type Store } from '../../platform/store.ts';
import { t } from '../../platform/texts.ts';
import type { LoadProfile } from './access.ts';
import { passwordHolder, type SignInState } from './access.ts';
import type { SignInClient } from './auth-client.ts';
import { createSecondFactor, giveCode, type SecondFactor } from './second-factor.ts';

/** Shown if the sign-in service gave no reason (specification, section 8). */
const authenticationFailed = () => t('auth.authenticationFailed');

/** Outstanding steps by the server's error code. */
const STEPS: Partial<Record<string, 'must_choose_password' | 'must_give_code' | 'must_add_factor'>> = {
  must_change_password: 'must_choose_password',
  second_factor_needed: 'must_give_code',
  second_factor_setup_needed: 'must_add_factor',
};

/** Backoff before retrying a check that got no answer. */
const RETRY_AFTER_MS = [500, 1_500, 3_000];
/** Retry interval once the check counts as failed, until it succeeds. */
const LOOK_AGAIN_AFTER_MS = 5_000;

/** Why a step failed: a sentence for the user, and the sign-in service's code if it refused. */
export interface Refused {
  problem: string;
  code?: string | undefined;
}

/** The current user and the ways in and out. Nothing here throws: a failure is a sentence, null is success. */
export interface SignIn {
  store: Pick<Store<SignInState>, 'get' | 'subscribe'>;
  /** Starts watching, with an initial check if there was none yet. Returns a function that stops it. */
  open(): () => void;
  /** Asks the server again for the current user. */
  check(): Promise<void>;
  signIn(email: string, password: string): Promise<string | null>;
  /** Verifies the current user's password again. The previous sign-in ends; the new one continues in all tabs. */
  signInAgain(password: string): Promise<string | null>;
  /** Accepts an invitation. Its link works once, so the password is chosen in the same step. */
  acceptInvitation(token: string, password: string): Promise<string | null>;
  /** Redeems a dashboard link, which works once. */
  openLink(token: string): Promise<Refused | null>;
  /** Redeems the link that makes its holder the owner. */
  claim(token: string, email: string, password: string): Promise<Refused | null>;
  /** @param current the current password, unless the user signed in with a one-time password */
  choosePassword(password: string, current?: string): Promise<string | null>;
  /** Submits a code from an authenticator app, after the password. */
  giveCode(code: string): Promise<string | null>;
  /** Submits a recovery code instead. */
  giveRecoveryCode(code: string): Promise<string | null>;
  secondFactor: SecondFactor;
  /** Signs out in all tabs of this browser. */
  signOut(): Promise<void>;
  /** The current bearer token, refreshed if necessary; null if nobody is signed in. */
  token(): Promise<string | null>;
}

/** Dependencies of the sign-in. */
export interface SignInParts {
  client: SignInClient;
  loadProfile: LoadProfile;
  clock: Clock;
  /** Reports failures to developers only. */
  report(error: unknown, context: string): void;
}

/** The role is fetched from the server, initially and on every change of the session (specification, section 4). */
export function createSignIn({ client, loadProfile, clock, report }: SignInParts): SignIn {
  const store = createStore<SignInState>({ is: 'unknown' });
  let isLeaving = false;
  /** Each step runs its own check once it is done. */
  let isStepping = false;
  let isChecking = false;
  /** Settles once the server has answered the latest sign-out. */
  let leaving: Promise<unknown> = Promise.resolve();
  let running = new AbortController();
  let stopLookingAgain = () => {};

  const set = (next: SignInState) => {
    // An identical answer is not a change: it must not disturb whoever is working on the page.
    if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next);
  };

  const session = async () => (await client.getSession()).data.session;
  const token = async () => (await session())?.access_token ?? null;

  /** Retries until there is an answer or further attempts are pointless. */
  async function ask(signal: AbortSignal): Promise<SignInState> {
    for (const wait of [...RETRY_AFTER_MS, null]) {
      try {
        return { is: 'signed_in', profile: await loadProfile(await token(), signal) };
      } catch (error) {
        if (signal.aborted) break;
        const step = error instanceof CallError ? STEPS[error.code] : undefined;
        if (step === 'must_add_factor') return { is: step, email: (await session())?.user?.email ?? '' };
        if (step) return { is: step };
        const isAnswer = error instanceof CallError && error.status >= 400 && error.status < 500;
        if (isAnswer && error.status !== 429) return { is: 'signed_out', problem: null, left: false };
        if (wait !== null) await pause(clock, wait, signal);
        else report(error, 'Failed to check who is signed in');
      }
    }
    // A failed check counts as signed out (section 8).
    return { is: 'signed_out', problem: t('auth.signInNotChecked'), left: false };
  }

  async function check(): Promise<void> {
    running.abort();
    stopLookingAgain();
    running = new AbortController();
    const { signal } = running;
    isChecking = true;
    const next = await ask(signal);
    // A newer check supersedes this one, and a user who is signing out is not checked.
    if (signal.aborted) return;
    isChecking = false;
    if (isLeaving) return;
    set(next);
    if (next.is === 'signed_out' && next.problem)
      stopLookingAgain = clock.after(LOOK_AGAIN_AFTER_MS, () => void check());
  }

  /** Runs a step of the sign-in service. @returns the service's message if it refused, a generic one if it failed */
  const attempt = async (step: () => Promise<{ error: unknown }>) => (await tryStep(step))?.problem ?? null;

  async function tryStep(step: () => Promise<{ error: unknown }>): Promise<Refused | null> {
    isStepping = true;
    // The answer to a sign-out clears this site's browser data, which must not include the next session.
    await leaving;
    isLeaving = false;
    try {
      const { error } = await step();
      if (error) return { problem: await sentenceOf(error), code: (error as { code?: string }).code };
      await check();
      const state = store.get();
      return state.is === 'signed_out' ? { problem: state.problem ?? authenticationFailed() } : null;
    } catch (error) {
      return { problem: await sentenceOf(error) };
    } finally {
      isStepping = false;
    }
  }

  /** @param before token of the sign-in that this one replaces and ends; null if there is none */
  async function signInInPlaceOf(before: string | null, email: string, password: string): Promise<string | null> {
    const credentials = { email, password };
    if (before === null) return attempt(() => client.signInWithPassword(credentials));
    const problem = await attempt(() => client.signInInPlaceOf(before, credentials));
    if (problem !== null) return problem;
    const { error } = await client.admin.signOut(before, 'local');
    if (error) report(error, 'Failed to end the sign-in until now');
    return null;
  }

  async function sentenceOf(error: unknown): Promise<string> {
    // If the client itself could not be fetched, nothing was refused.
    const { isRefusal } = await import('./auth-client.ts').catch(() => ({ isRefusal: () => false }));
    if (isRefusal(error) && error instanceof Error && error.message) {
      const { code } = error as { code?: string };
      return code ? inReadersWords({ code: `auth_${code}`, said: error.message }) : error.message;
    }
    report(error, authenticationFailed());
    return authenticationFailed();
  }

  return {
    store,
    open() {
      isLeaving = false;
      const isKnown = isChecking || store.get().is !== 'unknown';
      // The initial session is reported too, so this is also the first check if there was none. Deferred, since the
      // callback blocks the client.
      const { data } = client.onAuthStateChange((event) => {
        if (isKnown && event === 'INITIAL_SESSION') return;
        clock.after(0, () => {
          if (!isStepping) void check();
        });
      });
      return () => {
        data.subscription.unsubscribe();
        running.abort();
        isChecking = false;
        stopLookingAgain();
      };
    },
    check,
    async signIn(email, password) {
      const state = store.get();
      const byLink = state.is === 'signed_in' && state.profile.by_link ? await token() : null;
      return signInInPlaceOf(byLink, email.trim(), password);
    },
    async signInAgain(password) {
      const holder = passwordHolder(store.get());
      return holder ? signInInPlaceOf(await token(), holder.email, password) : authenticationFailed();
    },
    async acceptInvitation(invitation, password) {
      let isTaken = false;
      const problem = await attempt(async () => {
        const { error } = await client.verifyOtp({ type: 'invite', token_hash: invitation });
        if (error) return { error };
        isTaken = true;
        return client.updateUser({ password });
      });
      // The link worked but the password was refused: it must be chosen again, without the link.
      if (problem !== null && isTaken) await check();
      return problem;
    },
    openLink: (token) => tryStep(() => client.verifyOtp({ type: 'magiclink', token_hash: token })),
    claim(token, email, password) {
      const params = { type: 'signup', token_hash: token, email: email.trim(), password } as const;
      return tryStep(() => client.verifyOtp(params));
    },
    choosePassword: (password, current) =>
      attempt(() => client.updateUser({ password, ...(current === undefined ? {} : { current_password: current }) })),
    giveCode: (code) => attempt(() => giveCode(client, code)),
    giveRecoveryCode: (code) => attempt(async () => (await client.secondFactors()).recoveryCodes.verify({ code })),
    secondFactor: createSecondFactor(client, sentenceOf),
    async signOut() {
      isLeaving = true;
      running.abort();
      set({ is: 'signed_out', problem: null, left: true });
      // Clears the storage first and then tells the server; if that fails, the session expires by itself.
      const answer = client.signOut({ scope: 'local' });
      leaving = answer.catch(() => {});
      const { error } = await answer;
      if (error) report(error, 'Failed to tell the server about signing out');
    },
    token,
  };
}
