import { Check, Copy } from 'lucide-react';
import { Fragment, memo, useState, useSyncExternalStore } from 'react';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import type { Field } from '../openapi.ts';
import { type Operation, pretty } from '../read-reference.ts';

const heading = 'mt-6 mb-2 font-sans font-semibold text-sm tracking-normal';

/** One operation: what it does, who may call it, its input and its output. */
export const OperationSection = memo(function OperationSection({
  operation,
  sample,
  onSample,
}: {
  operation: Operation;
  sample: Sample;
  onSample: (sample: Sample) => void;
}) {
  const { id, method, path, summary, about, access, parameters, body } = operation;
  return (
    <section aria-labelledby={id} data-operation={id} className="border-t py-10 print:break-inside-avoid-page">
      <h3 id={id} className="scroll-mt-20 text-2xl">
        <a href={`#${id}`} className="underline-offset-4 hover:underline">
          {summary}
        </a>
      </h3>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <Badge variant={method === 'DELETE' ? 'destructive' : 'outline'}>{method}</Badge>
        <code className="wrap-anywhere font-mono">{path}</code>
      </p>
      <div className="mt-4 grid gap-x-10 gap-y-6 xl:grid-cols-2">
        <div className="min-w-0">
          <Prose text={about} className="max-w-measure" />
          <p className="mt-3 max-w-measure text-muted-foreground">
            {t('reference.whoMayCallIt')} <Words text={access} />
          </p>
          {parameters.length > 0 ? (
            <>
              <h4 className={heading}>{t('reference.parameters')}</h4>
              <FieldTable title={t('reference.parametersOf', { id })} fields={parameters} />
            </>
          ) : null}
          {body ? (
            <>
              <h4 className={heading}>{t('reference.body')}</h4>
              {body.fields.length > 0 ? (
                <FieldTable title={t('reference.bodyOf', { id })} fields={body.fields} />
              ) : null}
              {body.others.map(({ type, about: words }) => (
                <p key={type} className="mt-2 text-sm">
                  {body.example === undefined ? t('reference.as') : t('reference.orAs')} <Code>{type}</Code>: {words}
                </p>
              ))}
            </>
          ) : null}
          <Refusals operation={operation} />
        </div>
        <div className="min-w-0 space-y-4">
          <CallSample operation={operation} sample={sample} onSample={onSample} />
          <Answers operation={operation} />
        </div>
      </div>
    </section>
  );
});

