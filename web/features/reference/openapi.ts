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

export interface RawResponse {
  $ref?: string;
  description?: string;
  headers?: Record<string, { description?: string }>;
  content?: Record<string, Media>;
}

export interface RawParameter {
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
