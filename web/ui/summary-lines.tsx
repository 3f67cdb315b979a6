import { FIELD } from '@understudy/contract/fixed-words';
import { cn } from './cn.ts';
import { fixedWords } from './fixed-words.ts';

/** A summary with one paragraph per line; text before a colon is a field label. */
export function SummaryLines({ text, className }: { text: string; className?: string }) {
  return (
    <div className={cn('wrap-anywhere space-y-1.5', className)}>
      {fixedWords(text)
        .split('\n')
        .map((line, index) => {
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
