import type { FastifyRequest } from 'fastify';

/** What proxies add. One of them is enough: the person is somewhere else. */
const FORWARDING = new RegExp(
  `^(?:${[
    'forwarded|via|(?:x-)?client-ip|true-client-ip|front-end-https|cdn-.+|proxy-.+|surrogate-.+',
    'x-(?:forward(?:ed)?(?:-.+)?|original-.+|real-ip|remote-.+|cluster-client-ip|host|scheme|url-scheme|ssl|proxyuser-ip)',
    'x-(?:originating-ip|nginx-.+|accel-.+|varnish|bluecoat-via|envoy-.+|arr-.+|sent-to|cloud-trace-context)',
    'x-(?:azure|ms|amz|amzn|appengine|goog|vercel|akamai|github)-.+|fly-.+|fastly-.+|cf-.+|ngrok-.+|tailscale-.+',
  ].join('|')})$`,
);
/** Names that only this machine has for itself. */
export const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;
/** A connection from this machine. */
export const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/i;

/** Whether a request has come through a proxy that says so. */
export function isForwarded(headers: FastifyRequest['headers']): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

/**
 * Whether a request is made by a person at this machine (docs/operating.md: `LOCAL_ADMIN`): the connection comes from the
 * machine itself, by a name that only the machine has, through no proxy. A foreign page in that person's browser does not
 * count: it has another origin, and a name that was made to point here is still another name.
 */
export function isLocalPerson(request: FastifyRequest): boolean {
  const { headers, raw } = request;
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (!LOOPBACK.test(raw.socket.remoteAddress ?? '')) return false;
  if (!LOCAL_HOST.test(host)) return false;
  // Two names, or one in the request line, are a proxy's business; browsers send one, in its place.
  if (raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length !== 1) return false;
  if (!raw.url?.startsWith('/')) return false;
  if (isForwarded(headers)) return false;
  // Proxies that say nothing of themselves still speak the old version, browsers never do.
  if (raw.httpVersion === '1.0') return false;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || origin === `http://${host}`;
}
