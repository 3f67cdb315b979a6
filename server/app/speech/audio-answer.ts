import { Readable } from 'node:stream';
import type { TextToSpeechAnswer } from '@understudy/contract/wire';

/** Bytes of sound that are written at once; a multiple of three, so that pieces of base64 join without padding. */
const PIECE_BYTES = 48 * 1024;

/**
 * A {@link TextToSpeechAnswer} as JSON that is written as it is read: minutes of sound in one string would hold up
 * everybody else.
 * @param file a whole WAV file
 */
export function audioAnswer(file: Buffer): Readable {
  const [head = '', tail = ''] = JSON.stringify({
    audio_base64: '|',
    mime: 'audio/wav',
  } satisfies TextToSpeechAnswer).split('|');
  function* pieces(): Generator<string> {
    yield head;
    for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.toString('base64', at, at + PIECE_BYTES);
    yield tail;
  }
  return Readable.from(pieces(), { objectMode: false });
}
