import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { AccountButton } from './account-button.tsx';

/** It needs libraries that the Overview does not use, and is not opened first. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** By then the first screen has rendered. */
const SOON_MS = 2_000;

/**
 * The account menu, loaded on interaction or after the first screen. Its button is there earlier, and interactions with
 * it are not lost.
 */
export function Account() {
  const [isAskedFor, setAskedFor] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  // As a transition, so that the button stays until the menu is loaded.
  const askFor = () => startTransition(() => setAskedFor(true));
  useEffect(() => {
    const soon = setTimeout(() => startTransition(() => setAskedFor(true)), SOON_MS);
    return () => clearTimeout(soon);
  }, []);
  const early = (
    <AccountButton
      onPointerEnter={askFor}
      onClick={() => {
        setWanted(true);
        askFor();
      }}
      onFocus={() => {
        setFocus(true);
        askFor();
      }}
      onBlur={() => setFocus(false)}
    />
  );
  return (
    <Suspense fallback={early}>
      {isAskedFor ? <AccountMenu isOpenAtFirst={isWanted} hasFocusAtFirst={hasFocus} /> : early}
    </Suspense>
  );
}
