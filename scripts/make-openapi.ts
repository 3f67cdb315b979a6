/** `npm run openapi`: regenerates the OpenAPI document after a change of the contract. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DOCUMENT, generateDocument } from '../contract/openapi/generate.ts';
import { runCommand } from './command-line.ts';

await runCommand(
  {
    name: 'openapi',
    about: 'Writes contract/openapi/openapi.json anew, from the schemas and types of the contract.',
    options: {},
    example: '',
  },
  async () => {
    await writeFile(DOCUMENT, await generateDocument());
    process.stdout.write(`${path.relative(process.cwd(), DOCUMENT)} is written.\n`);
  },
);
