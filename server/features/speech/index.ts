export { createReplySpeech } from './reply-voice.ts';
export { createSpeechUse, type SpeechUse, type SpeechUsed } from './speech-limits.ts';
export { mountSpeechToText } from './speech-to-text.ts';
export { mountSpeech, textToSpeechFunction } from './text-to-speech.ts';
