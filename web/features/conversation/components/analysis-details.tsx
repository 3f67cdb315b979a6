import { type Extract, gradeOf } from '@understudy/contract/leads';
import type { ReactNode } from 'react';
import { t } from '../../../platform/texts.ts';
import { Collapsible } from '../../../ui/collapsible.tsx';
import { fixedWords, reasonWords } from '../../../ui/fixed-words.ts';

/** The analysis so far (section 2), collapsed at first. */
export default function AnalysisDetails({ extract }: { extract: Extract }) {
  const { intent, lead_score: score } = extract;
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
