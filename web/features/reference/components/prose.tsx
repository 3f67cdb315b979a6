import { Fragment } from 'react';

/** Sentences with `code` in them; a blank line begins a paragraph. */
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
    // Every second part stood between two marks.
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
    index % 2 === 1 ? <Code key={index}>{part}</Code> : <Fragment key={index}>{part}</Fragment>,
  );
}

/** A name, as a program has it. */
export function Code({ children }: { children: string }) {
  return <code className="wrap-anywhere rounded-sm bg-muted px-1 py-0.5 font-mono text-[0.875em]">{children}</code>;
}
