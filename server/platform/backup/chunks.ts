import { createCipheriv, createDecipheriv, createHash, createHmac, hash, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';

/** First line of every backup. */
export const MAGIC = 'UNDERSTUDY BACKUP';
/** The version of the format that this release writes, and the newest that it reads. */
export const FORMAT = 1;

/** Why a backup was made; part of its name. */
export const BACKUP_KINDS = ['daily', 'asked', 'update', 'restore', 'move'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

/** scrypt's cost as OWASP advises it (64 MiB): a second a try makes guessing expensive, not an hourly job. */
const COST = { n: 65_536, r: 8, p: 2 } as const;
const MAX_COST = { n: 1_048_576, r: 16, p: 8 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const CHECK_BYTES = 8;
const LENGTH_BYTES = 4;
/** Bytes of content in one chunk. */
const CHUNK_BYTES = 262_144;
/** The bit of a chunk's length that marks the last one, so that a file cut between two chunks is noticed. */
const LAST = 0x8000_0000;

const scryptAsync = promisify<string, Buffer, number, object, Buffer>(scrypt);

const preambleSchema = z.object({
  format: z.int().min(1),
  /** The release that made it. */
  product: z.string().max(50),
  made_at: z.iso.datetime(),
  kind: z.enum(BACKUP_KINDS).catch('asked'),
  encryption: z
    .object({
      n: z.int().min(2).max(MAX_COST.n),
      r: z.int().min(1).max(MAX_COST.r),
      p: z.int().min(1).max(MAX_COST.p),
      salt: z.base64(),
      /** Tells a wrong passphrase from a damaged file. */
      check: z.base64(),
    })
    .nullable(),
});
/** The second line of a backup, readable without a passphrase. Changing it makes the backup unreadable. */
export type Preamble = z.infer<typeof preambleSchema>;

/** The preamble of a new backup, and what seals its chunks. @param passphrase null for one that is not encrypted */
export async function newPreamble(
  given: Pick<Preamble, 'product' | 'made_at' | 'kind'>,
  passphrase: string | null,
): Promise<{ line: string; seal: Chunks }> {
  const salt = randomBytes(SALT_BYTES);
  const key = passphrase === null ? null : await keyOf(passphrase, { ...COST, salt });
  const encryption = key && { ...COST, salt: salt.toString('base64'), check: checkOf(key).toString('base64') };
  const line = JSON.stringify({ format: FORMAT, ...given, encryption } satisfies Preamble);
  return { line, seal: chunksOf(line, key) };
}

/** Reads the second line of a backup. @throws BackupError */
export function readPreamble(line: string): Preamble {
  const parsed = preambleSchema.safeParse(jsonOf(line));
  if (!parsed.success) throw new BackupError('damaged', 'The file is damaged: its first lines cannot be read.');
  if (parsed.data.format > FORMAT)
    throw new BackupError('newer', 'A newer release made this backup, in a format that this one does not know.');
  return parsed.data;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** What opens the chunks of a backup. @throws BackupError if the passphrase is missing or wrong */
export async function openerOf(line: string, { encryption }: Preamble, passphrase: string | null): Promise<Chunks> {
  if (encryption === null) return chunksOf(line, null);
  if (passphrase === null)
    throw new BackupError(
      'passphrase',
      'The backup is encrypted, and no passphrase was given: use --passphrase-file, or set BACKUP_PASSPHRASE.',
    );
  const { check, salt, ...cost } = encryption;
  const key = await keyOf(passphrase, { ...cost, salt: Buffer.from(salt, 'base64') });
  if (!checkOf(key).equals(Buffer.from(check, 'base64')))
    throw new BackupError('passphrase', 'The passphrase is not the one that the backup was encrypted with.');
  return chunksOf(line, key);
}

async function keyOf(
  passphrase: string,
  { n, r, p, salt }: { n: number; r: number; p: number; salt: Buffer },
): Promise<Buffer> {
  try {
    // The same words typed on another system may be other code points.
    return await scryptAsync(passphrase.normalize('NFC'), salt, KEY_BYTES, { N: n, r, p, maxmem: 256 * n * r });
  } catch (cause) {
    throw new BackupError('damaged', 'The file is damaged: its first lines cannot be read.', { cause });
  }
}

const checkOf = (key: Buffer): Buffer =>
  createHmac('sha256', key).update('understudy backup').digest().subarray(0, CHECK_BYTES);

/** Seals chunks one after the other, or opens them: each is bound to its place, and all to the preamble. */
interface Chunks {
  seal(content: Buffer, isLast: boolean): Buffer;
  /** Null if it was changed, is out of place, or is not the last although it says so. */
  open(sealed: Buffer, isLast: boolean): Buffer | null;
}

/** @param key null for chunks that carry a checksum, chained to the ones before, instead of being encrypted */
function chunksOf(preamble: string, key: Buffer | null): Chunks {
  return key ? encrypted(preamble, key) : checksummed(preamble);
}

function encrypted(preamble: string, key: Buffer): Chunks {
  let count = 0;
  // The key is this file's alone, so that a counter makes every nonce unique.
  const nonce = (isLast: boolean): Buffer => {
    const bytes = Buffer.alloc(NONCE_BYTES);
    bytes.writeUInt32BE(count, NONCE_BYTES - LENGTH_BYTES - 1);
    bytes[NONCE_BYTES - 1] = isLast ? 1 : 0;
    count += 1;
    return bytes;
  };
  return {
    seal(content, isLast) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce(isLast)).setAAD(Buffer.from(preamble));
      return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, isLast) {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(isLast), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(preamble)).setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

function checksummed(preamble: string): Chunks {
  let before: Buffer = hash('sha256', preamble, 'buffer').subarray(0, TAG_BYTES);
  const tagOf = (content: Buffer, isLast: boolean): Buffer =>
    createHash('sha256')
      .update(before)
      .update(Buffer.of(isLast ? 1 : 0))
      .update(content)
      .digest()
      .subarray(0, TAG_BYTES);
  return {
    seal(content, isLast) {
      before = tagOf(content, isLast);
      return Buffer.concat([content, before]);
    },
    open(sealed, isLast) {
      const content = sealed.subarray(0, -TAG_BYTES);
      const tag = sealed.subarray(-TAG_BYTES);
      if (!tagOf(content, isLast).equals(tag)) return null;
      before = tag;
      return content;
    },
  };
}

/** Turns content into chunks: their length and the sealed bytes. */
export function sealed(chunks: Chunks): (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  const chunk = (content: Buffer, isLast: boolean): Buffer => {
    const bytes = chunks.seal(content, isLast);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE((bytes.length | (isLast ? LAST : 0)) >>> 0);
    return Buffer.concat([length, bytes]);
  };
  return async function* seal(source) {
    let waiting: Buffer[] = [];
    let size = 0;
    for await (const part of source) {
      waiting.push(part);
      size += part.length;
      if (size < CHUNK_BYTES) continue;
      let rest: Buffer = Buffer.concat(waiting);
      for (; rest.length > CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES))
        yield chunk(rest.subarray(0, CHUNK_BYTES), false);
      waiting = [rest];
      size = rest.length;
    }
    yield chunk(Buffer.concat(waiting), true);
  };
}

const CUT = 'The file is incomplete: its end is missing.';

/** Turns chunks back into content. @throws BackupError if anything was changed, added or cut off */
export async function* opened(source: AsyncIterable<Buffer>, chunks: Chunks): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isEnd = false;
  for await (const part of source) {
    if (isEnd) throw new BackupError('damaged', 'The file is damaged: something follows its end.');
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    while (rest.length >= LENGTH_BYTES) {
      const head = rest.readUInt32BE();
      const isLast = head >= LAST;
      const length = isLast ? head - LAST : head;
      if (length < TAG_BYTES || length > CHUNK_BYTES + TAG_BYTES)
        throw new BackupError('damaged', 'The file is damaged.');
      if (rest.length < LENGTH_BYTES + length) break;
      const content = chunks.open(rest.subarray(LENGTH_BYTES, LENGTH_BYTES + length), isLast);
      if (content === null) throw new BackupError('damaged', 'The file is damaged, or somebody has changed it.');
      rest = rest.subarray(LENGTH_BYTES + length);
      yield content;
      isEnd = isLast;
      if (isEnd) break;
    }
    if (isEnd && rest.length > 0) throw new BackupError('damaged', 'The file is damaged: something follows its end.');
  }
  if (!isEnd) throw new BackupError('damaged', CUT);
}
