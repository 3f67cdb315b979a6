import type { Intent } from '@understudy/contract/leads';
import { Badge } from '../../../ui/badge.tsx';
import { intentVariant, spaced } from '../words/session-words.ts';

/** What somebody wanted, or 'Unknown', in the style of the specification's section 4. */
export function IntentBadge({ intent }: { intent: Intent | null }) {
  return (
    <Badge variant={intentVariant(intent)} className="whitespace-nowrap">
      {intent === null ? 'Unknown' : spaced(intent)}
    </Badge>
  );
}
