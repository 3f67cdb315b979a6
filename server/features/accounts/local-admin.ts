import type { FastifyRequest } from 'fastify';

/** Headers that proxies add. A request with one of them comes from another machine. */
const FORWARDING = new RegExp(
  `^(?:${[
    'forwarded|via|(?:x-)?client-ip|true-client-ip|front-end-https|cdn-.+|proxy-.+|surrogate-.+',
    'x-(?:forward(?:ed)?(?:-.+)?|original-.+|real-ip|remote-.+|cluster-client-ip|host|scheme|url-scheme|ssl' +
      '|proxyuser-ip)',
    'x-(?:originating-ip|nginx-.+|accel-.+|varnish|bluecoat-via|envoy-.+|arr-.+|sent-to|cloud-trace-context)',
    'x-(?:azure|ms|amz|amzn|appengine|goog|vercel|akamai|github)-.+|fly-.+|fastly-.+|cf-.+|ngrok-.+|tailscale-.+',
  ].join('|')})$`,
);
/** Host names that refer to this machine only. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
/** A connection from this machine. */
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/i;

/** Whether a proxy's headers show that it forwarded the request. */
function isForwarded(headers: FastifyRequest['headers']): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

/**
 * Whether a request comes from a person at this machine (docs/operating.md: `LOCAL_ADMIN`): the connection is local, by
 * a local host name, through no proxy. Excludes requests of foreign pages in that person's browser: these have another
 * origin, even under a domain that resolves to this machine.
 */
export function isLocalPerson(request: FastifyRequest): boolean {
  const { headers, raw } = request;
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (!LOOPBACK.test(raw.socket.remoteAddress ?? '')) return false;
  if (!LOCAL_HOST.test(host)) return false;
  // Only proxies send two Host headers, or a host in the request line; browsers send one header.
  if (raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length !== 1) return false;
  if (!raw.url?.startsWith('/')) return false;
  if (isForwarded(headers)) return false;
  // Proxies that add no headers still use HTTP/1.0, which browsers never do.
  if (raw.httpVersion === '1.0') return false;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || origin === `http://${host}`;
}

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

/** A socket's address as a `Host` header has it; an IPv4 address may come mapped to IPv6. */
function asHost(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return v4 ?? `[${address}]`;
}
