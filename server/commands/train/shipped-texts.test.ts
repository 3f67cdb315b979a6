import { expect, test } from 'vitest';
import { notShipped } from '../../features/twin/retrieval/passage-vectors.ts';
import { sharedEncoder } from '../../testing/encoder.ts';
import { SAMPLE_TWIN_DIR } from '../../testing/sample-twin.ts';
import { shippedTexts } from './shipped-texts.ts';

// If it fails: npm run train -- vectors
test('no text of the product or the sample twin is encoded at a first start', async () => {
  const texts = await shippedTexts(SAMPLE_TWIN_DIR, sharedEncoder());
  expect(texts.length).toBeGreaterThan(5_000);
  expect(await notShipped(texts)).toEqual([]);
});
