import type {
  EnrolledFactor,
  FactorChallenge,
  FactorRemoved,
  NewRecoveryCodes,
  RecoveryCodes,
} from '@understudy/contract/auth';
import { factorAnswer, factorEnrolment, recoveryAnswer } from '@understudy/contract/auth-calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseBody } from '../../platform/http/gateway-function.ts';
import type { Bearer } from './accounts.ts';
import { presentSignIn } from './auth-answers.ts';
import { AuthError } from './auth-error.ts';
import type { SecondFactors } from './second-factors.ts';
import { type BearerOf, callerOf } from './sign-ins.ts';

type ByFactor = { Params: { id: string } };

/** Dependencies of the routes for second factors. */
interface FactorsDeps {
  factors: SecondFactors;
  bearerOf: BearerOf;
  /** The name shown in authenticator apps. */
  issuer(): string;
}

/** Mounts `/factors`, which the client's `mfa` calls, and its `mfa.recoveryCodes`. */
export function mountFactors(scope: FastifyInstance, { factors, bearerOf, issuer }: FactorsDeps): void {
  scope.addHook('onSend', async (request, reply) => {
    if (request.url.includes('/factors')) reply.header('cache-control', 'no-store');
  });
  scope.post('/factors', async (request): Promise<EnrolledFactor> => {
    const bearer = await bearerOf(request);
    const { factor_type: type, friendly_name: name } = parseBody(factorEnrolment, request.body);
    if (type !== 'totp') {
      throw new AuthError('validation_failed', { message: 'The factor_type is totp: no other is offered here.' });
    }
    const friendlyName = name?.trim() || null;
    const { id, totp } = await factors.enroll(bearer, { friendlyName, issuer: issuer() });
    return { id, type, friendly_name: friendlyName ?? '', totp };
  });
  scope.post<ByFactor>('/factors/:id/challenge', async (request): Promise<FactorChallenge> => {
    const { id, expiresAt } = await factors.challenge(await bearerOf(request), factorId(request));
    return { id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1_000) };
  });
  scope.post<ByFactor>('/factors/:id/verify', async (request) => {
    const bearer = await bearerOf(request);
    const { challenge_id: challengeId, code } = parseBody(factorAnswer, request.body);
    const answer = { challengeId, code };
    return presentSignIn(await factors.verify(bearer, factorId(request), answer, callerOf(request)));
  });
  scope.delete<ByFactor>('/factors/:id', async (request): Promise<FactorRemoved> => {
    const bearer = await bearerOf(request);
    const id = factorId(request);
    await factors.unenroll(bearer, id, callerOf(request));
    return { id };
  });

  const own = '/factors/recovery-codes';
  const codesOf = (bearer: Bearer) => ({ id: bearer.user.id, type: 'recovery_code' }) as const;
  const make = async (request: FastifyRequest, isAgain: boolean): Promise<NewRecoveryCodes> => {
    const bearer = await bearerOf(request);
    const codes = await factors.recoveryCodes(bearer, isAgain, callerOf(request));
    return { ...codesOf(bearer), friendly_name: 'Recovery codes', total: codes.length, codes };
  };
  scope.get(own, async (request): Promise<RecoveryCodes> => {
    const bearer = await bearerOf(request);
    const { recovery_codes: codes } = bearer.user;
    if (!codes) throw new AuthError('mfa_factor_not_found');
    return { ...codesOf(bearer), total: codes.total, remaining: codes.remaining };
  });
  scope.post(own, (request) => make(request, false));
  scope.post(`${own}/regenerate`, (request) => make(request, true));
  scope.post(`${own}/verify`, async (request) => {
    const bearer = await bearerOf(request);
    const { code } = parseBody(recoveryAnswer, request.body);
    return presentSignIn(await factors.recover(bearer, code, callerOf(request)));
  });
  scope.delete(own, async (request): Promise<FactorRemoved> => {
    const bearer = await bearerOf(request);
    await factors.removeRecoveryCodes(bearer, callerOf(request));
    return { id: codesOf(bearer).id };
  });
}

/** The id in the URL. @throws AuthError `mfa_factor_not_found` if it is malformed, as for an unknown one */
function factorId(request: FastifyRequest<ByFactor>): string {
  const parsed = z.uuid().safeParse(request.params.id);
  if (parsed.success) return parsed.data;
  throw new AuthError('mfa_factor_not_found');
}
