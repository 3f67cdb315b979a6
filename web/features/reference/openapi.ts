import { t } from '../../platform/texts.ts';
import { listed } from '../../ui/listed.ts';
import { numberWords } from '../../ui/numbers.ts';

/** The parts of `/openapi.json` that are used here. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
  /** Schema of each event of a stream, or of each line of a file. */
  'x-each'?: Schema;
}

interface RawResponse {
  $ref?: string;
  description?: string;
  headers?: Record<string, { description?: string }>;
  content?: Record<string, Media>;
}

interface RawParameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: string;
}

export interface RawOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  'x-access': string;
  'x-fresh'?: boolean;
  'x-errors'?: string[];
  parameters?: RawParameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, RawResponse>;
}

export interface OpenApi {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  'x-error-codes': Record<string, { status: number; meaning: string }>;
  components: { schemas: Record<string, Schema>; responses: Record<string, RawResponse> };
}

/** Resolves a reference within the document; returns any other schema unchanged. */
export function resolve(document: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? undefined : document.components.schemas[name];
  return found ? { ...found, ...(schema.description ? { description: schema.description } : {}) } : schema;
}

/** A row of a field table. */
export interface Field {
  /** Path of the field, `utterances[].text`. */
  name: string;
  /** In words: 'number', 'list of strings', 'text or null'. */
  type: string;
  isRequired: boolean;
  about: string;
}

/** Deeper levels are not expanded; no answer of this API has any. */
const DEPTH_MAX = 5;
/** The name of a JSON type in words. */
const typeName = (type: string): string => t('reference.type', { type }) || type;

/** Every field of a schema in depth-first order. */
export function fieldsOf(document: OpenApi, schema: Schema, prefix = '', depth = 0): Field[] {
  const { properties = {}, required = [], anyOf, oneOf, items } = inner(document, schema);
  const variants = anyOf ?? oneOf;
  if (variants) return unlike(variants.flatMap((one) => fieldsOf(document, one, prefix, depth)));
  if (items) return fieldsOf(document, items, `${prefix}[]`, depth);
  if (depth >= DEPTH_MAX) return [];
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = prefix ? `${prefix}.${key}` : key;
    const about = [resolve(document, field).description ?? '', boundsOf(field)].filter(Boolean).join(' ');
    const row = { name, type: typeOf(document, field), isRequired: required.includes(key), about };
    return [row, ...fieldsOf(document, field, name, depth + 1)];
  });
}

/** The type of a value in words. */
export function typeOf(document: OpenApi, schema: Schema): string {
  const { type, enum: values, const: only, format, anyOf, oneOf, items } = resolve(document, schema);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  const variants = anyOf ?? oneOf;
  if (variants) return anyOfThem([...new Set(variants.map((one) => typeOf(document, one)))]);
  if (items) return t('reference.listOf', { type: typeOf(document, items) });
  const types = [type ?? 'undefined'].flat().map((one) => (format && one === 'string' ? format : typeName(one)));
  return anyOfThem(types);
}

const anyOfThem = (types: readonly string[]): string => listed(types, 'disjunction');

/** A schema without its null alternative. */
function inner(document: OpenApi, schema: Schema): Schema {
  const resolved = resolve(document, schema);
  const others = resolved.anyOf?.filter(({ type }) => type !== 'null');
  const [only] = others ?? [];
  return only && others?.length === 1 ? inner(document, only) : resolved;
}

function boundsOf({ minimum, maximum, maxLength, default: usual }: Schema): string {
  const parts: string[] = [];
  // A schema that only requires an integer has the largest exact integers as bounds.
  const least = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (least !== undefined && most !== undefined) parts.push(t('reference.fromTo', { least, most }));
  else if (least !== undefined) parts.push(t('reference.atLeast', { least }));
  else if (most !== undefined) parts.push(t('reference.atMost', { most }));
  if (maxLength !== undefined) parts.push(t('reference.atMostCharacters', { maxLength: numberWords(maxLength) }));
  if (usual !== undefined && usual !== null && typeof usual !== 'object')
    parts.push(t('reference.usually', { value: String(usual) }));
  return parts.join(' ');
}

/** Variants may have fields in common. */
function unlike(fields: Field[]): Field[] {
  return [...new Map(fields.map((field) => [`${field.name} ${field.type}`, field])).values()];
}
