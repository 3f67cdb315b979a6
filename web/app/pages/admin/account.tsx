import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { AccountButton } from './account-button.tsx';

/** It brings libraries that the Overview has no other use for, and nobody opens it first. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** After so long the first screen is there. */
const SOON_MS = 2_000;

/**
 * The account's menu, which comes when somebody turns to it or after the first screen. Its button stands there before:
 * what is done with it meanwhile is not lost.
 */
export function Account() {
  const [isAskedFor, setAskedFor] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  // As a transition: the button stays until the menu has come.
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
