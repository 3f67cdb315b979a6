import { createHmac } from 'node:crypto';

/**
 * The headers of a message according to the Standard Webhooks specification: an id that is the same for every
 * attempt, the time of sending in seconds, and `v1,` with the base64 of HMAC-SHA256 over `id.timestamp.body`.
 *
 * @param secret `whsec_` followed by the key in base64, as that specification's libraries write it; any other text is
 * the key itself
 */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Understudy',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}
