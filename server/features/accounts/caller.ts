import type { FastifyRequest } from 'fastify';
import { addressKey } from '../../platform/limits/rate-limits.ts';
import type { Caller } from './accounts.ts';
import { networkOf } from './audit-log.ts';
import { describeDevice } from './user-agent.ts';

/** A request's origin for limits, the audit log and the list of one's sign-ins. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    key: addressKey(request.ip),
    network: networkOf(request.ip),
    device: describeDevice(request.headers['user-agent']),
  };
}
