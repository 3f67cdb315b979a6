import { randomUUID } from 'node:crypto';

/** A file in a form. */
export interface FormFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/**
 * Encodes a multipart form (RFC 7578). Node's own encoder uses a web stream, but the transport needs the whole body and
 * its length. Names and values are ours, so nothing needs escaping.
 */
export function encodeForm(fields: Record<string, string | FormFile>): { contentType: string; body: Buffer } {
  const boundary = `form-${randomUUID()}`;
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const isFile = typeof value !== 'string';
    const file = isFile ? `; filename="${value.name}"\r\ncontent-type: ${value.type}` : '';
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`));
    parts.push(isFile ? value.bytes : Buffer.from(value), Buffer.from('\r\n'));
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}
