import { isMp3 } from '../../../platform/audio/mp3.ts';
import { readLenientWav, trimSilence, WavError, writeWav } from '../../../platform/audio/wav.ts';
import {
  badResponse,
  callWithin,
  createTransport,
  readBytes,
  readWhole,
  saysModelIsGone,
  statusError,
} from '../../openai-wire/transport.ts';
import { ProviderError } from '../../provider-error.ts';
import type { Emphasis, Speech, SpeechRequest, Voice } from '../port.ts';

/** Time limit of a provider per sentence; then the embedded voice speaks it. */
const TIMEOUT_MS = 5_000;
const CONNECT_MS = 3_000;
/** About a minute and a half of 48 kHz sound. */
const MAX_AUDIO_BYTES = 8 * 1024 * 1024;

/** The server, the model and the voice to use. */
interface OpenAiVoiceOptions {
  /** As named in events: custom, groq, openai. */
  provider: string;
  baseUrl: string;
  apiKey: string | null;
  /** The model to request. Called for every sentence. */
  model: () => string;
  /** The provider's name of a voice of the twin. Called for every sentence. */
  voiceOf: (voiceId: string) => string;
  timeoutMs?: number;
}

/** Instructions for emphasis, for models that take them. */
const INSTRUCTIONS: Record<Emphasis, string | null> = {
  reduced: 'Speak softly, as an aside.',
  none: null,
  moderate: 'Speak with some emphasis.',
  strong: 'Speak with strong emphasis.',
};

/**
 * Creates a voice for any OpenAI-compatible `/audio/speech`. Rejects with a {@link ProviderError} whatever goes wrong,
 * or with the signal's reason.
 */
export function createOpenAiVoice(options: OpenAiVoiceOptions): Voice & { close(): void } {
  const { provider, timeoutMs = TIMEOUT_MS } = options;
  const transport = createTransport({ ...options, connectMs: Math.min(CONNECT_MS, timeoutMs) });

  async function speak(request: SpeechRequest, signal: AbortSignal): Promise<Speech> {
    const model = options.model();
    const body = bodyOf(model, options.voiceOf(request.voiceId), request);
    const exchange = () => transport.post('audio/speech', body);
    return callWithin(provider, timeoutMs, signal, exchange, async (message) => {
      const status = message.statusCode ?? 0;
      if (status === 200) {
        const audio = await readBytes(message, MAX_AUDIO_BYTES);
        return { ...readSpeech(provider, audio, request.wav ?? false), model };
      }
      if (status < 400) throw badResponse(provider);
      const gone = saysModelIsGone(status, await readWhole(message));
      throw gone
        ? new ProviderError(provider, 'model not found', { status })
        : statusError(provider, status, message.headers);
    });
  }

  return { speak, close: () => transport.close() };
}

/** The body of a request. */
function bodyOf(model: string, voice: string, request: SpeechRequest): Record<string, unknown> {
  const body: Record<string, unknown> = { model, input: request.text, voice, response_format: 'wav' };
  if (request.speed !== 1) body['speed'] = request.speed;
  const instructions = INSTRUCTIONS[request.emphasis];
  // OpenAI's speech models that are language models take instructions; the older ones refuse unknown options.
  if (instructions && /^gpt-/.test(model)) body['instructions'] = instructions;
  return body;
}

/**
 * The audio file: WAV as requested, without silence at its ends, or MP3 from servers that provide nothing else.
 * @param wav whether only WAV will do
 */
function readSpeech(provider: string, audio: Buffer, wav: boolean): Omit<Speech, 'model'> {
  // Status 422, because the provider is healthy; only its format cannot be joined with others.
  if (isMp3(audio) && wav) throw new ProviderError(provider, 'speaks no WAV', { status: 422 });
  if (isMp3(audio)) return { audio, mime: 'audio/mpeg', provider };
  try {
    const sound = trimSilence(readLenientWav(audio));
    if (sound.samples.length === 0) throw badResponse(provider, 'silent audio');
    return { audio: writeWav(sound), mime: 'audio/wav', provider };
  } catch (error) {
    throw error instanceof WavError ? badResponse(provider) : error;
  }
}
