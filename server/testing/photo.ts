import sharp from 'sharp';

/** Makes a photo of noise, as large in bytes as photos are. */
export async function photo(
  { width, height }: { width: number; height: number },
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .toFormat(format)
    .toBuffer();
}

/**
 * Makes a JPEG of 60 megapixels.
 *
 * @param hasMiddle for screenshots; a plain area is quicker to make
 */
export function sixtyMegapixels(hasMiddle = false): Promise<Buffer> {
  const size = { width: 9_000, height: 6_700 };
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 67"><rect width="90" height="67" fill="#7a93a8"/>' +
    '<circle cx="45" cy="26" r="12" fill="#e2b48f"/><rect x="27" y="39" width="36" height="28" rx="12"/></svg>';
  const large = hasMiddle
    ? sharp(Buffer.from(drawing)).resize(size).flatten()
    : sharp({ create: { ...size, channels: 3, background: '#a86' } });
  return large.jpeg({ quality: 20 }).toBuffer();
}
