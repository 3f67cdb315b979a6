export { mountSpeech } from './mount-speech.ts';
export { createReplySpeech } from './reply-voice.ts';
export { mountSpeechToText } from './speech-to-text.ts';
export { createSpeechUse, type SpeechUse, type SpeechUsed } from './speech-use.ts';
export { textToSpeechFunction } from './text-to-speech.ts';
