import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { ownOrigin } from './local-admin.ts';

const asked = (headers: Record<string, string>, peer: string, local: string) =>
  ownOrigin({
    headers,
    raw: { socket: { remoteAddress: peer, localAddress: local, localPort: 3001 } },
  } as unknown as FastifyRequest);

describe('the server’s own address', () => {
  test.each([
    ['localhost:3001', '127.0.0.1', '127.0.0.1'],
    ['LOCALHOST:3001', '::1', '::1'],
    ['127.0.0.1:3001', '127.0.0.1', '127.0.0.1'],
    ['[::1]:3001', '::1', '::1'],
    ['192.168.1.5:3001', '192.168.1.77', '192.168.1.5'],
    ['192.168.1.5:3001', '::ffff:192.168.1.77', '::ffff:192.168.1.5'],
    ['[fd00::5]:3001', 'fd00::77', 'fd00::5'],
  ])('is %s, asked from %s at %s', (host, peer, local) => {
    expect(asked({ host }, peer, local)).toBe(`http://${host.toLowerCase()}`);
  });

  test.each([
    ['a name that anybody may have pointed here', 'evil.example:3001', '192.168.1.77', '192.168.1.5'],
    ['a name, from this machine', 'evil.example:3001', '127.0.0.1', '127.0.0.1'],
    ['another address', '10.0.0.1:3001', '192.168.1.77', '192.168.1.5'],
    ['another port', '192.168.1.5:8080', '192.168.1.77', '192.168.1.5'],
    ['no port', '192.168.1.5', '192.168.1.77', '192.168.1.5'],
    ['localhost from elsewhere', 'localhost:3001', '192.168.1.77', '192.168.1.5'],
    ['a user before the name', 'localhost@evil.example:3001', '127.0.0.1', '127.0.0.1'],
    ['a path behind it', '127.0.0.1:3001/evil', '127.0.0.1', '127.0.0.1'],
    ['nothing', '', '127.0.0.1', '127.0.0.1'],
  ])('is not %s', (_name, host, peer, local) => {
    expect(asked({ host }, peer, local)).toBeNull();
  });

  test.each(['x-forwarded-host', 'x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
    'is not known where a proxy has added %s',
    (header) => {
      expect(asked({ host: 'localhost:3001', [header]: 'x' }, '127.0.0.1', '127.0.0.1')).toBeNull();
    },
  );
});
