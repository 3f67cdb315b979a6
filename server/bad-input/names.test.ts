import { describe, expect, test } from 'vitest';
import { expectErrorBody } from '../testing/invariants.ts';
import { sendRaw } from '../testing/raw-http.ts';
import { refused, useScene } from './refusals.ts';

const { scene } = useScene();

describe('functions that do not exist', () => {
  const names = [
    ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'get', 'size', 'then'],
    ...['Agent_Reply', 'agent_reply ', ' agent_reply', 'agent_reply\u200b', 'agent-reply', 'аgent_reply'],
    ...['groq_chat', 'openai_chat', 'constructor_chat', '_chat', 'custom_chat_chat'],
    ...['speech_to_speech', 'text_to_text', 'list_slot', 'book'],
    ...['../healthz', '..', '.', '%2e%2e', 'agent_reply/../end_session', 'agent_reply\0', 'agent_reply.ts', '💥'],
    ...['null', 'undefined', '*', '1', ' ', '%20', 'a'.repeat(200)],
  ];
  test.each(names)('%j', async (name) => {
    const answer = await refused(scene(), () =>
      fetch(`${scene().app.url}/functions/v1/${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...scene().session, user_message: 'Hello' }),
      }),
    );
    expect(answer).toMatchObject({ status: 404, code: 'not_found' });
  });
});

/** Paths as raw bytes, because a client would normalise them. */
const paths: [string, string, number][] = [
  ['POST', '/functions/v1/%c0%ae%c0%ae', 400],
  ['POST', '/functions/v1/%', 400],
  ['POST', '/functions/v1/%zz', 400],
  ['POST', '/functions/v1/agent_reply%00', 404],
  ['POST', `/functions/v1/${'a'.repeat(201)}`, 414],
  ['POST', '/functions/v1/../v1/agent_reply', 404],
  ['POST', '/functions/v2/agent_reply', 404],
  ['POST', '/functions/v1/agent_reply/more', 404],
  ['POST', '//functions/v1/agent_reply', 404],
  ['POST', '/', 404],
  ['POST', '/chat', 404],
  ['POST', '/api/config', 404],
  ['POST', '/healthz', 404],
  ['OPTIONS', '/functions/v1/agent_reply', 404],
  ['PROPFIND', '/functions/v1/agent_reply', 404],
  ['TRACE', '/', 404],
  ['GET', '/functions/v1/agent_reply', 405],
  ['PUT', '/functions/v1/agent_reply', 405],
  ['DELETE', '/functions/v1/agent_reply', 405],
  ['PATCH', '/functions/v1/agent_reply', 405],
  ['GET', '/%', 400],
  ['GET', '/%e0%80%af', 400],
  ['GET', '/api/../../etc/passwd', 404],
  ['GET', '/api/sessions', 404],
  ['GET', '/demos/../persona.yaml', 404],
  ['GET', '/demos/..%2fpersona.yaml', 404],
  ['GET', '/demos/%2e%2e%2f%2e%2e%2fpackage.json', 404],
  ['GET', '/demos/constructor', 404],
  ['GET', '/demos/essential-demos.txt%00.svg', 404],
  ['GET', '/twin/persona.yaml', 404],
  ['GET', '/twin/../package.json', 404],
  ['GET', '/assets/..%2f..%2fpackage.json', 404],
];
test.each(paths)('%s %s is %i', async (method, path, status) => {
  const body = method === 'GET' ? '' : JSON.stringify({ ...scene().session, user_message: 'Hello' });
  const head =
    `${method} ${path} HTTP/1.1\r\nhost: twin.test\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const answer = await refused(scene(), () => sendRaw(scene().app.url, head + body));
  expect(answer.status).toBe(status);
});

/** With the built pages, where a path could lead to a file. */
describe('static files', () => {
  const inside = [
    ...[
      '/assets/../../package.json',
      '/assets/../../../etc/passwd',
      '/../package.json',
      '/..%2f..%2f.env',
      '/%2e%2e/.env',
    ],
    ...['/..%5c..%5cpackage.json', '/assets/%00', '/assets/', '/assets/..', '/.env', '/.git/config', '/server/main.ts'],
    ...[`/${'a'.repeat(9_000)}`, '/assets/index.html/more', '/%5c%5chost%5cshare', '/assets/.%2e/.%2e/README.md'],
  ];
  test('lead nowhere but to the built files', async () => {
    const { startTestApp } = await import('../testing/app.ts');
    const app = await startTestApp({}, { pages: true });
    for (const path of inside) {
      const answer = await sendRaw(app.url, `GET ${path} HTTP/1.1\r\nhost: twin.test\r\n\r\n`);
      expect([400, 404, 414], path).toContain(answer.status);
      if (answer.headers.get('content-type')?.includes('json')) expectErrorBody(answer.body);
      else expect(answer.body, path).toMatch(/^<!doctype html>/i);
    }
    await app.close();
  });
});
