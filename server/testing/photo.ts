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
