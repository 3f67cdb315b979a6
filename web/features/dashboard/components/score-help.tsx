import { HIGH_QUALITY_LEAD_SCORE, HOT_LEAD_SCORE } from '@understudy/contract/constants';
import { SCORE_SCALES, type ScoreScale } from '@understudy/contract/leads';
import { useRef } from 'react';
import { t } from '../../../platform/texts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { capitalised } from '../../../ui/id-words.ts';

const scaleWords = (): Record<ScoreScale, { name: string; about: string }> => ({
  tier: { name: t('dashboard.tier'), about: t('dashboard.listsBadgesChartsSummariesAnd') },
  stat_card: {
    name: t('dashboard.highQualityLeads'),
    about: t('dashboard.theCardOnTheOverview', {
      from: HIGH_QUALITY_LEAD_SCORE,
      to: HOT_LEAD_SCORE - 1,
    }),
  },
  chat_priority: { name: t('dashboard.priorityInTheChat'), about: t('dashboard.theVisitorsOwnConversationAnalysis') },
  item_priority: {
    name: t('dashboard.priorityOfAnActionItem'),
    about: t('dashboard.itemsThatFollowFromWhat'),
  },
});

/** Explains the four score scales, as defined in the contract. */
export function ScoreHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog title={t('dashboard.whatAScoreMeans')} dialog={dialog} hasCross onClose={onClose}>
      <p className="text-muted-foreground">{t('dashboard.eachConversationHasAScore')}</p>
      <dl className="mt-4 divide-y border-y">
        {(Object.keys(scaleWords()) as ScoreScale[]).map((scale) => (
          <div key={scale} className="py-3">
            <dt className="font-medium">{scaleWords()[scale].name}</dt>
            <dd className="mt-0.5 tabular-nums">{gradesOf(scale)}</dd>
            <dd className="mt-0.5 text-muted-foreground text-sm">{scaleWords()[scale].about}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** 'Hot 75 to 100, warm 50 to 74, cold 0 to 49'. */
function gradesOf(scale: ScoreScale): string {
  const grades = SCORE_SCALES[scale];
  const words = grades.map(({ grade, from }, index) =>
    t('dashboard.grade', { grade: grade.replace(/\W/, '_'), from, to: (grades[index - 1]?.from ?? 101) - 1 }),
  );
  return capitalised(words.join(', '));
}
