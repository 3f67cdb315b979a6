import mammoth from 'mammoth';
import yauzl from 'yauzl';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';
import type { DocumentText, ReadLimits } from './document.ts';
import { readHtmlBody } from './read-html.ts';

const DAMAGED = problem('word_damaged');
/** Parts below this size may be packed as tightly as they like. */
const FREE_BYTES = 1024 * 1024;
const MAX_PARTS = 5_000;
/** Where a document type would declare entities. */
const HEAD_BYTES = 4_096;

/** Reads a Word document, whose parts are checked before any of them is unpacked. @throws ReadError */
export async function readDocx(bytes: Buffer, limits: ReadLimits): Promise<DocumentText> {
  await checkArchive(bytes, limits);
  const { value } = await mammoth
    .convertToHtml(
      { buffer: bytes },
      {
        externalFileAccess: false,
        // Pictures say nothing that can be read.
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
      },
    )
    .catch((cause: unknown) => {
      throw new ReadError(DAMAGED, { cause });
    });
  const document = readHtmlBody(value);
  if (document.blocks.length === 0) {
    throw new ReadError(problem('word_no_text'));
  }
  return document;
}

/**
 * Checks an archive's directory, then its parts: each must unpack to the size that the directory says.
 *
 * @throws ReadError
 */
async function checkArchive(bytes: Buffer, limits: ReadLimits): Promise<void> {
  const archive = await yauzl.fromBufferPromise(bytes, { validateEntrySizes: true }).catch((cause: unknown) => {
    throw new ReadError(DAMAGED, { cause });
  });
  try {
    const parts: yauzl.Entry[] = [];
    let sum = 0;
    for await (const part of archive.eachEntry()) {
      const { uncompressedSize, compressedSize } = part;
      sum += uncompressedSize;
      parts.push(part);
      const isTooTight =
        uncompressedSize > FREE_BYTES && uncompressedSize > Math.max(1, compressedSize) * limits.unpackedRatio;
      if (sum > limits.unpackedBytes || isTooTight || parts.length > MAX_PARTS)
        throw new ReadError(problem('archive_too_large'));
      if (part.generalPurposeBitFlag & 1) {
        throw new ReadError(problem('file_protected'));
      }
    }
    if (!parts.some(({ fileName }) => fileName === 'word/document.xml')) {
      const isOffice = parts.some(({ fileName }) => /^(?:xl|ppt)\//.test(fileName));
      throw new ReadError(problem(isOffice ? 'spreadsheet' : 'archive_not_word'));
    }
    for (const part of parts) await checkPart(archive, part);
  } catch (error) {
    throw error instanceof ReadError ? error : new ReadError(DAMAGED, { cause: error });
  } finally {
    archive.close();
  }
}

/** Unpacks a part into nothing, which fails if it is larger than the directory says. */
async function checkPart(archive: yauzl.ZipFile, part: yauzl.Entry): Promise<void> {
  const stream = await archive.openReadStreamPromise(part);
  let head = '';
  for await (const chunk of stream) {
    if (head.length < HEAD_BYTES) head += (chunk as Buffer).toString('latin1');
  }
  if (/\.(?:xml|rels)$/i.test(part.fileName) && /<!(?:DOCTYPE|ENTITY)/i.test(head.slice(0, HEAD_BYTES)))
    throw new ReadError(DAMAGED);
}
