/**
 * The model id that now answers for one of the catalogue. An id that the catalogue does not list answers for itself.
 * @param successors the next id by id; null for one that still answers
 */
export function followSuccessors(id: string, successors: Record<string, string | null>): string {
  const seen = new Set<string>();
  let serving = id;
  while (Object.hasOwn(successors, serving) && !seen.has(serving)) {
    seen.add(serving);
    serving = successors[serving] ?? serving;
  }
  return serving;
}
