/**
 * Generates the OpenAPI document from the contract. Used only by tests and `npm run openapi`, since it takes seconds.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { meaningsOf } from './errors-of.ts';
import { makeDocument } from './make-document.ts';
import { OPERATIONS } from './operations/index.ts';

const CONTRACT = path.resolve(import.meta.dirname, '..');

/** Path of the stored document. */
export const DOCUMENT = path.join(import.meta.dirname, 'openapi.json');

/** The document as stored text. */
export async function generateDocument(): Promise<string> {
  const source = path.join(import.meta.dirname, 'answers.ts');
  const generator = createGenerator({
    path: source,
    tsconfig: path.join(CONTRACT, '../tsconfig.json'),
    // The project itself is type-checked with another compiler.
    skipTypeCheck: true,
    topRef: true,
    jsDoc: 'extended',
    additionalProperties: false,
  });
  const { definitions = {} } = generator.createSchema('*');
  const read = (file: string) => readFile(path.join(CONTRACT, file), 'utf8');
  const { version } = JSON.parse(await read('../package.json')) as { version: string };
  const meanings = meaningsOf(await read('errors.ts'));
  const document = makeDocument({ version, operations: OPERATIONS, definitions, meanings });
  return `${JSON.stringify(document, null, 1)}\n`;
}
