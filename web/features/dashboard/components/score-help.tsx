import { HIGH_QUALITY_LEAD_SCORE, HOT_LEAD_SCORE } from '@understudy/contract/constants';
import { SCORE_SCALES, type ScoreScale } from '@understudy/contract/leads';
import { useRef } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { sentenceCase } from '../../../ui/id-words.ts';

const SCALE_WORDS: Record<ScoreScale, { name: string; about: string }> = {
  tier: { name: 'Tier', about: 'Lists, badges, charts, summaries and exports.' },
  stat_card: {
    name: 'High-Quality Leads',
    about:
      'The card on the Overview and the leads in Analytics. The bar is lower than hot: from ' +
      `${HIGH_QUALITY_LEAD_SCORE} to ${HOT_LEAD_SCORE - 1} a lead is warm, and counted.`,
  },
  chat_priority: { name: 'Priority in the chat', about: 'The visitor’s own ‘Conversation Analysis’ card.' },
  item_priority: {
    name: 'Priority of an action item',
    about:
      'Items that follow from what a visitor is after. A complaint or a call asked for by the form is always high.',
  },
};

/** Explains the four score scales, as defined in the contract. */
export function ScoreHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog title="What a score means" dialog={dialog} hasCross onClose={onClose}>
      <p className="text-muted-foreground">Each conversation has a score from 0 to 100. Four scales read it.</p>
      <dl className="mt-4 divide-y border-y">
        {(Object.keys(SCALE_WORDS) as ScoreScale[]).map((scale) => (
          <div key={scale} className="py-3">
            <dt className="font-medium">{SCALE_WORDS[scale].name}</dt>
            <dd className="mt-0.5 tabular-nums">{gradesOf(scale)}</dd>
            <dd className="mt-0.5 text-muted-foreground text-sm">{SCALE_WORDS[scale].about}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** 'Hot 75 to 100, warm 50 to 74, cold 0 to 49'. */
export function gradesOf(scale: ScoreScale): string {
  const grades = SCORE_SCALES[scale];
  const words = grades.map(({ grade, from }, index) => `${grade} ${from} to ${(grades[index - 1]?.from ?? 101) - 1}`);
  return sentenceCase(words.join(', '));
}
