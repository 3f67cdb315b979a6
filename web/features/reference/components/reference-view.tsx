import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { Input, Label } from '../../../ui/field.tsx';
import type { Reference } from '../read-reference.ts';
import { Code, OperationSection, Prose, type Sample, Words } from './operation-section.tsx';

/** The API reference. */
export function ReferenceView({ reference }: { reference: Reference }) {
  const { groups, about, version, errors } = reference;
  const [asked, setAsked] = useState('');
  const [sample, setSample] = useState<Sample>('curl');
  const onSample = useCallback((chosen: Sample) => setSample(chosen), []);
  const found = useMemo(() => findOperations(groups, asked), [groups, asked]);
  const current = useReadingPlace();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The browser looked for the anchor before it was rendered.
    const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
    target?.scrollIntoView();
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="gap-x-12 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="mb-10 lg:sticky lg:top-0 lg:max-h-dvh lg:self-start lg:overflow-y-auto lg:py-6 print:hidden">
        <Contents groups={found} asked={asked} onAsk={setAsked} current={current} field={field} />
      </div>
      <div className="min-w-0 lg:py-6">
        <Prose text={about} className="mb-3 max-w-measure" />
        <p className="max-w-measure text-muted-foreground">
          <Text
            id="reference.versionForProgramsAsOpenapi"
            values={{ version }}
            tags={{
              link: (words) => (
                <a href="/openapi.json" className="underline underline-offset-4">
                  {words}
                </a>
              ),
            }}
          />
        </p>
        {groups.map(({ id, name, about: words, operations }) => (
          <section key={id} aria-labelledby={`group-${id}`} className="mt-14">
            <h2 id={`group-${id}`} className="text-3xl">
              {name}
            </h2>
            <p className="mt-2 mb-6 max-w-measure text-muted-foreground">
              <Words text={words} />
            </p>
            {operations.map((operation) => (
              <OperationSection key={operation.id} operation={operation} sample={sample} onSample={onSample} />
            ))}
          </section>
        ))}
        <section aria-labelledby="errors" className="mt-14">
          <h2 id="errors" className="text-3xl">
            {t('reference.errors')}
          </h2>
          <p className="mt-2 mb-6 max-w-measure text-muted-foreground">
            <Text id="reference.everyCodeThatARefusal" tags={{ code: (words) => <Code>{words}</Code> }} />
          </p>
          <dl className="divide-y border-y">
            {errors.map(({ code, status, meaning }) => (
              <div key={code} className="grid gap-x-6 py-3 sm:grid-cols-[16rem_minmax(0,1fr)]">
                <dt id={`error-${code}`} className="wrap-anywhere scroll-mt-6 font-mono text-sm">
                  {status} {code}
                </dt>
                <dd className="max-w-measure">
                  <Words text={meaning} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </div>
  );
}

/** The operation being read: the one whose top edge last passed the upper part of the window. */
function useReadingPlace(): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting);
        if (entered) setCurrent((entered.target as HTMLElement).dataset['operation'] ?? null);
      },
      { rootMargin: '-15% 0px -80% 0px' },
    );
    for (const section of document.querySelectorAll('[data-operation]')) observer.observe(section);
    return () => observer.disconnect();
  }, []);
  return current;
}

/**
 * The groups with the operations that contain every search word in their name, path, text, fields or codes. Groups
 * without a match are left out.
 */
export function findOperations(groups: Reference['groups'], asked: string): Reference['groups'] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups.flatMap((group) => {
    const operations = group.operations.filter((operation) => {
      const { id, method, path, summary, about, parameters, body, answers, errors } = operation;
      const fields = [parameters, body?.fields ?? [], ...answers.map((answer) => answer.fields)].flat();
      const codes = errors.map(({ code }) => code);
      const text = [group.name, id, method, path, summary, about, ...fields.map(({ name }) => name), ...codes]
        .join(' ')
        .toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return operations.length > 0 ? [{ ...group, operations }] : [];
  });
}

/** Elements reachable with the arrow keys. */
const STOPS = 'input, a[href^="#"]';

/** The list of operations with a search; arrow keys navigate it, Enter opens the first match. */
function Contents({
  groups,
  asked,
  onAsk,
  current,
  field,
}: {
  groups: Reference['groups'];
  asked: string;
  onAsk: (asked: string) => void;
  current: string | null;
  field: RefObject<HTMLInputElement | null>;
}) {
  const list = useRef<HTMLElement>(null);
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  const walk = (event: ReactKeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    const stops = [...(list.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };
  return (
    <search ref={list} onKeyDown={walk}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          list.current?.querySelector<HTMLElement>('a[href^="#"]')?.click();
        }}
      >
        <Label htmlFor="reference-search">{t('reference.search')}</Label>
        <Input
          ref={field}
          id="reference-search"
          type="search"
          autoComplete="off"
          placeholder={t('reference.namePathFieldCode')}
          aria-keyshortcuts="/"
          value={asked}
          onChange={(event) => onAsk(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onAsk('');
          }}
          className="mt-1.5"
        />
      </form>
      <p role="status" className="mt-1.5 text-muted-foreground text-sm">
        {asked.trim() === ''
          ? t('reference.pressToSearch')
          : count === 0
            ? t('reference.nothingFound')
            : t('reference.found', { count })}
      </p>
      <nav aria-label={t('reference.operations')} className="mt-4 space-y-5 text-sm max-lg:columns-2 max-sm:columns-1">
        {groups.map(({ id, name, operations }) => (
          <div key={id} className="break-inside-avoid">
            <p className="font-semibold">{name}</p>
            <ul className="mt-1 border-l">
              {operations.map((operation) => (
                <li key={operation.id}>
                  <a
                    href={`#${operation.id}`}
                    aria-current={current === operation.id ? 'location' : undefined}
                    className={cn(
                      '-ml-px block border-transparent border-l-2 py-1 pl-3 text-muted-foreground',
                      'hover:text-foreground aria-[current]:border-primary aria-[current]:text-foreground',
                    )}
                  >
                    {operation.summary}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </search>
  );
}
