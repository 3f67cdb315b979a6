import type { AdminSession } from '@understudy/contract/admin';
import { Badge } from '../../../ui/badge.tsx';
import { spaced } from '../../../ui/id-words.ts';
import { intentVariant } from '../words/session-words.ts';

/**
 * The final intent or 'Unknown', in the style of the specification's section 4; the current guess while the session
 * runs.
 */
export function IntentBadge({ session: { final_intent: final, current_intent: current } }: { session: AdminSession }) {
  return (
    <>
      <Badge variant={intentVariant(final)} className="whitespace-nowrap">
        {final === null ? 'Unknown' : spaced(final)}
      </Badge>
      {final === null && current ? (
        <span className="block whitespace-nowrap text-muted-foreground text-sm">so far {spaced(current)}</span>
      ) : null}
    </>
  );
}
