import { ERROR_STATUS } from '../errors.ts';
import { errorsOf, refusals } from './errors-of.ts';
import { documentSchemas, type JsonSchema, parametersOf, schemaOfInput } from './json-schema.ts';
import { type Access, type AllOperations, type Operation, TAGS } from './operation.ts';

/** The inputs of the document. */
export interface DocumentParts {
  version: string;
  operations: AllOperations;
  /** JSON schemas of the contract's types, including `Answers` and `OtherShapes`. */
  definitions: Record<string, unknown>;
  /** What each error code means. */
  meanings: Record<string, string>;
}

const ABOUT = `The API of the visitors' pages and of the owner's dashboard. Programs can rely on everything described
here.

Visitors' calls need the credentials of their session. Dashboard calls need an access token from
\`POST /auth/v1/token\`. With \`LOCAL_ADMIN=on\`, the server's own machine can read the dashboard without one, except
for exports. Every answer other than 2xx has the body \`{error, code, request_id}\`: a sentence for people, a code for
programs, and the id of the request in the log. Times are ISO 8601 in UTC, durations end in \`_ms\`, lists are
\`{items, next_cursor}\`.`;

/** How each kind of caller authenticates. */
const SECURITY: Record<Access, object[] | undefined> = {
  anyone: [],
  session: [],
  session_headers: [{ session_id: [], session_secret: [] }, {}],
  session_or_admin: [{ session_id: [], session_secret: [] }, { access_token: [] }, {}],
  person: [{ access_token: [] }],
  viewer: [{ access_token: [] }, {}],
  admin: [{ access_token: [] }, {}],
  owner: [{ access_token: [] }],
};

/** Builds the OpenAPI 3.1 document. Pure: equal inputs give equal documents. */
export function makeDocument({ version, operations, definitions, meanings }: DocumentParts): Record<string, unknown> {
  const { Answers: answers, OtherShapes: others, ...schemas } = documentSchemas(definitions);
  const shared: Record<string, unknown> = {
    AuthError: {
      description: 'Refused, in the format of the sign-in protocol. `error_code` says why.',
      content: json({ $ref: '#/components/schemas/AuthErrorBody' }),
    },
  };
  const shapes = { ...answers?.properties, ...others?.properties };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, operation] of Object.entries(operations) as [string, Operation][]) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: {
        ...describe(id, operation),
        responses: { ...goodAnswer(id, operation, shapes), ...refusals(operation, meanings, shared) },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Understudy', version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    'x-error-codes': Object.fromEntries(
      Object.entries(ERROR_STATUS).map(([code, status]) => [code, { status, meaning: meanings[code] }]),
    ),
    components: {
      schemas,
      responses: shared,
      securitySchemes: {
        access_token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a signed-in user.',
        },
        session_id: { type: 'apiKey', in: 'header', name: 'x-session-id', description: 'The session of a visitor.' },
        session_secret: { type: 'apiKey', in: 'header', name: 'x-session-secret', description: 'Its secret.' },
      },
    },
  };
}

function describe(id: string, operation: Operation): object {
  const { tag, summary, about, access, inPath = {}, query, body, otherBody } = operation;
  const inAddress = Object.entries(inPath).map(([name, { about: description, example }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  }));
  const asked = query ? parametersOf(id, query).map((parameter) => withExample(parameter, operation.ask)) : [];
  const parameters = [...inAddress, ...asked];
  const schema = { description: otherBody?.about };
  const other = Object.fromEntries([otherBody?.type ?? []].flat().map((type) => [type, { schema }]));
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: about,
    'x-access': access,
    'x-fresh': operation.fresh,
    'x-errors': operation.path.startsWith('/auth/v1/') ? undefined : errorsOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body || otherBody
      ? {
          requestBody: {
            required: true,
            content: { ...(body ? json(schemaOfInput(id, body), operation.send) : {}), ...other },
          },
        }
      : {}),
    security: SECURITY[access],
  };
}

function withExample(parameter: object, ask: Record<string, string> = {}): object {
  const example = ask[(parameter as { name: string }).name];
  return example === undefined ? parameter : { ...parameter, example };
}

function goodAnswer(id: string, operation: Operation, shapes: Record<string, JsonSchema>): object {
  const { status = 200, media = {}, noJson, headers, answer } = operation;
  if (id === 'sign_up') return {};
  const others = Object.entries(media).map(([type, { about, each }]) => {
    const shape = each ? shapes[each] : type.endsWith('ndjson') ? shapes[id] : undefined;
    const example = shape && !each && answer ? { example: `${JSON.stringify(answer)}\n` } : {};
    // This version of the standard cannot describe the contents of a stream.
    return [
      type,
      {
        schema: { type: type === 'application/json' ? 'object' : 'string', description: about },
        ...(shape ? { 'x-each': shape } : {}),
        ...example,
      },
    ];
  });
  const good = {
    description: status === 204 ? 'Done, without a body.' : 'Success.',
    ...(headers ? { headers: headersOf(headers) } : {}),
    ...(status === 204
      ? {}
      : {
          content: {
            ...(noJson || !hasJson(shapes[id]) ? {} : json(shapes[id], answer)),
            ...Object.fromEntries(others),
          },
        }),
  };
  if (id !== 'read_readiness') return { [status]: good };
  return { [status]: good, 503: { ...good, description: 'It cannot serve visitors now.' } };
}

const hasJson = (shape: JsonSchema | undefined) => shape !== undefined && shape.type !== 'null';
const headersOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { schema: { type: 'string' }, description }]),
  );

function json(schema: unknown, example?: unknown): object {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}
