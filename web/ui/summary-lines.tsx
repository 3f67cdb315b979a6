import { cn } from './cn.ts';

/** A field of a summary: its label and value. */
const FIELD = /^(\p{Lu}[^:“]{1,40}): (?=\S)(.*)$/su;

/** A summary with one paragraph per line; text before a colon is a field label. */
export function SummaryLines({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cn('wrap-anywhere space-y-1.5', className)}>
      {text.split('\n').map((line, index) => {
        const [, label, value] = FIELD.exec(line) ?? [];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
          <p key={index}>
            {label ? (
              <>
                <span className="text-muted-foreground">{label}:</span> {value}
              </>
            ) : (
              line
            )}
          </p>
        );
      })}
    </div>
  );
}
