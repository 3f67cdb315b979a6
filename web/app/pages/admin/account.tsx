import { lazy, Suspense, useState } from 'react';
import { AccountButton } from './account-button.tsx';

/** It brings libraries that the Overview has no other use for, and nobody opens it first. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** The account's menu. Its button stands there before the menu has come: what is done with it meanwhile is not lost. */
export function Account() {
  const [isWanted, setWanted] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const early = (
    <AccountButton onClick={() => setWanted(true)} onFocus={() => setFocus(true)} onBlur={() => setFocus(false)} />
  );
  return (
    <Suspense fallback={early}>
      <AccountMenu isOpenAtFirst={isWanted} hasFocusAtFirst={hasFocus} />
    </Suspense>
  );
}
