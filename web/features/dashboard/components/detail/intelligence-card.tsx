import type { AdminExtract } from '@understudy/contract/admin';
import { useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { cn } from '../../../../ui/cn.ts';
import { spaced } from '../../../../ui/id-words.ts';
import { Empty } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { scoreVariant } from '../tier.tsx';

/** Enough to judge a conversation; a long one has hundreds. */
const SHOWN_AT_FIRST = 4;

/** 'Lead Intelligence': the extracts, newest first. */
export function IntelligenceCard({ extracts }: { extracts: readonly AdminExtract[] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Card>
      <section aria-labelledby="intelligence">
        <h2 id="intelligence" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
          Lead Intelligence
        </h2>
        {extracts.length === 0 ? (
          <Empty title="Nothing has been understood yet">It appears with the visitor’s first message.</Empty>
        ) : (
          <ol className="divide-y border-t">
            {extracts.map(({ id, intent, confidence, lead_score: score, created_at: at }, index) => {
              const percent = Math.min(100, Math.max(0, Math.round(confidence * 100)));
              return (
                <li
                  key={id}
                  className={cn(
                    'grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-6',
                    // A printout cannot be expanded.
                    !isWhole && index >= SHOWN_AT_FIRST && 'not-print:hidden',
                  )}
                >
                  <p className="flex flex-wrap gap-x-3">
                    <span className="font-medium">{intent ? spaced(intent) : 'Unknown'}</span>
                    <When at={at} className="text-muted-foreground text-sm tabular-nums" />
                  </p>
                  <Badge variant={scoreVariant(score)} className="justify-self-end whitespace-nowrap tabular-nums">
                    <span className="sr-only">Lead score </span>
                    {score}
                  </Badge>
                  <progress aria-label={`${percent}% confidence`} className="confidence" max={100} value={percent} />
                  <span className="text-right text-muted-foreground text-sm tabular-nums">{percent}% confidence</span>
                </li>
              );
            })}
          </ol>
        )}
        {extracts.length > SHOWN_AT_FIRST ? (
          <div className="no-print border-t px-4 py-2 sm:px-6">
            <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show the newest' : `Show all ${extracts.length}`}
            </Button>
          </div>
        ) : null}
      </section>
    </Card>
  );
}
