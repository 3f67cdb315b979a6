/** What the owner's pages can be asked for in their addresses. Read with every page, so it stays small. */

type Words<Key extends string> = { [K in Key]?: string };

/** All words of an address, whoever may need them: each page knows which are its own. A number was read as one. */
function words<Key extends string>(raw: Record<string, unknown>): Words<Key> {
  const read: Record<string, string> = {};
  for (const key in raw) if (/^(str|num)/.test(typeof raw[key])) read[key] = `${raw[key]}`;
  return read as Words<Key>;
}

type Reader<Key extends string> = (raw: Record<string, unknown>) => Words<Key>;

/** Where somebody is in the dashboard; the dashboard knows what each may be. */
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
/** Where to go after signing in. */
export const readSignInSearch: Reader<'next'> = words;
export const readWaitlistSearch: Reader<'cursor'> = words;

/** @returns the `seq` of the utterance that is to be shown, if any */
export function readSessionSearch({ at }: Record<string, unknown>): { at?: number } {
  return typeof at === 'number' && Number.isInteger(at) && at >= 0 ? { at } : {};
}