function Answers({ operation: { id, status, answers, headers } }: { operation: Operation }) {
  if (answers.length === 0) {
    return (
      <p className="text-sm">
        {status === 204 ? t('reference.answeredWith204AndNothing') : t('reference.alwaysRefused')}
      </p>
    );
  }
  return (
    <>
      {answers.map(({ type, about, example, fields }) => (
        <div key={type} className="space-y-2">
          {example === null ? (
            <p className="text-sm">
              {t('reference.answeredWith', { status })} <Code>{type}</Code>. {about}
            </p>
          ) : (
            <Listing title={`Answer: ${status} ${type}`} text={example} />
          )}
          {fields.length > 0 ? <FoldedFields title={t('reference.answerOf', { id, type })} fields={fields} /> : null}
        </div>
      ))}
      {headers.length > 0 ? (
        <ul className="text-sm">
          {headers.map(({ name, about }) => (
            <li key={name}>
              {t('reference.header')} <Code>{name}</Code>: {about}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Refusals({ operation: { errors } }: { operation: Operation }) {
  if (errors.length === 0) return null;
  return (
    <>
      <h4 className={heading}>{t('reference.refusals')}</h4>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
        {errors.map(({ code, status }) => (
          <li key={code}>
            <a href={`#error-${code}`} className="inline-flex min-h-6 items-center underline underline-offset-4">
              {status} {code}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A sample call in the selected format. */
function CallSample({
  operation,
  sample,
  onSample,
}: {
  operation: Operation;
  sample: Sample;
  onSample: (sample: Sample) => void;
}) {
  return (
    <Listing title={t('reference.request')} text={sampleOf(operation, sample, window.location.origin)}>
      <span className="flex print:hidden">
        {SAMPLES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === sample}
            onClick={() => onSample(one)}
            className={cn(
              'min-h-9 rounded-sm px-2.5 text-muted-foreground hover:text-foreground',
              one === sample && 'bg-muted text-foreground',
            )}
          >
            {one}
          </button>
        ))}
      </span>
    </Listing>
  );
}

/** Collapsed fields, since there are thousands. All of them are printed. */
function FoldedFields({ title, fields }: { title: string; fields: readonly Field[] }) {
  const [isOpen, setOpen] = useState(false);
  const isPrinted = useSyncExternalStore(listen, () => isOnPaper);
  const isShown = isOpen || isPrinted;
  return (
    <details open={isShown} onToggle={({ currentTarget: { open } }) => setOpen(open && !isOnPaper)}>
      <summary className="min-h-9 cursor-pointer py-2 text-sm">
        {fields.length === 1 ? t('reference.itsField') : t('reference.itsFields', { count: fields.length })}
      </summary>
      {isShown ? <FieldTable title={title} fields={fields} /> : null}
    </details>
  );
}

let isOnPaper = false;

function listen(tell: () => void): () => void {
  const change = ({ type }: Event) => {
    isOnPaper = type === 'beforeprint';
    tell();
  };
  window.addEventListener('beforeprint', change);
  window.addEventListener('afterprint', change);
  return () => {
    window.removeEventListener('beforeprint', change);
    window.removeEventListener('afterprint', change);
  };
}

/** Fields with their types and descriptions. */
function FieldTable({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <dl aria-label={title} className="divide-y border-y text-sm">
      {fields.map(({ name, type, isRequired, about }) => (
        <div key={`${name} ${type}`} className="grid gap-x-4 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt className="wrap-anywhere font-mono">
            {name}
            {isRequired ? null : <span className="font-sans text-muted-foreground"> {t('reference.optional')}</span>}
          </dt>
          <dd className="min-w-0">
            <span className="wrap-anywhere text-muted-foreground">{type}</span>
            {about ? (
              <span className="block">
                <Words text={about} />
              </span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Preformatted text with a copy button. */
function Listing({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = async () => {
    const isDone = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(isDone ? 'yes' : 'no');
  };
  return (
    <figure className="overflow-hidden rounded-md border bg-card">
      <figcaption className="flex min-h-11 flex-wrap items-center gap-x-2 border-b pl-3 text-sm print:min-h-0">
        <span className="font-medium">{title}</span>
        {children}
        <span role="status" className="ml-auto text-muted-foreground print:hidden">
          {copied === 'yes' ? t('reference.copied') : null}
          {copied === 'no' ? t('reference.theBrowserDidNotAllow') : null}
        </span>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Copy: ${title}`}
          className="print:hidden"
          onClick={() => void copy()}
        >
          {copied === 'yes' ? <Check aria-hidden /> : <Copy aria-hidden />}
          {t('reference.copy')}
        </Button>
      </figcaption>
      <pre className="wrap-anywhere whitespace-pre-wrap p-3 font-mono text-[0.8125rem] leading-normal">{text}</pre>
    </figure>
  );
}

/** Formats of sample calls. */
const SAMPLES = ['curl', 'fetch'] as const;
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
  if (body?.example !== undefined) {
    lines.push("-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body.example))}`);
  } else if (body?.others[0]) lines.push(`-H 'content-type: ${body.others[0].type}'`, '--data-binary @FILE');
  return lines.join(' \\\n  ');
}

/** Within single quotes, a shell interprets only the closing quote. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function fetchCall(operation: Operation, origin: string): string {
  const { method, body, hasToken, exampleAddress, status, answers } = operation;
  const headers = [
    ...(hasToken ? [`authorization: \`Bearer \${token}\``] : []),
    ...(body ? [`'content-type': '${body.example === undefined ? body.others[0]?.type : 'application/json'}'`] : []),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body?.example === undefined
      ? body
        ? ["body: 'the file'"]
        : []
      : [`body: JSON.stringify(${pretty(body.example).replaceAll('\n', '\n  ')})`]),
  ];
  const address = `'${(origin + exampleAddress).replaceAll("'", "\\'")}'`;
  const call = options.length === 0 ? `fetch(${address})` : `fetch(${address}, {\n  ${options.join(',\n  ')},\n})`;
  const isJson = answers.some(({ type }) => type === 'application/json');
  const read =
    status === 204 || answers.length === 0 ? 'answer.status' : isJson ? 'await answer.json()' : 'await answer.text()';
  return `const answer = await ${call};\nconsole.log(${read});`;
}

/** Text with `code` in it; a blank line starts a new paragraph. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return text.split(/\n{2,}/).map((paragraph) => (
    <p key={paragraph} className={className}>
      <Words text={paragraph} />
    </p>
  ));
}

/** The same within a line. */
export function Words({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // Every second part was between backticks.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
    index % 2 === 1 ? <Code key={index}>{part}</Code> : <Fragment key={index}>{part}</Fragment>,
  );
}

/** An identifier in code style. */
export function Code({ children }: { children: string }) {
  return <code className="wrap-anywhere rounded-sm bg-muted px-1 py-0.5 font-mono text-[0.875em]">{children}</code>;
}
