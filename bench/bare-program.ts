/**
 * The minimum that a program can do for a turn: proxy the call to the provider and store the two rows, in plain Node on
 * the same PostgreSQL with the same settings. It is the limit that the product is measured against, not an example to
 * follow: it has no credentials, limits, history, prompt, ordering, cancelling or retries.
 *
 * Arguments: the provider's base URL, the data folder. Prints `bare program on {url}`.
 */
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEmbedded } from '../server/platform/database/embedded.ts';
import { createPool } from '../server/platform/database/pool.ts';

const [provider = '', dataDir = ''] = process.argv.slice(2);
const database = await startEmbedded({ dataDir });
const pool = createPool(database.connection);
await pool.query(`CREATE TABLE IF NOT EXISTS messages (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, session_id uuid NOT NULL, speaker text NOT NULL,
  text text NOT NULL, ts timestamptz NOT NULL DEFAULT now())`);
await pool.query('CREATE INDEX IF NOT EXISTS messages_session ON messages (session_id, id)');

const agent = new Agent({ keepAlive: true });
const target = new URL(`${provider}/chat/completions`);

const server = createServer((request, response) => {
  void body(request)
    .then((text) => turn(JSON.parse(text), response))
    .catch((error: Error) => response.writeHead(500).end(error.message));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`bare program on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
const stop = async () => {
  await pool.end();
  await database.stop();
  process.exit(0);
};
process.once('SIGTERM', stop);
process.once('disconnect', stop);

async function turn(asked: { session_id: string; user_message: string; stream: boolean }, response: ServerResponse) {
  const answer = await ask({
    model: 'fake-model',
    stream: asked.stream,
    messages: [{ role: 'user', content: asked.user_message }],
  });
  let reply = '';
  if (asked.stream) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.on('data', (piece: Buffer) => {
      response.write(piece);
      for (const [, word] of piece.toString().matchAll(/"content":"([^"]*)"/g)) reply += word;
    });
    await new Promise((resolve, reject) => answer.once('end', resolve).once('error', reject));
  } else reply = JSON.parse(await body(answer)).choices[0].message.content;
  await pool.query({
    name: 'keep',
    text: `INSERT INTO messages (session_id, speaker, text) VALUES ($1, 'visitor', $2), ($1, 'agent', $3)`,
    values: [asked.session_id, asked.user_message, reply],
  });
  if (asked.stream) response.end('event: done\ndata: {}\n\n');
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: reply }));
}

function ask(payload: object): Promise<IncomingMessage> {
  const text = JSON.stringify(payload);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    httpRequest(target, { method: 'POST', agent, headers }, resolve).once('error', reject).end(text);
  });
}

async function body(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
