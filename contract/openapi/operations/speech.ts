import { speechToText, textToSpeech } from '../../calls.ts';
import { credentials } from '../examples.ts';
import type { Operations } from '../operation.ts';

const base = { method: 'post', tag: 'Speech' } as const;

export const speechOperations = {
  text_to_speech: {
    ...base,
    path: '/functions/v1/text_to_speech',
    summary: 'Synthesize speech',
    about: 'A text as one WAV file in base64. A configured voice speaks it, or the embedded one in its place.',
    access: 'session_or_admin',
    body: textToSpeech,
    errors: ['unknown_voice', 'nothing_to_speak', 'speech_unavailable'],
    send: { ...credentials, text: 'Good morning.', voice: 'mentor', speed: 1 },
    answer: { audio_base64: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEA…', mime: 'audio/wav' },
  },
  tts: {
    ...base,
    path: '/api/tts',
    summary: 'Stream synthesized speech',
    about:
      'The same as a WAV file that is sent sentence by sentence while it is made. Of a text of several sentences ' +
      'the length is not known when the first sound leaves, and the header of the file says so.',
    access: 'session_or_admin',
    body: textToSpeech,
    media: { 'audio/wav': { about: 'The sound.' } },
    errors: ['unknown_voice', 'nothing_to_speak', 'speech_unavailable'],
    send: { ...credentials, text: 'Good morning. How are you?', voice_id: 'mentor' },
  },
  speech_to_text: {
    ...base,
    path: '/functions/v1/speech_to_text_{provider}',
    summary: 'Transcribe an utterance',
    about:
      'Words of one utterance, at most 60 s and 4 MB of a WAV file with one channel and 16 bits. What is no turn ' +
      '(silence, an echo of the twin, words that models invent in noise) comes as an empty text with the reason.',
    access: 'session_headers',
    inPath: { provider: { about: 'An active transcription provider: `/api/config` names them.', example: 'groq' } },
    body: speechToText,
    otherBody: { type: 'audio/wav', about: 'The bare file, with the credentials in headers.' },
    errors: ['not_found', 'unknown_model', 'invalid_audio', 'transcription_unavailable'],
    send: { ...credentials, audio_base64: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEA…', language: 'en' },
    answer: {
      text: 'What would a first step cost?',
      duration_ms: 1840,
      model: 'whisper-large-v3-turbo',
      dropped: null,
      ending: 'complete',
    },
  },
} satisfies Operations;
