/**
 * Loaded before a program (`node --import`): denies every connection and DNS lookup that would leave the machine, and
 * reports each attempt on standard error as `network denied: {host}`.
 */
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3}|)$/;

function deny(host: string): Error {
  process.stderr.write(`network denied: ${host}\n`);
  return Object.assign(new Error(`network denied: ${host}`), { code: 'ENETUNREACH' });
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function guarded(this: net.Socket, ...args: unknown[]) {
  // Node's own callers pass one list of options and callback.
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const { path, host = '' } = typeof first === 'object' && first !== null ? first : { path: null, host: args[1] };
  if (path || LOOPBACK.test(String(host))) return Reflect.apply(connect, this, args);
  const error = deny(String(host));
  // A tick later, when the caller listens for the error.
  setImmediate(() => this.destroy(error));
  return this;
} as typeof connect;

const { lookup } = dns;
dns.lookup = Object.assign(
  (host: string, ...rest: unknown[]) => {
    if (LOOPBACK.test(host)) return Reflect.apply(lookup, dns, [host, ...rest]);
    const done = rest.at(-1) as (error: Error) => void;
    process.nextTick(done, deny(host));
  },
  { __promisify__: lookup.__promisify__ },
) as typeof lookup;
const { lookup: lookupLater } = dns.promises;
dns.promises.lookup = (async (host: string, ...rest: unknown[]) => {
  if (!LOOPBACK.test(host)) throw deny(host);
  return Reflect.apply(lookupLater, dns.promises, [host, ...rest]);
}) as typeof lookupLater;
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of ['resolve', 'resolve4', 'resolve6', 'resolveAny', 'resolveTxt', 'resolveSrv'] as const) {
    Object.assign(owner, {
      [name]: (host: string) => {
        throw deny(host);
      },
    });
  }
}
dgram.Socket.prototype.send = function refuse(this: dgram.Socket) {
  throw deny('a datagram');
} as typeof dgram.Socket.prototype.send;
syncBuiltinESMExports();
