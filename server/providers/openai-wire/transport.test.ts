import { EventEmitter } from 'node:events';
import http from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTransport } from './transport.ts';

test.each([
  ['told twice', 2, false],
  ['told after the answer has begun', 1, true],
])('a reset of a pooled connection that is %s repeats no request for nobody', async (_, sent, isAnswered) => {
  const requests: EventEmitter[] = [];
  const spy = vi.spyOn(http, 'request').mockImplementation(() => {
    const request = Object.assign(new EventEmitter(), { reusedSocket: requests.length === 0, end: () => undefined });
    requests.push(request);
    return request as unknown as http.ClientRequest;
  });
  onTestFinished(() => spy.mockRestore());
  const transport = createTransport({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: null, connectMs: 100 });
  const { answer } = transport.post('chat/completions', {});
  const reset = Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET' });
  if (isAnswered) requests[0]?.emit('response', new EventEmitter());
  requests[0]?.emit('error', reset);
  requests[0]?.emit('error', reset);
  requests[1]?.emit('error', reset);
  // Nobody would hear of the failure of another, which would end the process.
  expect(requests).toHaveLength(sent);
  if (isAnswered) await answer;
  else await expect(answer).rejects.toThrow('ECONNRESET');
});
