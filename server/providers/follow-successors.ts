/** The id that now answers for a catalogue's id; an id that the catalogue does not list answers for itself. */
export function followSuccessors(id: string, successors: Record<string, string | null>): string {
  const seen = new Set<string>();
  let serving = id;
  while (Object.hasOwn(successors, serving) && !seen.has(serving)) {
    seen.add(serving);
    serving = successors[serving] ?? serving;
  }
  return serving;
}
