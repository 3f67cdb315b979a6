import { t } from '../../platform/texts.ts';
import { type Field, fieldsOf, type Media, type OpenApi, type RawOperation, typeOf } from './openapi.ts';

/** A successful answer in one media type. */
export interface Answer {
  type: string;
  about: string;
  fields: Field[];
  /** Formatted for display. */
  example: string | null;
}

/** An error answer. */
export interface Refusal {
  code: string;
  status: number;
  meaning: string;
}

/** An operation, prepared for display. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  about: string;
  /** Who may call it, in a sentence. */
  access: string;
  /** Whether it takes an access token. */
  hasToken: boolean;
  parameters: Field[];
  /** Path and query of the example. */
  exampleAddress: string;
  /** Without an example, only another type than JSON is accepted. */
  body: { fields: Field[]; example: unknown; others: { type: string; about: string }[] } | null;
  status: number;
  headers: { name: string; about: string }[];
  answers: Answer[];
  errors: Refusal[];
}

/** The document, prepared for display. */
export interface Reference {
  version: string;
  about: string;
  groups: { id: string; name: string; about: string; operations: Operation[] }[];
  errors: Refusal[];
}

const accessTexts = (): Record<string, string> => ({
  anyone: 'Anybody.',
  session: t('reference.aVisitorWithTheCredentials'),
  session_headers: t('reference.aVisitorWithTheCredentials2'),
  session_or_admin: t('reference.aVisitorWithTheCredentials3'),
  person: t('reference.whoeverIsSignedInWith'),
  viewer: t('reference.whoeverIsSignedInIn'),
  admin: t('reference.somebodyInTheRoleAdmin'),
  owner: t('reference.anOwner'),
});
const fresh = () => t('reference.thePasswordMustHaveBeen');

/** Prepares the document for display. */
export function readReference(document: OpenApi): Reference {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      tag: raw.tags[0],
      operation: read(document, path, method, raw),
    })),
  );
  return {
    version: document.info.version,
    about: document.info.description,
    groups: document.tags.map(({ name, description }) => ({
      id: name.toLowerCase(),
      name,
      about: description,
      operations: all.filter(({ tag }) => tag === name).map(({ operation }) => operation),
    })),
    errors: Object.entries(document['x-error-codes']).map(([code, error]) => ({ code, ...error })),
  };
}

function read(document: OpenApi, path: string, method: string, raw: RawOperation): Operation {
  const [status, good] = Object.entries(raw.responses).find(([code]) => code.startsWith('2')) ?? ['200', {}];
  const { parameters = [], requestBody } = raw;
  const json = requestBody?.content['application/json'];
  const query = new URLSearchParams();
  for (const one of parameters) if (one.in === 'query' && one.example !== undefined) query.set(one.name, one.example);
  const examplePath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters.find((one) => one.in === 'path' && one.name === name)?.example ?? name),
  );
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: raw.summary,
    about: raw.description,
    access: `${accessTexts()[raw['x-access']] ?? raw['x-access']}${raw['x-fresh'] ? fresh() : ''}`,
    hasToken: ['person', 'viewer', 'admin', 'owner'].includes(raw['x-access']),
    parameters: parameters.map(({ name, required, description = '', schema }) => ({
      ...(fieldsOf(document, { properties: { [name]: { ...schema, description } } })[0] as Field),
      isRequired: required,
    })),
    exampleAddress: `${examplePath}${query.size > 0 ? `?${query}` : ''}`,
    body: requestBody
      ? {
          fields: fieldsOf(document, json?.schema ?? {}),
          example: json?.example,
          others: Object.entries(requestBody?.content ?? {})
            .filter(([type]) => type !== 'application/json')
            .map(([type, { schema }]) => ({ type, about: schema?.description ?? '' })),
        }
      : null,
    status: Number(status),
    headers: Object.entries(good.headers ?? {}).map(([name, { description = '' }]) => ({ name, about: description })),
    answers: Object.entries(good.content ?? {}).map(([type, media]) => readAnswer(document, type, media)),
    errors: (raw['x-errors'] ?? []).flatMap((code) => {
      const known = document['x-error-codes'][code];
      return known ? [{ code, ...known }] : [];
    }),
  };
}

function readAnswer(document: OpenApi, type: string, media: Media): Answer {
  const { schema = {}, example } = media;
  const shape = media['x-each'] ?? schema;
  const words = schema.properties ? '' : (schema.description ?? '');
  const isList = shape.type === 'array' ? `A ${typeOf(document, shape)}.` : '';
  return {
    type,
    about: words || isList,
    fields: fieldsOf(document, shape),
    example: typeof example === 'string' ? example.trim() : example === undefined ? null : pretty(example),
  };
}

/** Formatted JSON. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
