import type { LanguageModel, ReplyChunk, ReplyRequest } from '../providers/language-model/port.ts';

/** A reply in progress: the test says each word, when it wants. */
export interface ScriptedReply {
  request: ReplyRequest;
  signal: AbortSignal;
  say(text: string): void;
  end(chunk?: Partial<Extract<ReplyChunk, { kind: 'end' }>>): void;
}

/** A language model whose words a test says one by one. */
export interface ScriptedModel extends LanguageModel {
  /** The next requested reply. */
  next(): Promise<ScriptedReply>;
}

/**
 * Creates a fake language model for tests of turns.
 *
 * @param greeting what it answers to a greeting by itself; left out, the test writes that too
 */
export function scriptedModel({ greeting }: { greeting?: string } = {}): ScriptedModel {
  const asked: ScriptedReply[] = [];
  const waiting: ((reply: ScriptedReply) => void)[] = [];
  return {
    next: () => {
      const ready = asked.shift();
      return ready ? Promise.resolve(ready) : new Promise((resolve) => waiting.push(resolve));
    },
    async *reply(request, signal) {
      const chunks: ReplyChunk[] = [];
      let wake = Promise.withResolvers<void>();
      const put = (chunk: ReplyChunk) => {
        chunks.push(chunk);
        wake.resolve();
      };
      const reply: ScriptedReply = {
        request,
        signal,
        say: (text) => put({ kind: 'delta', text }),
        end: (chunk) =>
          put({
            kind: 'end',
            model: 'scripted',
            provider: 'custom',
            knowledge: [],
            complete: true,
            notes: [],
            ...chunk,
          }),
      };
      signal.addEventListener('abort', () => wake.resolve(), { once: true });
      const isGreeting = greeting !== undefined && request.kind === 'greeting';
      const hand = isGreeting ? null : waiting.shift();
      if (isGreeting) {
        reply.say(greeting);
        reply.end();
      } else if (hand) hand(reply);
      else asked.push(reply);
      while (!signal.aborted) {
        const chunk = chunks.shift();
        if (chunk) {
          yield chunk;
          if (chunk.kind === 'end') return;
          continue;
        }
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    },
  };
}
