import type { ShowSocketMessage } from '@understudy/contract/show';

/** A performer's or a director's connection of a show, as a page has it. */
export interface ShowSocket {
  /** All messages so far. */
  messages: ShowSocketMessage[];
  /** The close code, once it is closed. */
  closed: Promise<number>;
  /** Sends a message; text and bytes go as they are. */
  send(message: object | string | Uint8Array<ArrayBuffer>): void;
  /** Resolves with the next message of that type that was not yet taken. */
  next(type: ShowSocketMessage['type']): Promise<ShowSocketMessage>;
  close(): void;
}

/**
 * Opens a connection.
 *
 * @param init the data of its first message; null sends none
 * @param headers what a proxy adds
 */
export async function openShow(
  url: string,
  sessionId: string,
  init: object | null,
  headers: Record<string, string> = {},
): Promise<ShowSocket> {
  // Node's own takes headers, which those of browsers do not.
  const socket = new WebSocket(`${url.replace('http', 'ws')}/podcast/${sessionId}`, { headers } as never);
  socket.binaryType = 'arraybuffer';
  const messages: ShowSocketMessage[] = [];
  const taken = new Map<string, number>();
  let wake = Promise.withResolvers<void>();
  let code: number | null = null;
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', (event) => {
      code = event.code;
      resolve(event.code);
      wake.resolve();
    });
  });
  socket.addEventListener('message', ({ data }) => {
    messages.push(JSON.parse(String(data)));
    wake.resolve();
  });
  await new Promise((resolve) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', resolve);
  });
  const send: ShowSocket['send'] = (message) =>
    socket.send(typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message));
  if (init) send({ type: 'init', data: init });
  return {
    messages,
    closed,
    send,
    close: () => socket.close(),
    async next(type) {
      for (;;) {
        const found = messages.filter((message) => message.type === type)[taken.get(type) ?? 0];
        if (found) {
          taken.set(type, (taken.get(type) ?? 0) + 1);
          return found;
        }
        if (code !== null) throw new Error(`closed with ${code} before "${type}": ${JSON.stringify(messages)}`);
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    },
  };
}

/** The numbers of the numbered messages that are not views. */
export const numbersOf = ({ messages }: Pick<ShowSocket, 'messages'>): number[] =>
  messages.flatMap(({ type, seq }) => (seq !== undefined && type !== 'context-update' ? [seq] : []));
