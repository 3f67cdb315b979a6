import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';

/** Preformatted text with a copy button. */
export function Listing({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
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
          {copied === 'yes' ? 'Copied' : null}
          {copied === 'no' ? 'The browser did not allow it' : null}
        </span>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Copy: ${title}`}
          className="print:hidden"
          onClick={() => void copy()}
        >
          {copied === 'yes' ? <Check aria-hidden /> : <Copy aria-hidden />}
          Copy
        </Button>
      </figcaption>
      <pre className="wrap-anywhere whitespace-pre-wrap p-3 font-mono text-[0.8125rem] leading-normal">{text}</pre>
    </figure>
  );
}
