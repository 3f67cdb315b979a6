import { useState, useSyncExternalStore } from 'react';
import type { Field } from '../fields.ts';
import { FieldTable } from './field-table.tsx';

/** Collapsed fields, since there are thousands. All of them are printed. */
export function FoldedFields({ title, fields }: { title: string; fields: readonly Field[] }) {
  const [isOpen, setOpen] = useState(false);
  const isPrinted = useSyncExternalStore(listen, () => isOnPaper);
  const isShown = isOpen || isPrinted;
  return (
    <details open={isShown} onToggle={({ currentTarget: { open } }) => setOpen(open && !isOnPaper)}>
      <summary className="min-h-9 cursor-pointer py-2 text-sm">
        {fields.length === 1 ? 'Its field' : `Its ${fields.length} fields`}
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
