/**
 * The file of a backup. Two lines that anybody can read (what it is, and its preamble), then chunks, each encrypted or
 * with a checksum. Their content is compressed with zstd: a line of JSON ({@link Contents}), then for each table, the
 * waiting jobs and each file its bytes in blocks (a length of four bytes before each; a length of 0 ends them). The
 * bytes of a table are what PostgreSQL's COPY writes.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { MAGIC, newPreamble, opened, openerOf, type Preamble, readPreamble, sealed } from './chunks.ts';
import { type Contents, contentsSchema } from './contents.ts';

const LENGTH_BYTES = 4;
/** Bytes of the two lines at the beginning, at most. */
const MAX_PREAMBLE_BYTES = 4_096;
/** Bytes of the line with the contents, at most. */
const MAX_CONTENTS_BYTES = 8_388_608;
/** Bytes of a block; blocks are written as they come, and COPY writes rows of up to a gigabyte. */
const MAX_BLOCK_BYTES = 1_100_000_000;
const NEWLINE = 10;
const END = Buffer.alloc(LENGTH_BYTES);

/** What is written: the contents, then the parts in their order. */
export interface NewArchive {
  contents: Contents;
  parts: AsyncIterable<AsyncIterable<Buffer>>;
}

/** Writes a backup to a file that must not exist yet, and flushes it to the disk. */
export async function writeArchive(
  file: string,
  about: Pick<Preamble, 'product' | 'made_at' | 'kind'>,
  passphrase: string | null,
  { contents, parts }: NewArchive,
  signal?: AbortSignal,
): Promise<void> {
  const { line, seal } = await newPreamble(about, passphrase);
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(`${MAGIC}\n${line}\n`);
    const target = handle.createWriteStream({ flush: true });
    const content = async function* content(): AsyncGenerator<Buffer> {
      yield Buffer.from(`${JSON.stringify(contents)}\n`);
      for await (const part of parts) {
        for await (const block of part) {
          if (block.length === 0) continue;
          const length = Buffer.alloc(LENGTH_BYTES);
          length.writeUInt32BE(block.length);
          yield length;
          yield block;
        }
        yield END;
      }
    };
    await pipeline(content, createZstdCompress(), sealed(seal), target, signal ? { signal } : {});
  } finally {
    await handle.close().catch(() => undefined);
  }
}

/** A backup that was opened: what it says of itself, and its parts. */
export interface OpenArchive {
  preamble: Preamble;
  contents: Contents;
  /** The parts in their order. Each must be read to its end before the next. Once. */
  parts(): AsyncGenerator<AsyncGenerator<Buffer>>;
  /** Lets go of the file. */
  close(): void;
}

/** Reads the two lines at the beginning, without a passphrase. @throws BackupError if it is no backup */
export async function readPreambleOf(file: string): Promise<{ preamble: Preamble; line: string; size: number }> {
  const handle = await open(file, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError('refused', `The file ${file} cannot be read (${cause.code ?? cause.message}).`, { cause });
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_PREAMBLE_BYTES), 0, MAX_PREAMBLE_BYTES, 0);
    const [magic, line, rest] = buffer.subarray(0, bytesRead).toString('latin1').split('\n', 3);
    if (magic !== MAGIC || line === undefined)
      throw new BackupError('damaged', `The file ${file} is not a backup of Understudy.`);
    if (rest === undefined) throw new BackupError('damaged', 'The file is incomplete: its end is missing.');
    return { preamble: readPreamble(line), line, size: magic.length + line.length + 2 };
  } finally {
    await handle.close();
  }
}

/** Opens a backup. @throws BackupError if it is none, is damaged, or the passphrase is missing or wrong */
export async function openArchive(file: string, passphrase: string | null): Promise<OpenArchive> {
  const { preamble, line, size } = await readPreambleOf(file);
  const opener = await openerOf(line, preamble, passphrase);
  const source = createReadStream(file, { start: size, highWaterMark: 262_144 });
  const unpacked = createZstdDecompress();
  // The reader of the unpacked stream gets its error.
  const reading = pipeline(source, (chunks: AsyncIterable<Buffer>) => opened(chunks, opener), unpacked);
  reading.catch(() => undefined);
  const reader = new Reader(unpacked);
  const close = () => {
    source.destroy();
    unpacked.destroy();
  };
  const failed = async (cause: unknown): Promise<never> => {
    close();
    if (cause instanceof BackupError) throw cause;
    // The reason why there was nothing more to unpack.
    const first = await reading.catch((error: unknown) => error);
    if (first instanceof BackupError) throw first;
    throw new BackupError('damaged', 'The file is damaged: it cannot be unpacked.', { cause });
  };
  try {
    const contents = contentsSchema.parse(JSON.parse((await reader.line(MAX_CONTENTS_BYTES)).toString('utf8')));
    const parts = async function* parts(): AsyncGenerator<AsyncGenerator<Buffer>> {
      const count = contents.tables.length + 1 + (contents.files?.length ?? 0);
      const block = async function* block(): AsyncGenerator<Buffer> {
        try {
          for (;;) {
            const length = (await reader.bytes(LENGTH_BYTES)).readUInt32BE();
            if (length === 0) return;
            if (length > MAX_BLOCK_BYTES) throw new BackupError('damaged', 'The file is damaged.');
            yield* reader.stream(length);
          }
        } catch (error) {
          await failed(error);
        }
      };
      for (let at = 0; at < count; at += 1) yield block();
      await reader.end().catch(failed);
      // Only now is it certain that nothing follows the end.
      await reading.catch(failed);
    };
    return { preamble, contents, parts, close };
  } catch (error) {
    return failed(error);
  }
}

/** Reads lines and exact numbers of bytes from a stream. */
class Reader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<Buffer> {
    const { value, done } = await this.#source.next();
    if (done) throw new Error('The content ends too early.');
    return value;
  }

  async line(max: number): Promise<Buffer> {
    const parts = [this.#rest];
    for (let size = this.#rest.length; !parts.at(-1)?.includes(NEWLINE); ) {
      if (size > max) throw new Error('The line is too long.');
      const part = await this.#more();
      size += part.length;
      parts.push(part);
    }
    const all = Buffer.concat(parts);
    const at = all.indexOf(NEWLINE);
    this.#rest = all.subarray(at + 1);
    return all.subarray(0, at);
  }

  async bytes(length: number): Promise<Buffer> {
    while (this.#rest.length < length) this.#rest = Buffer.concat([this.#rest, await this.#more()]);
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  /** The next bytes, in the pieces in which they come. */
  async *stream(length: number): AsyncGenerator<Buffer> {
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0) this.#rest = await this.#more();
      const taken = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(taken.length);
      left -= taken.length;
      yield taken;
    }
  }

  /** @throws Error if there is more */
  async end(): Promise<void> {
    if (this.#rest.length > 0 || !(await this.#source.next()).done) throw new Error('Something follows the end.');
  }
}
