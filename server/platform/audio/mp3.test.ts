import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { id3Tag, silentMp3 } from '../../testing/mp3.ts';
import { isMp3 } from './mp3.ts';
import { writeWav } from './wav.ts';

const withHeader = (header: number, length: number): Buffer => {
  const frame = Buffer.alloc(length);
  frame.writeUInt32BE(header);
  return Buffer.concat([frame, frame]);
};

describe('MP3', () => {
  test.each<[string, Buffer]>([
    ['bare frames', silentMp3(3)],
    ['frames behind an ID3 tag', Buffer.concat([id3Tag(300), silentMp3(2)])],
    ['frames behind an empty ID3 tag', Buffer.concat([id3Tag(0), silentMp3(2)])],
    ['MPEG 1 at 128 kbit/s, 44.1 kHz', withHeader(0xff_fb_90_00, 417)],
    ['a padded frame', withHeader(0xff_fb_92_00, 418)],
    ['MPEG 2.5 at 16 kbit/s, 8 kHz', withHeader(0xff_e3_28_00, 144)],
  ])('%s', (_, bytes) => {
    expect(isMp3(bytes)).toBe(true);
  });

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['the letters ID3 alone', Buffer.from('ID3')],
    ['an ID3 tag before nothing', id3Tag(300)],
    ['an ID3 tag before text', Buffer.concat([id3Tag(20), Buffer.from('<html>busy</html>'.repeat(20))])],
    ['ID3 before zeros', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(400)])],
    ['a tag longer than the file', id3Tag(1_000).subarray(0, 400)],
    ['a tag whose size is none', Buffer.concat([Buffer.from('ID3\x04\0\0\xff\xff\xff\xff', 'latin1'), silentMp3(3)])],
    ['one frame', silentMp3(1)],
    ['a frame before something else', Buffer.concat([silentMp3(1), Buffer.alloc(300)])],
    ['layer II', withHeader(0xff_fd_90_00, 417)],
    ['a reserved version', withHeader(0xff_eb_90_00, 417)],
    ['a reserved rate', withHeader(0xff_fb_9c_00, 417)],
    ['no bitrate', withHeader(0xff_fb_f0_00, 417)],
    ['a WAV file', writeWav({ sampleRate: 16_000, samples: new Int16Array(500) })],
  ])('%s is none', (_, bytes) => {
    expect(isMp3(bytes)).toBe(false);
  });

  test('any bytes are read without a fault', () => {
    const beginning = fc.constantFrom(Buffer.alloc(0), id3Tag(5), silentMp3(1));
    fc.assert(
      fc.property(beginning, fc.uint8Array({ maxLength: 400 }), (begins, rest) => {
        expect(typeof isMp3(Buffer.concat([begins, rest]))).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});
