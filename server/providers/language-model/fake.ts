import type { LanguageModel, ReplyChunk, ReplyRequest } from './port.ts';

/** A request for tests: a reply to `Hello`, with the given changes. */
export function replyRequest(changes: Partial<ReplyRequest> = {}): ReplyRequest {
  return {
    model: 'fake-model',
    modeId: 'mentor',
    systemPrompt: 'You are the twin.',
    history: [],
    userMessage: 'Hello',
    kind: 'message',
    performer: false,
    passages: [],
    continueAfter: '',
    ...changes,
  };
}

/** A reply read to its end. */
interface CollectedReply {
  text: string;
  deltas: string[];
  end: Extract<ReplyChunk, { kind: 'end' }> | null;
}

/** Reads a reply to its end. Rejects if the iteration throws. */
export async function collectReply(
  model: LanguageModel,
  request: ReplyRequest = replyRequest(),
  signal: AbortSignal = new AbortController().signal,
): Promise<CollectedReply> {
  const reply: CollectedReply = { text: '', deltas: [], end: null };
  for await (const chunk of model.reply(request, signal)) {
    if (reply.end) throw new Error('a chunk came after the end');
    if (chunk.kind === 'end') reply.end = chunk;
    else {
      reply.deltas.push(chunk.text);
      reply.text += chunk.text;
    }
  }
  return reply;
}

/** A model for tests that always says the same, word by word, and records its calls. */
export function fakeLanguageModel(text: string, provider = 'embedded'): LanguageModel & { asked: ReplyRequest[] } {
  const asked: ReplyRequest[] = [];
  return {
    asked,
    async *reply(request, signal) {
      asked.push(request);
      for (const word of text.match(/\s*\S+/g) ?? []) {
        if (signal.aborted) return;
        yield { kind: 'delta', text: word };
      }
      yield { kind: 'end', model: provider, provider, knowledge: [], complete: true, notes: [] };
    },
  };
}
