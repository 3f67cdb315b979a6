/** Reads documents beside the server's thread. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';
import { cutPassages } from './cut-passages.ts';
import { decodeText, detectFormat } from './detect-format.ts';
import type { DocumentText, OnPage, ReadLimits } from './document.ts';
import { readDocx } from './read-docx.ts';
import { readHtml, readSitemap } from './read-html.ts';
import { readPdf, tooLong } from './read-pdf.ts';
import { readMarkdown, readPlainText } from './read-text.ts';
import type { ReaderAnswer, ReaderJob } from './reader.ts';

const { limits } = workerData as { limits: ReadLimits };
/** Progress is told this often at most. */
const TELL_EVERY_MS = 200;
/** The least favorable priority: visitors' turns go first. */
const LOWEST_PRIORITY = 19;

// On Linux this is the priority of the calling thread; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(0, LOWEST_PRIORITY);

const tell = (answer: ReaderAnswer): void => parentPort?.postMessage(answer);

/** Where a page says its character set. */
const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]{2,40})/i;
const META_BYTES = 2_048;

async function read({ bytes, name, charset, format: told }: ReaderJob, onPage: OnPage): Promise<DocumentText> {
  const found = detectFormat(bytes, name);
  // What a server calls a page is one, whatever it begins with; what is a file by its content stays one.
  const format = told !== null && found !== 'pdf' && found !== 'docx' ? told : found;
  if (format === 'pdf') return readPdf(bytes, limits, onPage);
  if (format === 'docx') return readDocx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), limits);
  const head = Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1');
  const text = decodeText(bytes, charset ?? (format === 'html' ? (META_CHARSET.exec(head)?.[1] ?? null) : null));
  if (format === 'html') return readHtml(text);
  if (text.length > limits.chars) throw tooLong(limits);
  return format === 'markdown' ? readMarkdown(text) : readPlainText(text);
}

async function answer(job: ReaderJob): Promise<void> {
  if (job.isSitemap) {
    tell({ is: 'sitemap', ...readSitemap(decodeText(job.bytes, job.charset)) });
    return;
  }
  let told = 0;
  const document = await read(job, (done, total) => {
    if (performance.now() - told < TELL_EVERY_MS) return;
    told = performance.now();
    tell({ is: 'page', done, total });
  });
  const passages = cutPassages(document);
  if (passages.length === 0) throw new ReadError(problem('no_text'));
  if (passages.reduce((sum, { text }) => sum + text.length, 0) > limits.chars) throw tooLong(limits);
  tell({ is: 'read', passages, notes: document.notes, title: document.title });
}

parentPort?.on('message', (job: ReaderJob) => {
  answer(job).catch((error: unknown) => {
    const isTold = error instanceof ReadError;
    tell({
      is: 'failed',
      problem: isTold ? error.problem : null,
      cause: isTold ? null : String(error instanceof Error ? error.stack : error),
    });
  });
});
