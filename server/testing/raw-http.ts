import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A response read from a bare socket. */
export interface RawAnswer {
  /** 0 if the connection was closed without a response. */
  status: number;
  headers: Headers;
  body: string;
}

/** Sends raw bytes, which no HTTP client would do, and reads the first response. */
export async function sendRaw(url: string, ...pieces: (string | Uint8Array)[]): Promise<RawAnswer> {
  const socket = await openSocket(url);
  for (const piece of pieces) socket.write(piece);
  return readAnswer(socket);
}

/** Opens a bare connection; readers see its errors as a closed connection. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  return socket;
}

/** Reads one response, until its length is reached or the server closes. Then closes the connection. */
export async function readAnswer(socket: Socket): Promise<RawAnswer> {
  let text = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
    if (isWhole(text)) resolve();
  });
  socket.once('close', () => resolve());
  await promise;
  socket.destroy();
  return parse(text);
}

/** Whether all bytes have arrived; one character of the text is one byte. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = parse(text).headers.get('content-length');
  return end >= 0 && length !== null && text.length - end - 4 >= Number(length);
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = Buffer.from(text.slice(end + 4), 'latin1').toString('utf8');
  return { status: Number(first.split(' ')[1] ?? 0), headers, body };
}
