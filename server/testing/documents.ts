/** Documents for tests of imports: well-formed ones, and such as nobody should send. */
import { deflateSync } from 'node:zlib';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A page's parts: `#` marks a heading, anything else is a paragraph, which is wrapped. */
type PdfPage = readonly string[];

const WIDTH = 595;
const HEIGHT = 842;
const LINE_CHARS = 78;

/** A PDF with a running header and page numbers. */
export async function pdfOf(pages: readonly PdfPage[], title = 'Handbook'): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold);
  for (const [at, parts] of pages.entries()) {
    const page = pdf.addPage([WIDTH, HEIGHT]);
    page.drawText(`${title} of Orla Venstrom`, { x: 60, y: HEIGHT - 40, size: 9, font });
    page.drawText(`Page ${at + 1} of ${pages.length}`, { x: 270, y: 30, size: 9, font });
    let y = HEIGHT - 90;
    for (const part of parts) {
      if (part.startsWith('#')) {
        page.drawText(part.replace(/^#+\s*/, ''), { x: 60, y, size: part.startsWith('##') ? 14 : 20, font: bold });
        y -= 32;
        continue;
      }
      for (const line of wrapped(part)) {
        page.drawText(line, { x: 60, y, size: 11, font });
        y -= 14;
      }
      y -= 14;
    }
  }
  return pdf.save();
}

/** Lines of a text, with a long word at a line's end hyphenated. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.length + word.length > LINE_CHARS) {
      const room = LINE_CHARS - line.length - 1;
      if (word.length > 9 && room > 4 && room < word.length - 2) {
        lines.push(`${line} ${word.slice(0, room)}-`);
        line = word.slice(room);
        continue;
      }
      lines.push(line);
      line = word;
    } else line += (line === '' ? '' : ' ') + word;
  }
  return [...lines, line];
}

/** A PDF by its objects, for what pdf-lib does not make. @param trailer entries of the trailer besides Root and Size */
function rawPdf(objects: readonly (string | Buffer)[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    size += part.length;
  };
  for (const [at, object] of objects.entries()) {
    offsets.push(size);
    add(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  }
  const start = size;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${trailer}>>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font ' +
  '/Subtype /Type1 /BaseFont /Helvetica >> >> >> >>';

/** A PDF of empty pages, as scans without text recognition are. */
export function silentPdf(pages: number): Uint8Array {
  const kids = `<< /Type /Pages /Kids [${'3 0 R '.repeat(pages)}] /Count ${pages} >>`;
  return rawPdf([CATALOG, kids, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>']);
}

/** A PDF that needs a password to be opened. */
export function lockedPdf(): Uint8Array {
  const stream = '<< /Length 4 >>\nstream\nabcd\nendstream';
  const secret = `<${'ab'.repeat(32)}>`;
  const encrypt = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${secret} /U ${secret} >>`;
  const id = `<${'00'.repeat(16)}>`;
  return rawPdf([CATALOG, PAGES, PAGE, stream, encrypt], `/Encrypt 5 0 R /ID [${id} ${id}] `);
}

/** A PDF whose page unpacks to so many MB of spaces, packed twice. */
export function swellingPdf(mb: number): Uint8Array {
  const packed = deflateSync(deflateSync(Buffer.alloc(mb * 1024 * 1024, ' ')));
  const head = `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`;
  return rawPdf([CATALOG, PAGES, PAGE, Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])]);
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/' +
  'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>' +
  '</Types>';
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ' +
  'Target="word/document.xml"/></Relationships>';
const STYLES =
  `<?xml version="1.0"?><w:styles ${WORD}>` +
  [1, 2, 3]
    .map((level) => `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`)
    .join('') +
  '</w:styles>';
const STYLE_RELATION =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Id="s1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" ' +
  'Target="styles.xml"/></Relationships>';

/**
 * A Word document.
 *
 * @param parts paragraphs; `#` marks a heading, once for each level
 * @param more further files of the archive
 */
export function docxOf(parts: readonly string[], more: Zippable = {}): Uint8Array {
  const body = parts
    .map((part) => {
      const level = /^#+/.exec(part)?.[0].length ?? 0;
      const style = level > 0 ? `<w:pPr><w:pStyle w:val="H${level}"/></w:pPr>` : '';
      const text = part
        .replace(/^#+\s*/, '')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;');
      return `<w:p>${style}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
    })
    .join('');
  return zipSync({
    '[Content_Types].xml': strToU8(CONTENT_TYPES),
    '_rels/.rels': strToU8(RELATIONS),
    'word/document.xml': strToU8(`<?xml version="1.0"?><w:document ${WORD}><w:body>${body}</w:body></w:document>`),
    'word/styles.xml': strToU8(STYLES),
    'word/_rels/document.xml.rels': strToU8(STYLE_RELATION),
    ...more,
  });
}

/** A Word document with a part that unpacks to so many MB. */
export const swellingDocx = (mb: number): Uint8Array =>
  docxOf(['Hello'], { 'word/media/image1.bmp': [new Uint8Array(mb * 1024 * 1024), { level: 1 }] });

/** A Word document whose directory says that a part is small, although it unpacks to a MB. */
export function lyingDocx(): Uint8Array {
  const size = 1024 * 1024;
  const bytes = Buffer.from(docxOf(['Hello'], { 'word/liar.xml': [new Uint8Array(size), { level: 9 }] }));
  const real = Buffer.alloc(4);
  real.writeUInt32LE(size);
  for (let at = bytes.indexOf(real); at >= 0; at = bytes.indexOf(real, at + 1)) bytes.writeUInt32LE(100, at);
  return bytes;
}
