import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkedAddresses, isPublic } from './checked-address.ts';
import { checkedUrl, fetchPage } from './fetch-page.ts';

const signal = new AbortController().signal;
const page = (body: string | Buffer, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) => response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
};
const redirect = (location: string): RequestListener => {
  return (_request, response) => response.writeHead(302, { location }).end();
};

const routes: Record<string, RequestListener> = {
  '/': page('<p>Hello</p>', { 'content-type': 'text/html; charset=ISO-8859-1' }),
  '/moved': redirect('/'),
  '/round': redirect('/round'),
  '/inside': redirect('http://10.0.0.1/admin'),
  '/metadata': redirect('http://169.254.169.254/latest/meta-data/'),
  '/file': redirect('file:///etc/passwd'),
  '/picture': page('x', { 'content-type': 'image/png' }),
  '/large': page(Buffer.alloc(3_000)),
  '/packed': page(gzipSync(Buffer.alloc(5_000_000)), { 'content-encoding': 'gzip' }),
  '/unpacked': page(gzipSync('<p>Packed</p>'), { 'content-encoding': 'gzip' }),
  '/endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const more = setInterval(() => response.write('<p>more</p>'), 5);
    response.on('close', () => clearInterval(more));
  },
  '/silent': () => undefined,
  '/agent': (request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(request.headers['user-agent']),
  '/broken': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('x', () => response.destroy());
  },
};

let server: Server;
let at: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const route = routes[request.url ?? ''];
    if (route) route(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const fetched = (path: string, more: Parameters<typeof fetchPage>[3] = {}) =>
  fetchPage(`${at}${path}`, 'page', signal, { allowsLoopback: true, ...more });

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'ff02::1',
    'not an address',
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  test.each(['93.184.215.14', '1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  test('of a name is refused if one of all its addresses is private', async () => {
    const resolve = async () => ['1.1.1.1', '10.0.0.1'];
    await expect(checkedAddresses('rebind.example', { resolve })).rejects.toThrow(
      'rebind.example is an address of a private network. Only addresses on the internet can be read.',
    );
    expect(await checkedAddresses('fine.example', { resolve: async () => ['1.1.1.1'] })).toEqual([
      { address: '1.1.1.1', family: 4 },
    ]);
  });

  test.each([
    ['file:///etc/passwd', /http/],
    ['ftp://a.example', /http/],
    ['javascript:alert(1)', /http/],
    ['https://me:secret@a.example', /password/],
    ['', /not an address/],
    ['http://', /not an address/],
    ['https://', /not an address/],
  ])('%s is refused', (address, why) => {
    expect(() => checkedUrl(address)).toThrow(why);
  });

  test('without a scheme is of the web; numbers in other forms are read as the address that they are', async () => {
    expect(checkedUrl('orla.example/about#top').href).toBe('https://orla.example/about');
    expect(checkedUrl('localhost:3000').href).toBe('https://localhost:3000/');
    for (const form of ['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://[::ffff:7f00:1]/']) {
      await expect(fetchPage(form, 'page', signal)).rejects.toThrow(/private network/);
    }
  });
});

describe('a page', () => {
  test('is fetched with its character set, after redirects, unpacked, and told who asks', async () => {
    expect(await fetched('/moved')).toMatchObject({ url: `${at}/`, charset: 'iso-8859-1', format: 'html' });
    expect((await fetched('/unpacked')).bytes.toString()).toBe('<p>Packed</p>');
    expect((await fetched('/agent')).bytes.toString()).toMatch(/^Understudy/);
  });

  test('is not fetched from this machine without the option that tests use', async () => {
    await expect(fetchPage(`${at}/`, 'page', signal)).rejects.toThrow(/private network/);
    await expect(fetchPage('http://localhost/', 'page', signal)).rejects.toThrow(/private network/);
  });

  test.each([
    ['/inside', '10.0.0.1 is an address of a private network'],
    ['/metadata', '169.254.169.254 is an address of a private network'],
    ['/file', 'Only addresses that begin with http://'],
    ['/round', 'redirects more than 5 times'],
    ['/picture', 'neither a web page, a text nor a PDF (image/png)'],
    ['/nowhere', 'has nothing at this address (status 404)'],
    ['/broken', 'closed the connection'],
  ])('at %s is refused in a sentence', async (path, sentence) => {
    await expect(fetched(path)).rejects.toThrow(sentence);
  });

  test('that is too large is cut off, also when it unpacks to that', async () => {
    await expect(fetched('/large', { maxBytes: 2_000 })).rejects.toThrow(/^The answer is larger than/);
    await expect(fetched('/packed', { maxBytes: 1_000_000 })).rejects.toThrow('The answer is larger than 1 MB.');
  });

  test('that never begins or never ends is given up, and so is a canceled one', async () => {
    await expect(fetched('/endless', { timeoutMs: 100 })).rejects.toThrow(
      /did not finish its answer within 0.1 seconds/,
    );
    await expect(fetched('/silent', { timeoutMs: 100 })).rejects.toThrow(/did not finish/);
    const cancel = new AbortController();
    const fetching = fetchPage(`${at}/endless`, 'page', cancel.signal, { allowsLoopback: true });
    setTimeout(() => cancel.abort(new Error('canceled')), 20);
    await expect(fetching).rejects.toThrow('canceled');
  });

  test('comes from the address that was checked, though the name stands for another one by then', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [asked === 1 ? '127.0.0.1' : '10.0.0.1'];
    };
    const url = at.replace('127.0.0.1', 'rebind.example');
    expect((await fetchPage(`${url}/`, 'page', signal, { allowsLoopback: true, resolve })).bytes.toString()).toContain(
      'Hello',
    );
    expect(asked).toBe(1);
    // A redirect is looked up and checked anew.
    await expect(fetchPage(`${url}/moved`, 'page', signal, { allowsLoopback: true, resolve })).rejects.toThrow(
      /private network/,
    );
  });
});
