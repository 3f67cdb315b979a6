import { Fragment } from 'react';

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
