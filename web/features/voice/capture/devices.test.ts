import { describe, expect, it } from 'vitest';
import { missingSupport, toMicrophoneError } from './devices.ts';

describe('section 8, microphone, word for word', () => {
  it.each([
    [
      'NotAllowedError',
      "Microphone access denied. Please click the microphone icon in your browser's address bar and allow " +
        'access, then refresh the page.',
    ],
    [
      'NotFoundError',
      'No microphone detected. Please ensure your microphone is connected and not ' +
        'being used by another application, then refresh the page.',
    ],
    [
      'NotReadableError',
      'Microphone is busy or unavailable. Please close other applications using the microphone and try again.',
    ],
    ['OverconstrainedError', 'Microphone constraints not supported. Please try with a different microphone.'],
    ['InvalidStateError', 'Microphone access failed: gone wrong. Please check your browser settings and try again.'],
  ])('%s', (name, sentence) => {
    const error = toMicrophoneError(new DOMException('gone wrong', name));
    expect(error.message).toBe(sentence);
    expect(error.reason).toBe(name);
  });

  it('says no more than it knows of an error that has no words', () => {
    expect(toMicrophoneError(new DOMException('', 'UnknownError')).message).toBe('Microphone access failed');
    expect(toMicrophoneError('constructor').message).toBe('Microphone access failed');
  });

  it('tells what is missing before anything is asked', () => {
    expect(missingSupport({ isSecureContext: false, hasMedia: true })?.message).toBe(
      'Microphone access requires HTTPS or localhost',
    );
    expect(missingSupport({ isSecureContext: true, hasMedia: false })?.message).toBe(
      'Microphone access is not supported in this browser. Please use Chrome, Firefox, or Safari.',
    );
    expect(missingSupport({ isSecureContext: true, hasMedia: true })).toBeNull();
  });
});
