import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the build renders this, for a page's first screen: never in a browser. */
export const usePrerendering = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
