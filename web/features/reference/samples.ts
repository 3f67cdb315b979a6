import { type Operation, pretty } from './read-reference.ts';

/** Formats of sample calls. */
export const SAMPLES = ['curl', 'fetch'] as const;
export type Sample = (typeof SAMPLES)[number];

/** The first media type other than JSON. */
const streamOf = ({ answers }: Operation) => answers.find(({ type }) => type === 'text/event-stream');
const isFile = ({ answers }: Operation) => answers.some(({ type }) => type === 'text/csv' || type === 'audio/wav');

/** A sample call for pasting. @param origin of the server, without a trailing slash */
export function sampleOf(operation: Operation, sample: Sample, origin: string): string {
  return sample === 'curl' ? curl(operation, origin) : fetchCall(operation, origin);
}

function curl(operation: Operation, origin: string): string {
  const { method, body, hasToken, exampleAddress } = operation;
  const hasOnlyStream = streamOf(operation) && operation.answers.length === 1;
  const lines = [
    `curl ${hasOnlyStream ? '-N ' : ''}${isFile(operation) ? '-OJ ' : ''}${quoted(origin + exampleAddress)}`,
  ];
  // curl defaults to POST if there is a body.
  if (method !== 'GET' && !(method === 'POST' && body)) lines.push(`-X ${method}`);
  if (hasToken) lines.push('-H "authorization: Bearer $TOKEN"');
  if (body) lines.push("-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body.example))}`);
  return lines.join(' \\\n  ');
}

/** Within single quotes, a shell interprets only the closing quote. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function fetchCall(operation: Operation, origin: string): string {
  const { method, body, hasToken, exampleAddress, status, answers } = operation;
  const headers = [
    ...(hasToken ? [`authorization: \`Bearer \${token}\``] : []),
    ...(body ? ["'content-type': 'application/json'"] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body ? [`body: JSON.stringify(${pretty(body.example).replaceAll('\n', '\n  ')})`] : []),
  ];
  const address = `'${(origin + exampleAddress).replaceAll("'", "\\'")}'`;
  const call = options.length === 0 ? `fetch(${address})` : `fetch(${address}, {\n  ${options.join(',\n  ')},\n})`;
  const isJson = answers.some(({ type }) => type === 'application/json');
  const read =
    status === 204 || answers.length === 0 ? 'answer.status' : isJson ? 'await answer.json()' : 'await answer.text()';
  return `const answer = await ${call};\nconsole.log(${read});`;
}
