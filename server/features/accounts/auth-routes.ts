import { type LinkAnswer, REPLACED_SIGN_IN_HEADER } from '@understudy/contract/auth';
import { linkQuestion, passwordGrant, refreshGrant, userChange, verification } from '@understudy/contract/auth-calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Admit, parseBody } from '../../platform/http/gateway-function.ts';
import { bearerToken } from '../../platform/http/guard.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Accounts, Caller, SignedIn } from './accounts.ts';
import { presentSignIn, presentUser, sendAuthError } from './auth-answers.ts';
import { AuthError } from './auth-error.ts';
import { mountFactors } from './factor-routes.ts';
import { createForwarder, type HostedIssuer } from './forward-auth.ts';
import type { SecondFactors } from './second-factors.ts';
import { type BearerOf, callerOf, type SignIns } from './sign-ins.ts';

type Verification = z.infer<typeof verification>;

/** Prefix of the sign-in API. */
export const AUTH_PREFIX = '/auth/v1';

const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS';
const REQUEST_HEADERS =
  'authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-retry-count, x-region';
const ANSWER_HEADERS = 'x-supabase-api-version, x-relay-error, sb-error-code, retry-after, x-request-id';

/** Dependencies of the sign-in API. */
interface AuthDeps {
  admit: Admit;
  limits: Pick<Limits, 'take'>;
  /** The name under which authenticator apps list this installation. */
  issuer(): string;
  accounts: Accounts;
  factors: SecondFactors;
  signIns: SignIns;
  /** The issuer that answers instead (AUTH_URL), with its own second factors. */
  hosted: HostedIssuer | null;
}

/** Mounts `/auth/v1/*`, the API that `@supabase/auth-js` uses. */
export async function mountAuth(
  app: FastifyInstance,
  { admit, limits, issuer, accounts, factors, signIns, hosted }: AuthDeps,
): Promise<void> {
  const bearerOf: BearerOf = async (request) => {
    const token = bearerToken(request);
    if (token === null) throw new AuthError('no_authorization');
    return accounts.bearer(token);
  };
  await app.register(
    async (scope) => {
      acceptEmptyJson(scope);
      scope.setErrorHandler(sendAuthError);
      scope.setNotFoundHandler((request, reply) => sendAuthError(new AuthError('not_found'), request, reply));
      scope.addHook('onRequest', async (request, reply) => {
        openToOtherOrigins(reply);
        if (request.method !== 'OPTIONS') await admit(request);
      });
      scope.options('/*', async (_request, reply) => reply.code(204).header('access-control-max-age', '600').send());
      if (hosted) {
        scope.route({ method: ['GET', 'POST', 'PUT'], url: '/*', handler: createForwarder(hosted, AUTH_PREFIX) });
        return;
      }
      mountTokens(scope, limits, accounts);
      mountVerify(scope, accounts);
      mountUser(scope, accounts, bearerOf);
      mountLogout(scope, signIns, bearerOf);
      mountFactors(scope, { factors, bearerOf, issuer });
      mountStatic(scope, accounts);
      // Without this, unknown URLs of this API would get the not-found response of the pages.
      scope.get('/*', async () => {
        throw new AuthError('not_found');
      });
    },
    { prefix: AUTH_PREFIX },
  );
}

/** Accepts an empty body as JSON, because the client sends a content type even without a body. */
function acceptEmptyJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, String(body), done);
  });
}

/** Lets pages of other origins call. Safe without cookies: such a page can do no more than any program. */
function openToOtherOrigins(reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-expose-headers': ANSWER_HEADERS,
  });
}

function mountTokens(scope: FastifyInstance, limits: Pick<Limits, 'take'>, accounts: Accounts): void {
  const grants: Record<string, (request: FastifyRequest) => Promise<object>> = {
    async password(request) {
      const { email, password } = parseBody(passwordGrant, request.body);
      if (!email || password === undefined)
        throw new AuthError('validation_failed', { message: 'missing email or phone' });
      const replaced = request.headers[REPLACED_SIGN_IN_HEADER];
      const token = typeof replaced === 'string' ? replaced : null;
      return presentSignIn(await accounts.signIn(email, password, callerOf(request), token));
    },
    async refresh_token(request) {
      const { refresh_token: token } = parseBody(refreshGrant, request.body);
      return presentSignIn(
        await accounts.refresh(token, callerOf(request), (session) => limits.take('signin_refreshes', session)),
      );
    },
  };
  scope.post('/token', async (request, reply) => {
    const { grant_type: type } = request.query as { grant_type?: unknown };
    const grant = typeof type === 'string' && Object.hasOwn(grants, type) ? grants[type] : undefined;
    if (!grant) throw new AuthError('invalid_credentials', { message: 'unsupported_grant_type' });
    return reply.header('cache-control', 'no-store').send(await grant(request));
  });
}

