import type { FastifyRequest } from 'fastify';
import { isForwarded, LOCAL_HOST, LOOPBACK } from './local-admin.ts';

/**
 * The origin of this server that the caller used, if it is certain: a local host name requested from this machine, or
 * the address and port of the connection. Any other `Host` is the caller's claim, and a link built from it could lead
 * to an attacker.
 *
 * @returns null if uncertain, as behind a proxy or under a domain name: only PUBLIC_URL can tell then
 */
export function ownOrigin(request: FastifyRequest): string | null {
  const { host = '' } = request.headers;
  const { remoteAddress = '', localAddress = '', localPort } = request.raw.socket;
  if (isForwarded(request.headers)) return null;
  const [, name = '', port = '80'] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(host) ?? [];
  if (Number(port) !== localPort) return null;
  const isOwn = LOCAL_HOST.test(host) ? LOOPBACK.test(remoteAddress) : name === asHost(localAddress);
  return isOwn ? `http://${host.toLowerCase()}` : null;
}

/** A socket's address as `Host` writes it; IPv4 addresses may be mapped to IPv6. */
function asHost(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return v4 ?? `[${address}]`;
}
