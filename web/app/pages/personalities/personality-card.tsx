import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Personality } from './personalities.ts';

/** The card of a personality, in the mode's colour from the twin's files. */
export function PersonalityCard({ personality, color }: { personality: Personality; color: string | undefined }) {
  const strengthsId = `strengths-${personality.id}`;
  return (
    <li className="flex flex-col border-t pt-7 pb-12">
      <h2 className="flex items-center gap-3 text-3xl">
        <span aria-hidden="true" className="gel" style={color ? { backgroundColor: color } : undefined} />
        {personality.name}
      </h2>
      <p className="mt-3 max-w-measure font-serif text-xl leading-snug">{personality.description}</p>
      <p className="mt-3 max-w-measure text-muted-foreground">{personality.details}</p>
      <h3 id={strengthsId} className="mt-5 font-sans font-semibold text-sm">
        Key Strengths
      </h3>
      <ul aria-labelledby={strengthsId} className="mt-2 flex flex-wrap gap-2">
        {personality.traits.map((trait) => (
          <li key={trait}>
            <Badge variant="secondary">{trait}</Badge>
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-6">
        <Button asChild variant="outline">
          <Link to={paths.chat} search={{ mode: personality.id }}>
            Chat as {personality.name}
          </Link>
        </Button>
      </div>
    </li>
  );
}
