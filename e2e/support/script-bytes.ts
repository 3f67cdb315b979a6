import { gzipSync } from 'node:zlib';
import type { Stage } from './stage.ts';

/** Bytes of compressed JavaScript that a first visit of a path loads until the network is idle. */
export async function scriptBytes(stage: Stage, path: string): Promise<number> {
  const scripts = new Set<string>();
  const { page, close } = await stage.visit(path, {}, async (tab) => {
    tab.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url());
    });
  });
  await page.waitForLoadState('networkidle');
  await close();
  const sizes = await Promise.all(
    [...scripts].map(async (url) => {
      const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).byteLength;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
