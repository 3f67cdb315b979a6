/** Silence as MP3: empty frames of MPEG 2 layer III, 48 kbit/s, 24 kHz. */
export function silentMp3(frames: number): Buffer {
  const frame = Buffer.alloc(144);
  frame.writeUInt32BE(0xff_f3_64_c4);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** An ID3 tag of version 2.4 with so many bytes in it. */
export function id3Tag(length: number): Buffer {
  const tag = Buffer.alloc(10 + length);
  tag.write('ID3\x04', 'latin1');
  for (const [place, at] of [6, 7, 8, 9].entries()) tag.writeUInt8(Math.floor(length / 128 ** (3 - place)) % 128, at);
  return tag;
}
