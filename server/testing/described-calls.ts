import { readFile } from 'node:fs/promises';
import { DOCUMENT } from '@understudy/contract/openapi/generate';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Options of a call besides its operation. */
export interface DescribedCall {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The expected status, if it is not the successful one. */
  status?: number;
}

interface Media {
  schema?: unknown;
  'x-each'?: unknown;
}
interface Response {
  $ref?: string;
  content?: Record<string, Media>;
}
interface Described {
  operationId: string;
  responses: Record<string, Response>;
}
interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { responses: Record<string, Response> };
}

/** Calls operations by id and checks the actual responses against the document. */
export interface DescribedCalls {
  /** Ids of all operations in the document. */
  ids: string[];
  /** Those whose successful response was checked. */
  seen: Set<string>;
  /** @throws if the response does not match the document */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(id: string, options?: DescribedCall): Promise<any>;
}

/** @param url of the server that answers */
export async function describedCalls(url: string): Promise<DescribedCalls> {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as OpenApi;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, described]) => [described.operationId, { path, method, described }] as const,
      ),
    ),
  );
  const seen = new Set<string>();

  /** @throws if the value does not match the schema */
  const check = (schema: unknown, value: unknown, of: string) => {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
    if (validate(value)) return;
    throw new Error(`${of} is not as described: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value, null, 1)}`);
  };

  return {
    ids: [...operations.keys()],
    seen,
    async call(id, { path = {}, query = {}, body, headers = {}, status } = {}) {
      const operation = operations.get(id);
      if (!operation) throw new Error(`There is no operation "${id}".`);
      const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
      const search = new URLSearchParams(query).toString();
      const isBytes = body instanceof Uint8Array;
      const answer = await fetch(`${url}${address}${search && `?${search}`}`, {
        method: operation.method.toUpperCase(),
        headers: { ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? null : isBytes ? new Uint8Array(body) : JSON.stringify(body),
      });
      const { responses } = operation.described;
      const found = responses[String(answer.status)] ?? responses['default'];
      const described = found?.$ref ? document.components.responses[found.$ref.split('/').at(-1) ?? ''] : found;
      // An operation that is always refused has no successful response.
      const good = Object.keys(responses).find((code) => code.startsWith('2')) ?? '422';
      if (answer.status !== (status ?? Number(good)) || !described) {
        throw new Error(`${id} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
      }
      if (String(answer.status) === good) seen.add(id);
      return read(id, answer, described, check);
    },
  };
}

type Check = (schema: unknown, value: unknown, of: string) => void;

/** Reads a response according to its media type: by events or lines if it has some. */
async function read(id: string, answer: globalThis.Response, described: Response, check: Check): Promise<unknown> {
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const media = described.content?.[type];
  if (!media && described.content) throw new Error(`${id} answered with ${type || 'nothing'}, which is not described.`);
  if (type === 'application/json') {
    const json = await answer.json();
    if (media?.schema) check(media.schema, json, id);
    return json;
  }
  if (type === 'audio/wav' || type === 'image/webp') return answer.arrayBuffer();
  const text = type === 'text/event-stream' ? await firstEvents(answer) : await answer.text();
  const parts = type === 'text/event-stream' ? eventsIn(text) : type.endsWith('ndjson') ? linesIn(text) : [];
  for (const part of parts) check(media?.['x-each'], part, `${id} ${type}`);
  return parts.length > 0 ? parts : text;
}

/** The whole response; for an endless stream, everything up to its first event. */
async function firstEvents(answer: globalThis.Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (/^event: (done|error|session|notice|state)\ndata: .*\n\n/m.test(text)) break;
  }
  return text;
}

const linesIn = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const eventsIn = (text: string): unknown[] =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event, data = '']) => ({ event, data: JSON.parse(data) }));
