import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ERROR_STATUS } from '../errors.ts';
import { meaningsOf } from './errors-of.ts';
import { DOCUMENT, generateDocument } from './generate.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations/index.ts';

const operations = Object.entries(OPERATIONS) as [string, Operation][];
let kept: string;
beforeAll(async () => {
  kept = await readFile(DOCUMENT, 'utf8');
});

test('the document that is kept is the one that the contract gives; `npm run openapi` writes it anew', async () => {
  expect(await generateDocument()).toBe(kept);
  // The compiler reads the whole contract.
}, 120_000);

test('it is a document of OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(kept));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

describe('every example is one', () => {
  test.each(operations.filter(([, { body }]) => body))('of the body of %s', (_id, { body, send }) => {
    expect((body as z.ZodType).safeParse(send)).toMatchObject({ success: true });
  });

  test.each(operations.filter(([, { query }]) => query))('of the query of %s', (_id, { query, ask = {} }) => {
    expect((query as z.ZodType).safeParse(ask)).toMatchObject({ success: true });
  });

  test('of every answer, and none is missing', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const { paths, components } = JSON.parse(kept);
    ajv.addSchema({ $id: 'document', components });
    const without: string[] = [];
    for (const [id, { path, method, status = 200 }] of operations) {
      const { schema, example } = paths[path][method].responses[status]?.content?.['application/json'] ?? {};
      if (!schema) continue;
      if (example === undefined) without.push(id);
      // Tokens and audio are shortened in examples.
      else
        expect({ id, fits: ajv.validate(within(schema), example), errors: ajv.errors }).toMatchObject({ fits: true });
    }
    expect(without).toEqual(['read_openapi']);
  });
});

test('every parameter of a path is in it, and is described', () => {
  for (const [id, { path, inPath = {} }] of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect({ id, named }).toEqual({ id, named: Object.keys(inPath) });
  }
});

test('the meaning of each error is the comment above it', async () => {
  const meanings = meaningsOf(await readFile(new URL('../errors.ts', import.meta.url), 'utf8'));
  expect(Object.keys(meanings).sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  expect(meanings['not_kept']).toContain('did not agree');
});

/** A schema of the document with its references made absolute, for use outside the document. */
function within(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
}
