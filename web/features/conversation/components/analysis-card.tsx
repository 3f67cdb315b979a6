import { type Extract, gradeOf } from '@understudy/contract/leads';
import { type ComponentType, lazy, Suspense } from 'react';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';

// Loaded with the first analysis: nothing is known before the visitor has spoken. A conversation goes on without it.
const AnalysisDetails = lazy<ComponentType<{ extract: Extract }>>(() =>
  import('./analysis-details.tsx').catch(() => ({ default: () => null })),
);

/** The analysis so far; absent while it is empty. */
export function AnalysisCard({ extract }: { extract: Extract | null }) {
  const isEmpty =
    !extract ||
    (!extract.intent && extract.lead_score === 0 && extract.confidence === 0 && extract.followup_actions.length === 0);
  return isEmpty ? null : (
    <Suspense>
      <AnalysisDetails extract={extract} />
    </Suspense>
  );
}

/** Section 4, intent badge style: these three are highlighted. */
const HIGHLIGHTED = new Set(['consulting_inquiry', 'partnership_vendor', 'speaking_request']);

/** The visitor's apparent intent; 'none' while unknown. */
export function IntentBadge({ intent, className }: { intent: string | null; className?: string }) {
  return (
    <Badge
      variant={intent === null ? 'outline' : HIGHLIGHTED.has(intent) ? 'default' : 'secondary'}
      className={className}
    >
      <span className="sr-only">{t('chat.intentLabel')} </span>
      {t('chat.intentName', { intent: intent ?? 'none' })}
    </Badge>
  );
}

/** The lead score, 0 to 100; highlighted where its priority is high. */
export function ScoreBadge({ score, className }: { score: number; className?: string }) {
  return (
    <Badge variant={gradeOf('chat_priority', score) === 'high' ? 'default' : 'outline'} className={className}>
      {t('chat.score', { score })}
    </Badge>
  );
}
