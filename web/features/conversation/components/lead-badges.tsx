import { Badge } from '../../../ui/badge.tsx';

/** Section 4, intent badge style: these three are highlighted. */
const HIGHLIGHTED = new Set(['consulting_inquiry', 'partnership_vendor', 'speaking_request']);

/** The intent with underscores replaced by spaces. */
export function intentWords(intent: string): string {
  return intent.replaceAll('_', ' ');
}

/** The visitor's apparent intent; 'none' while unknown. */
export function IntentBadge({ intent, className }: { intent: string | null; className?: string }) {
  return (
    <Badge
      variant={intent === null ? 'outline' : HIGHLIGHTED.has(intent) ? 'default' : 'secondary'}
      className={className}
    >
      <span className="sr-only">Intent: </span>
      {intent ? intentWords(intent) : 'none'}
    </Badge>
  );
}

/** The lead score, 0 to 100. */
export function ScoreBadge({ score, className }: { score: number; className?: string }) {
  return (
    <Badge variant="outline" className={className}>
      Score: {score}
    </Badge>
  );
}
