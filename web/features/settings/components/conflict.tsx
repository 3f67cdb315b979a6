import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { When } from '../../../ui/when.tsx';

export interface ConflictProps {
  by: string | null;
  at: string | null;
  theirs: readonly string[];
  mine: readonly string[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  /** A word-by-word comparison, where the change lists only count lines. */
  children?: ReactNode;
}

/** Two users have changed the same thing: shows both changes and asks which one to keep. */
export function Conflict({ by, at, theirs, mine, onTakeTheirs, onKeepMine, children }: ConflictProps) {
  return (
    <div role="alert" className="mb-6 rounded-md border border-destructive-text p-4">
      <p className="font-medium">
        <span className="wrap-anywhere">{by ?? 'Someone else'}</span> changed this while you were editing
        {at ? (
          <>
            {' '}
            (<When at={at} />)
          </>
        ) : null}
        .
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Side title="Theirs (saved)" changes={theirs} />
        <Side title="Yours (unsaved)" changes={mine} />
      </div>
      {children}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" className="min-h-11" onClick={onTakeTheirs}>
          Take theirs
        </Button>
        <Button variant="outline" size="sm" className="min-h-11" onClick={onKeepMine}>
          Keep mine
        </Button>
      </div>
      <p className="mt-2 text-muted-foreground text-sm">‘Keep mine’ replaces their version with yours when you save.</p>
    </div>
  );
}

function Side({ title, changes }: { title: string; changes: readonly string[] }) {
  return (
    <div className="min-w-0 text-sm">
      <p className="text-muted-foreground">{title}</p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
    </div>
  );
}
