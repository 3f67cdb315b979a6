import { describe, expect, test } from 'vitest';
import { expectErrorBody } from '../testing/invariants.ts';
import { GOOD_WAV, header, ofParts, useVoiceScene } from './voice-scene.ts';

const scene = useVoiceScene();

/** The valid file in the extensible format. */
function extensible(subFormat: number): Buffer {
  const file = Buffer.concat([GOOD_WAV.subarray(0, 36), Buffer.alloc(24), GOOD_WAV.subarray(36)]);
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt32LE(40, 16);
  file.writeUInt16LE(0xfffe, 20);
  file.writeUInt16LE(22, 36);
  file.writeUInt16LE(16, 38);
  file.writeUInt16LE(subFormat, 44);
  return file;
}

describe('a hostile recording is 400 with its reason, either way, and goes nowhere', () => {
  test.each<[string, Buffer, RegExp]>([
    ['a huge declared sound', header([40, 4, 0xfffffff0]), /more sound than came/],
    ['a huge declared file', header([4, 4, 0xffffffff]), /header speaks of/],
    ['a sound of no length', header([40, 4, 0]), /holds no sound/],
    ['no samples a second', header([24, 4, 0], [28, 4, 0]), /0 samples a second/],
    ['four thousand million samples a second', header([24, 4, 0xffffffff]), /samples a second/],
    ['no channel', header([22, 2, 0]), /0 channels/],
    ['two channels', header([22, 2, 2], [28, 4, 64_000], [32, 2, 4]), /2 channels/],
    ['65,535 channels', header([22, 2, 65_535]), /65535 channels/],
    ['24 bits', header([34, 2, 24]), /24 bits/],
    ['no bits', header([34, 2, 0]), /0 bits/],
    ['figures that contradict each other', header([28, 4, 1]), /contradict/],
    ['floating point, all NaN', header([20, 2, 3], [34, 2, 32]), /plain PCM/],
    ['extensible floating point', extensible(3), /plain PCM/],
    ['a format that is cut', header([16, 4, 4]), /parts|format/],
    ['a part that never ends', header([16, 4, 0xffffffff]), /parts are longer/],
    ['a file that ends in its header', GOOD_WAV.subarray(0, 20), /header speaks of/],
    ['only its tag', Buffer.from('RIFF'), /no WAV file/],
    ['big-endian RIFX', Buffer.concat([Buffer.from('RIFX'), GOOD_WAV.subarray(4)]), /no WAV file/],
    ['half a million empty parts', ofParts(4 * 1024 * 1024), /too many parts/],
    ['zeros', Buffer.alloc(10_000), /no WAV file/],
  ])('%s', async (_, file, reason) => {
    const [raw, encoded] = [await scene().bare(file), await scene().inJson(file)];
    expect([raw.status, encoded.status]).toEqual([400, 400]);
    expect(expectErrorBody(raw.text)).toMatchObject({ code: 'invalid_audio', error: expect.stringMatching(reason) });
    expect(encoded.body).toMatchObject({ code: 'invalid_audio', error: expect.stringMatching(reason) });
    expect(scene().provider.heard).toHaveLength(0);
  });

  test('an empty one is refused too', async () => {
    const empty = await scene().bare(Buffer.alloc(0));
    expect(empty.status).toBe(400);
    expectErrorBody(empty.text);
  });

  test.each(['====', 'A', 'AAAA=AAA', 'AA\nAA', 'data:audio/wav;base64,AAAA', '\u0000\u0000\u0000\u0000', 'UklGRg'])(
    'base64 that is none, or holds none: %j',
    async (audio_base64) => {
      const answer = await scene().app.call('speech_to_text_custom', { ...scene().session, audio_base64 });
      expect(answer.status).toBe(400);
      expect(['invalid_request', 'invalid_audio']).toContain(answer.body.code);
      expect(scene().provider.heard).toHaveLength(0);
    },
  );

  test('extensible plain PCM is heard', async () => {
    expect((await scene().bare(extensible(1))).status).toBe(200);
    scene().provider.heard.splice(0);
  });
});
