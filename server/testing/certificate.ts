/** X.509 certificates (RFC 5280) for a test's TLS server. Node can parse but not create them. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';

const SEQUENCE = 0x30;
const OID = { ecdsaWithSha256: '2a8648ce3d040302', commonName: '550403', subjectAltName: '551d11' };

/** One DER element: tag, length, contents. */
function element(tag: number, ...contents: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(contents.map((part) => (typeof part === 'string' ? Buffer.from(part, 'hex') : part)));
  const long = body.length < 0x80 ? [] : [...Buffer.from(body.length.toString(16).padStart(4, '0'), 'hex')];
  const length = long.length > 0 ? [0x80 + long.length, ...long] : [body.length];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const utcTime = (moment: Date) =>
  element(0x17, Buffer.from(`${moment.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** A self-signed certificate for 127.0.0.1 and its key, both as PEM. */
export function selfSigned(from: Date, until: Date): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = element(SEQUENCE, element(0x06, OID.ecdsaWithSha256));
  const commonName = element(SEQUENCE, element(0x06, OID.commonName), element(0x0c, Buffer.from('a test')));
  const name = element(SEQUENCE, element(0x31, commonName));
  const address = element(SEQUENCE, element(0x87, Buffer.from([127, 0, 0, 1])));
  const altName = element(SEQUENCE, element(0x06, OID.subjectAltName), element(0x04, address));
  const certificate = element(
    SEQUENCE,
    element(0xa0, element(0x02, '02')),
    element(0x02, '01'),
    algorithm,
    name,
    element(SEQUENCE, utcTime(from), utcTime(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, element(SEQUENCE, altName)),
  );
  const signature = element(0x03, '00', sign('sha256', certificate, privateKey));
  const encoded = element(SEQUENCE, certificate, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${encoded.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Terminates TLS in front of a local server. */
export async function tlsInFront(
  port: number,
  identity: { key: string; cert: string },
): Promise<{ port: number; close(): void }> {
  const open = new Set<Socket>();
  const server = createServer(identity, (visitor) => {
    const inner = connect(port, '127.0.0.1');
    for (const socket of [visitor, inner]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        visitor.destroy();
        inner.destroy();
      });
    }
    visitor.pipe(inner).pipe(visitor);
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
