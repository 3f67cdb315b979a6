import type { Field } from '../fields.ts';
import { Words } from './prose.tsx';

/** Fields with their types and descriptions. */
export function FieldTable({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <dl aria-label={title} className="divide-y border-y text-sm">
      {fields.map(({ name, type, isRequired, about }) => (
        <div key={`${name} ${type}`} className="grid gap-x-4 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt className="wrap-anywhere font-mono">
            {name}
            {isRequired ? null : <span className="font-sans text-muted-foreground"> (optional)</span>}
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
