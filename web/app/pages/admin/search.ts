/** What the owner's pages can be asked for in their addresses. Read with every page, so it stays small. */

/** Where somebody is in the dashboard; the dashboard knows what each may be. */
const PLACE = ['tab', 'range', 'intent', 'q', 'sort', 'cursor', 'find', 'from', 'to', 'section', 'file'] as const;

/** The words of an address under some keys; a search for a number was read as one. */
function words<Key extends string>(raw: Record<string, unknown>, keys: readonly Key[]): { [K in Key]?: string } {
  const read: { [K in Key]?: string } = {};
  for (const key of keys) {
    const value = raw[key];
    if (typeof value === 'string' || typeof value === 'number') read[key] = String(value);
  }
  return read;
}

export const readDashboardSearch = (raw: Record<string, unknown>) => words(raw, PLACE);
/** Where to go after signing in, and an invitation's token. */
export const readSignInSearch = (raw: Record<string, unknown>) => words(raw, ['next', 'invite']);
export const readWaitlistSearch = (raw: Record<string, unknown>) => words(raw, ['cursor']);

/** @returns the `seq` of the utterance that is to be shown, if any */
export function readSessionSearch({ at }: Record<string, unknown>): { at?: number } {
  return typeof at === 'number' && Number.isInteger(at) && at >= 0 ? { at } : {};
}