/**
 * Mounts `/verify`, the client's `verifyOtp` for invitations and dashboard links, and `/link`, which tells what a link
 * does. `/verify` takes the token as `token_hash` or `token`.
 */
function mountVerify(scope: FastifyInstance, accounts: Accounts): void {
  const types: Record<string, (token: string, body: Verification, caller: Caller) => Promise<SignedIn>> = {
    invite: (token, _body, caller) => accounts.acceptInvitation(token, caller),
    magiclink: (token, _body, caller) => accounts.openByLink(token, caller),
    async signup(token, { email, password }, caller) {
      if (!email || password === undefined) {
        throw new AuthError('validation_failed', { message: 'An email address and a password are needed' });
      }
      return accounts.claim(token, { email, password }, caller);
    },
  };
  scope.post('/verify', async (request, reply) => {
    const body = parseBody(verification, request.body);
    const token = body.token_hash ?? body.token;
    const take = Object.hasOwn(types, body.type) ? types[body.type] : undefined;
    if (!take || !token) {
      const message = `Verify requires a token or a token hash, of type ${Object.keys(types).join(', ')}`;
      throw new AuthError('validation_failed', { message });
    }
    return reply.header('cache-control', 'no-store').send(presentSignIn(await take(token, body, callerOf(request))));
  });
  scope.post('/link', async (request, reply): Promise<LinkAnswer> => {
    const { kind, expiresAt } = await accounts.lookAtLink(parseBody(linkQuestion, request.body).token_hash);
    reply.header('cache-control', 'no-store');
    return { type: kind === 'claim' ? 'signup' : 'magiclink', expires_at: expiresAt.toISOString() };
  });
}

function mountUser(scope: FastifyInstance, accounts: Accounts, bearerOf: BearerOf): void {
  scope.get('/user', async (request, reply) => {
    const { user } = await bearerOf(request);
    return reply.header('cache-control', 'no-store').send(presentUser(user));
  });
  scope.put('/user', async (request, reply) => {
    const bearer = await bearerOf(request);
    const wanted = parseBody(userChange, request.body);
    if (wanted.email !== undefined && wanted.email.toLowerCase() !== bearer.user.email) {
      throw new AuthError('validation_failed', { message: 'An address is changed by inviting the new one.' });
    }
    if (wanted.password === undefined) return reply.header('cache-control', 'no-store').send(presentUser(bearer.user));
    const { password, current_password: current } = wanted;
    const changed = await accounts.changePassword(bearer, { password, current }, callerOf(request));
    return reply.header('cache-control', 'no-store').send(presentUser(changed));
  });
}

function mountLogout(scope: FastifyInstance, signIns: SignIns, bearerOf: BearerOf): void {
  scope.post('/logout', async (request, reply) => {
    const { scope: asked = 'global' } = request.query as { scope?: unknown };
    if (asked !== 'global' && asked !== 'local' && asked !== 'others') {
      throw new AuthError('validation_failed', { message: 'The scope is one of global, local and others' });
    }
    const hasLeft = await signIns.signOut(await bearerOf(request), asked, callerOf(request));
    // Clears drafts, all other storage, and cached pages of the dashboard that the back button could show.
    if (hasLeft) reply.header('clear-site-data', '"cache","storage"');
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

function mountStatic(scope: FastifyInstance, accounts: Accounts): void {
  scope.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(await accounts.keySet()),
  );
  scope.get('/health', async () => ({ version: 'v2', name: 'Understudy', description: 'Sign-in of the owner’s side' }));
  scope.get('/settings', async () => ({
    external: { email: true, phone: false },
    disable_signup: true,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }));
  scope.post('/signup', async () => {
    throw new AuthError('signup_disabled');
  });
}
