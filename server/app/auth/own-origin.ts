import type { FastifyRequest } from 'fastify';
import { isForwarded, LOCAL_HOST, LOOPBACK } from './local-admin.ts';

/**
 * The address by which somebody has reached this very server, where it is certain to be one of its own: a name of the
 * machine, asked from the machine, or the address and port at which the connection has arrived. Whatever else stands in
 * `Host` is the caller's word, and a link made of it would lead wherever an attacker likes.
 * @returns null where it is not certain, as behind a proxy or under a name: only PUBLIC_URL can tell then
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

/** A socket's address as it stands in `Host`; an IPv4 one may come in IPv6 clothes. */
function asHost(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return v4 ?? `[${address}]`;
}
