/**
 * Imported by a measured server (`--expose-gc --import`): on SIGUSR2 it collects garbage and writes the bytes still in
 * use to the file that BENCH_HEAP_FILE names.
 */
import { writeFileSync } from 'node:fs';

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(process.env['BENCH_HEAP_FILE'] ?? '', String(heapUsed + external));
});
