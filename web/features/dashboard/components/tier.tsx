import { type Tier, tierOf } from '@understudy/contract/leads';
import { cn } from '../../../ui/cn.ts';
import { TIER_WORDS } from '../words/session-words.ts';

/** A tier's shape: a pulsing disc, a diamond, a ring. Its name is always given beside it or to screen readers. */
export function TierMark({ tier }: { tier: Tier }) {
  return <span aria-hidden data-tier={tier} className="tier-mark" />;
}

/** A score with its tier: shape, figure, name. */
export function Score({ score, className }: { score: number; className?: string }) {
  const tier = tierOf(score);
  return (
    <span className={cn('inline-flex items-center gap-2 whitespace-nowrap', className)}>
      <TierMark tier={tier} />
      <span data-tier={tier} className="tier-text font-semibold tabular-nums">
        {score}
      </span>
      <span data-tier={tier} className="tier-text text-sm">
        {TIER_WORDS[tier]}
      </span>
    </span>
  );
}

/** By 75 and 50: highlighted, secondary, outlined. */
const VARIANTS = { hot: 'default', warm: 'secondary', cold: 'outline' } as const;

export const scoreVariant = (score: number) => VARIANTS[tierOf(score)];
