import { sentenceCase } from '../../../ui/id-words.ts';
import type { DashboardPlace } from '../search.ts';
import { FILTER_INTENTS, RANGE_WORDS } from '../words/session-words.ts';

/** A filter as text: 'Last 7 days, Consulting, “ana”'. */
export function FilterWords({ place: { range, intent, q } }: { place: DashboardPlace }) {
  const known = FILTER_INTENTS.find(({ id }) => id === intent)?.words ?? sentenceCase(intent);
  const parts = [RANGE_WORDS[range], ...(intent === 'all' ? [] : [known]), ...(q ? [`“${q}”`] : [])];
  return <span className="wrap-anywhere">{parts.join(', ')}</span>;
}
