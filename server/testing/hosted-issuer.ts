import { createServer, type IncomingMessage } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { closeServer, serve } from './local-server.ts';

/** A hosted token issuer, as a separate server. */
export interface HostedIssuer {
  /** Its base URL, for AUTH_URL. */
  url: string;
  /** Every request so far. */
  calls: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  /** Its response to everything but requests for the key set. */
  answer: { status: number; type: string; body: string };
  /** Signs a token, by default with the usual claims. */
  sign(claims?: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

/** Starts one with its own key. */
export async function startHostedIssuer(): Promise<HostedIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'hosted', alg: 'RS256', use: 'sig' }] });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    issuer.calls.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const isKeySet = request.url === '/auth/v1/.well-known/jwks.json';
    const {
      status,
      type,
      body: text,
    } = isKeySet ? { status: 200, type: 'application/json', body: keys } : issuer.answer;
    response.writeHead(status, { 'content-type': type, 'set-cookie': 'a=b' }).end(text);
  });
  const url = `${await serve(server)}/auth/v1`;
  const issuer: HostedIssuer = {
    url,
    calls: [],
    answer: { status: 200, type: 'application/json', body: '{}' },
    sign: (claims = {}) =>
      new SignJWT({
        email: 'boss@example.test',
        aud: 'authenticated',
        role: 'authenticated',
        amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) }],
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'hosted' })
        .setSubject('an-id-of-theirs')
        .setIssuer(String(claims.iss ?? url))
        .setIssuedAt()
        .setExpirationTime(claims.exp ?? '1h')
        .sign(privateKey),
    close: () => closeServer(server),
  };
  return issuer;
}
