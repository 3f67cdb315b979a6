/**
 * Headers of every response, errors and files included (OWASP ASVS 5, 3.4). They allow no origin but our own.
 *
 * @param options.host the Host header, for the socket's origin in connect-src
 * @param options.nonce of this page's scripts and styles; responses that are not pages get a policy without one
 * @param options.secure whether the request came over https
 * @param options.framedBy sources of pages that may frame this one; none if left out
 */
export function securityHeaders(options: {
  host: string;
  nonce: string | null;
  secure: boolean;
  framedBy?: readonly string[];
}): Record<string, string> {
  const nonce = options.nonce ? `'nonce-${options.nonce}' ` : '';
  const host = /^[\w.:[\]-]{1,255}$/.test(options.host) ? options.host : '';
  const headers: Record<string, string> = {
    'content-security-policy': [
      "default-src 'self'",
      `script-src ${nonce}'strict-dynamic' 'wasm-unsafe-eval'`,
      "worker-src 'self' blob:",
      `style-src 'self' ${nonce}`.trim(),
      "img-src 'self' data:",
      "media-src 'self' blob:",
      `connect-src 'self'${host ? ` ${options.secure ? 'wss' : 'ws'}://${host}` : ''}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${options.framedBy?.join(' ') ?? "'none'"}`,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
  };
  if (options.secure) headers['strict-transport-security'] = 'max-age=31536000';
  return headers;
}
