import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  badResponse,
  callWithin,
  createTransport,
  parseObject,
  readWhole,
  saysModelIsGone,
  statusError,
} from '../../openai-wire/transport.ts';
import { ProviderError } from '../../provider-error.ts';
import type { Transcriber, Transcription, TranscriptionRequest } from '../port.ts';

/** Long enough for the longest utterance, short enough for somebody who has stopped speaking. */
const TIMEOUT_MS = 15_000;
const CONNECT_MS = 3_000;
/** Maximum length of a transcript: sixty seconds of very fast speech take a quarter of it. */
const MAX_TEXT_CHARS = 8_000;

/** A response's body, detailed or plain. */
const segment = z.object({ no_speech_prob: z.number().nullish() });
const answer = z.object({ text: z.string().max(MAX_TEXT_CHARS), segments: z.array(segment).max(2_000).nullish() });

/** The server and the model to use. */
interface OpenAiTranscriberOptions {
  /** As named in function names and events: custom, groq, openai. */
  provider: string;
  baseUrl: string;
  apiKey: string | null;
  /** The provider's model for an id. Called on every request. */
  modelOf: (asked: string) => string;
  timeoutMs?: number;
}

/**
 * Creates a transcriber for any OpenAI-compatible `/audio/transcriptions`. Rejects with a {@link ProviderError}
 * whatever goes wrong, or with the signal's reason.
 */
export function createOpenAiTranscriber(options: OpenAiTranscriberOptions): Transcriber & { close(): void } {
  const { provider, timeoutMs = TIMEOUT_MS } = options;
  const transport = createTransport({ ...options, connectMs: Math.min(CONNECT_MS, timeoutMs) });
  /** Models that have refused the detailed format, so that later requests use the plain one at once. */
  const plain = new Set<string>();

  /** Null if the server refused the detailed format. */
  async function ask(request: TranscriptionRequest, model: string, signal: AbortSignal): Promise<Transcription | null> {
    const detailed = !plain.has(model);
    const form = encodeForm({
      file: { name: 'utterance.wav', type: 'audio/wav', bytes: request.wav },
      model,
      response_format: detailed ? 'verbose_json' : 'json',
      temperature: '0',
      ...(request.language ? { language: request.language } : {}),
    });
    const exchange = () => transport.upload('audio/transcriptions', form.contentType, form.body);
    return callWithin(provider, timeoutMs, signal, exchange, async (message) => {
      const status = message.statusCode ?? 0;
      const body = await readWhole(message);
      if (status === 200) {
        const transcription = readTranscription(body);
        if (!transcription) throw badResponse(provider);
        return { ...transcription, model };
      }
      if (status < 400) throw badResponse(provider);
      if (saysModelIsGone(status, body)) throw new ProviderError(provider, 'model not found', { status });
      if (detailed && (status === 400 || status === 422) && /response_format|verbose_json/i.test(body)) {
        plain.add(model);
        return null;
      }
      throw statusError(provider, status, message.headers);
    });
  }

  return {
    async transcribe(request, signal) {
      const model = options.modelOf(request.model);
      const transcription = (await ask(request, model, signal)) ?? (await ask(request, model, signal));
      if (transcription) return transcription;
      throw badResponse(provider);
    },
    close: () => transport.close(),
  };
}

/** A file in a form. */
interface FormFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/**
 * Encodes a multipart form (RFC 7578). Node's own encoder uses a web stream, but the transport needs the whole body and
 * its length. Names and values are ours, so nothing needs escaping.
 */
function encodeForm(fields: Record<string, string | FormFile>): { contentType: string; body: Buffer } {
  const boundary = `form-${randomUUID()}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const isFile = typeof value !== 'string';
    const file = isFile ? `; filename="${value.name}"\r\ncontent-type: ${value.type}` : '';
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`));
    parts.push(isFile ? value.bytes : Buffer.from(value), Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}

/**
 * Parses a response of `/audio/transcriptions`, detailed or plain; null for anything else. The utterance's probability
 * of silence is the lowest of its segments': one segment with certain speech is enough.
 */
function readTranscription(body: string): Omit<Transcription, 'model'> | null {
  const parsed = answer.safeParse(parseObject(body));
  if (!parsed.success) return null;
  const { text, segments } = parsed.data;
  const probabilities = (segments ?? []).flatMap(({ no_speech_prob: probability }) => probability ?? []);
  const lowest = Math.min(...probabilities);
  return {
    text: text.toWellFormed().replaceAll('\0', '').trim(),
    noSpeechProbability: probabilities.length > 0 ? Math.min(1, Math.max(0, lowest)) : null,
  };
}
