import type { SessionDetail } from '@understudy/contract/admin';
import { Badge } from '../../../../ui/badge.tsx';
import { Card } from '../../../../ui/card.tsx';
import { SummaryLines } from '../../../../ui/summary-lines.tsx';
import { ActionItem } from '../action-item.tsx';

/** 'Executive Summary' with its action items; without a summary, the items alone. */
export function SummaryCard({ detail }: { detail: SessionDetail }) {
  const { summary, action_items: items } = detail;
  const titles = new Set(items.map(({ title }) => title));
  // Items of the summary that cannot be completed are listed as plain text.
  const others = (summary?.action_items ?? []).filter(({ text }) => !titles.has(text));
  if (!summary?.executive_summary && items.length === 0) return null;
  return (
    <Card className="px-4 py-5 sm:px-6">
      <section aria-labelledby="summary">
        <h2 id="summary" className="text-2xl">
          {summary?.executive_summary ? 'Executive Summary' : 'Action Items'}
        </h2>
        {summary?.executive_summary ? (
          <SummaryLines text={summary.executive_summary} className="mt-3 max-w-measure text-lg leading-relaxed" />
        ) : null}
        {items.length + others.length > 0 ? (
          <>
            {summary?.executive_summary ? <h3 className="mt-5 text-lg">Action Items</h3> : null}
            <ul className="mt-2 divide-y border-y">
              {items.map((item) => (
                <ActionItem key={item.id} item={item}>
                  <Owned owner={item.owner} priority={item.priority} />
                </ActionItem>
              ))}
              {others.map(({ text, owner, priority }) => (
                <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
                  <span className="wrap-anywhere min-w-0 grow basis-60">{text}</span>
                  <Owned owner={owner} priority={priority} />
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </section>
    </Card>
  );
}

/** Owner and priority. */
function Owned({ owner, priority }: { owner: string; priority: string }) {
  return (
    <span className="flex gap-2">
      <Badge variant="outline">{owner}</Badge>
      <Badge variant={priority === 'high' ? 'destructive' : 'secondary'}>{priority}</Badge>
    </span>
  );
}
