import { problem, ReadError } from '../../../platform/fetching/read-error.ts';

/** Formats that can be read. */
export type Format = 'pdf' | 'docx' | 'html' | 'markdown' | 'text';

const PDF_HEAD_BYTES = 1024;
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const HEAD_CHARS = 2_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
const HTML = new RegExp(
  /^\s*(?:<!--[\s\S]*?-->\s*|<\?xml[^>]*\?>\s*)*/.source +
    /<(?:!doctype html|html|head|body|title|meta|main|article|section|div|h1|p|script)\b/.source,
  'i',
);
const MARKDOWN = /^(?:#{1,6} \S|```|[-*] \S.*\n[-*] \S|\[[^\]\n]+\]\([^)\n]+\))/m;

/**
 * The format of a file by its content. Its name only tells Markdown from plain text.
 *
 * @throws ReadError for formats that cannot be read
 */
export function detectFormat(bytes: Uint8Array, name: string): Format {
  const head = Buffer.from(bytes.subarray(0, PDF_HEAD_BYTES));
  if (bytes.length === 0) throw new ReadError(problem('file_empty'));
  if (head.includes('%PDF-')) return 'pdf';
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'docx';
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0005\u0006') throw new ReadError(problem('archive_empty'));
  if (head.subarray(0, OLE.length).equals(OLE)) {
    throw new ReadError(problem(Buffer.from(bytes).includes(ENCRYPTED) ? 'file_protected' : 'old_word'));
  }
  if (head.subarray(0, 5).toString('latin1') === '{\\rtf') {
    throw new ReadError(problem('rich_text'));
  }
  const text = decodeText(bytes.subarray(0, HEAD_CHARS * 4), null, true).slice(0, HEAD_CHARS);
  if (CONTROLS.test(text)) throw new ReadError(problem('unknown_format'));
  if (HTML.test(text)) return 'html';
  return /\.(?:md|markdown)$/i.test(name) || MARKDOWN.test(text) ? 'markdown' : 'text';
}

/**
 * Decodes a text: by its byte order mark, else as told, else as UTF-8, else as Windows-1252, which any bytes are.
 *
 * @param charset as the server or the page says; unknown ones are ignored
 * @param isCut whether the bytes may end within a character
 */
export function decodeText(bytes: Uint8Array, charset: string | null, isCut = false): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const label = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : charset;
  if (label) {
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // An unknown name.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
