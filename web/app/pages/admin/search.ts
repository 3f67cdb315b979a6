/** Search parameters of the owner's pages. Loaded with every page, so it must stay small. */

type Words<Key extends string> = { [K in Key]?: string };

/**
 * All string parameters of an address: each page picks its own. A value that was parsed as a number is converted back.
 */
function words<Key extends string>(raw: Record<string, unknown>): Words<Key> {
  const read: Record<string, string> = {};
  for (const key in raw) if (/^(str|num)/.test(typeof raw[key])) read[key] = `${raw[key]}`;
  return read as Words<Key>;
}

type Reader<Key extends string> = (raw: Record<string, unknown>) => Words<Key>;

/** The dashboard's parameters; the dashboard validates them. */
export const readDashboardSearch: Reader<
  | 'tab'
  | 'range'
  | 'intent'
  | 'q'
  | 'sort'
  | 'cursor'
  | 'find'
  | 'from'
  | 'to'
  | 'section'
  | 'file'
  | 'question'
  | 'passage'
> = words;
/** The destination after signing in. */
export const readSignInSearch: Reader<'next'> = words;
export const readWaitlistSearch: Reader<'cursor'> = words;

/** @returns the `seq` of the utterance to show, if any */
export function readSessionSearch({ at }: Record<string, unknown>): { at?: number } {
  return typeof at === 'number' && Number.isInteger(at) && at >= 0 ? { at } : {};
}
