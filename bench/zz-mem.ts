import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { measure } from './measure.ts';
import { askStub, Stage } from './stage.ts';
const stage = new Stage();
const map = (pid: number) => {
  const s = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const g = (k: string) => Math.round(Number(new RegExp(`^${k}:\\s+(\\d+)`, 'm').exec(s)?.[1] ?? 0) / 1024);
  // classify
  const c = new Map<string, number>();
  let name = '';
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const h = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+\s*(.*)$/.exec(line);
    if (h) { name = h[1] || 'anon'; if (name.includes('/')) name = name.split('/').pop() as string; continue; }
    const r = /^Rss:\s+(\d+)/.exec(line);
    if (r) c.set(name, (c.get(name) ?? 0) + Number(r[1]) / 1024);
  }
  const top = [...c].sort((x, y) => y[1] - x[1]).slice(0, 5).map(([n, v]) => `${n} ${Math.round(v)}`).join(', ');
  return `rss ${g('Rss')} anon ${g('Anonymous')} | ${top}`;
};
const metrics = async (url: string) => {
  const t = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${'x'.repeat(40)}` } })).text();
  return t.split('\n').filter((l) => /^nodejs_(heap_size|external)|^nodejs_heap_space_size_(used|total)/.test(l)).map((l) => l.replace(/nodejs_(heap_space_size_)?/, '').replace(/ (\d+)$/, (_, n) => ` ${Math.round(Number(n) / 1e6)}`)).filter((l) => !/ 0$/.test(l)).join('; ');
};
try {
  const stub = await stage.stub({ firstWordMs: 0, wordMs: 0, words: 63 });
  const product = await stage.product({ ...askStub(stub.url), ...Object.fromEntries((process.env.EXTRA ?? '').split(' ').filter(Boolean).map((x) => x.split('=') as [string, string])), METRICS_TOKEN: 'x'.repeat(40) }, {nodeArgs: (process.env.NODE_ARGS ?? '').split(' ').filter(Boolean)});
  console.log('started', map(product.pid));
  await wait(20_000);
  console.log('rest', map(product.pid)); console.log(await metrics(product.url));
  await measure({ atOnce: 1, warmUpMs: 500, measureMs: 1000, stream: false, turnsPerSession: 20, target: 'product', url: product.url }, product.pid);
  console.log('few turns', map(product.pid));  console.log(await metrics(product.url));
  for (let k = 0; k < Number(process.argv[2] ?? 3); k++) {
    const r = await measure({ atOnce: 10, warmUpMs: 500, measureMs: 20000, stream: false, turnsPerSession: 20, target: 'product', url: product.url }, product.pid);
    console.log('turns', JSON.stringify(r), map(product.pid));
  }
  await wait(30_000);
  console.log('rest again', map(product.pid));  console.log(await metrics(product.url));
} finally { await stage.clear(); }
process.exit(0);
