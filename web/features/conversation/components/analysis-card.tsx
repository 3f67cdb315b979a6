import { type Extract, gradeOf } from '@understudy/contract/leads';
import type { ReactNode } from 'react';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Collapsible } from '../../../ui/collapsible.tsx';
import { fixedWords, reasonWords } from '../../../ui/fixed-words.ts';

/** The analysis so far (section 2): collapsed at first, absent while it is empty. */
export function AnalysisCard({ extract }: { extract: Extract | null }) {
  const intent = extract?.intent ?? null;
  const score = extract?.lead_score ?? 0;
  if (!extract || (!intent && score === 0 && extract.confidence === 0 && extract.followup_actions.length === 0)) {
    return null;
  }
  return (
    // Shrinks and scrolls to leave room for the messages and the field; its focused header stays visible.
    <div className="talk-analysis">
      <Collapsible summary={<span className="py-2">{t('chat.analysis')}</span>}>
        <dl className="grid grid-cols-2 gap-x-8 gap-y-3 pt-1 pb-4 sm:grid-cols-4">
          <Fact term={t('chat.intent')}>{intent ? t('chat.intentName', { intent }) : t('ui.unknown')}</Fact>
          <Fact term={t('chat.confidence')}>{Math.round(extract.confidence * 100)}%</Fact>
          <Fact term={t('chat.leadScore')}>{score}</Fact>
          <Fact term={t('chat.priority')}>{t('chat.priorityGrade', { grade: gradeOf('chat_priority', score) })}</Fact>
          <Lines term={t('chat.whyThisScore')} lines={extract.reasons.map(reasonWords)} />
          <Lines term={t('chat.followUpActions')} lines={extract.followup_actions.map(fixedWords)} />
        </dl>
      </Collapsible>
    </div>
  );
}

function Lines({ term, lines }: { term: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="col-span-full">
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd>
        <ul className="list-disc pl-5">
          {lines.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
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
