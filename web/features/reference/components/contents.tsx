import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { cn } from '../../../ui/cn.ts';
import { Input, Label } from '../../../ui/field.tsx';
import type { Reference } from '../read-reference.ts';

/** Elements reachable with the arrow keys. */
const STOPS = 'input, a[href^="#"]';

/** The list of operations with a search; arrow keys navigate it, Enter opens the first match. */
export function Contents({
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
  const walk = (event: KeyboardEvent) => {
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
        <Label htmlFor="reference-search">Search</Label>
        <Input
          ref={field}
          id="reference-search"
          type="search"
          autoComplete="off"
          placeholder="Name, path, field, code"
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
        {asked.trim() === '' ? 'Press / to search' : count === 0 ? 'Nothing found' : `${count} found`}
      </p>
      <nav aria-label="Operations" className="mt-4 space-y-5 text-sm max-lg:columns-2 max-sm:columns-1">
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
