import type { ImportPassage, PassageChange, PassageDecision } from '@understudy/contract/imports';
import type { WrittenPassage } from './knowledge-text.ts';

/** A passage found in a source. */
export interface FoundPassage extends Omit<ImportPassage, 'position' | 'old' | 'change' | 'decision'> {
  /** What the owner decided already; missing for what was just read. */
  change?: PassageChange;
  decision?: PassageDecision;
}

/** A passage of the import that was applied before. */
export interface EarlierPassage extends Pick<FoundPassage, 'headings' | 'title' | 'source' | 'url' | 'page'> {
  decision: PassageDecision;
  /** The passage of the knowledge that came of it; null for none. */
  passageId: string | null;
}

/** A found passage beside what the knowledge has in its place. */
export interface ComparedPassage extends Required<FoundPassage> {
  old: { title: string; text: string } | null;
  passageId: string | null;
}

/**
 * Compares what a source has now with what an earlier import of it brought and with what became of that in the
 * knowledge: unchanged where the source is the same, whatever the owner made of it there.
 *
 * @param known the passages of the knowledge by id
 */
export function compare(
  found: readonly FoundPassage[],
  earlier: readonly EarlierPassage[],
  known: ReadonlyMap<string, WrittenPassage>,
): ComparedPassage[] {
  const partners = matched(found, earlier);
  const isThere = earlier.some(({ passageId }) => passageId !== null && known.has(passageId));
  const compared = found.map((passage, at): ComparedPassage => {
    const before = partners.get(at) ?? null;
    const now = before?.passageId ? known.get(before.passageId) : undefined;
    const isSame = before?.source === passage.source;
    if (!before || !now) {
      // Where nothing is left of the earlier import, its decisions are void too.
      const wasDropped = isSame && isThere && before?.decision === 'dropped';
      return { ...decided(passage, 'new', wasDropped ? 'dropped' : 'proposed'), old: null, passageId: null };
    }
    const old = { title: now.title, text: now.text };
    const { passageId } = before;
    if (isSame) {
      const kept = { ...passage, ...old, asks: [...now.asks] };
      return { ...kept, change: 'unchanged', decision: 'taken', old, passageId };
    }
    const asks = [...new Set([...now.asks, ...passage.asks])];
    return { ...decided({ ...passage, asks }, 'changed', 'proposed'), old, passageId };
  });
  const kept = new Set([...partners.values()]);
  for (const before of earlier) {
    const now = before.passageId === null ? undefined : known.get(before.passageId);
    if (!now || kept.has(before)) continue;
    const { headings, source, page, url, passageId } = before;
    const old = { title: now.title, text: now.text };
    const gone = { headings, ...old, asks: [...now.asks], source, page, url, passageId, old };
    compared.push({ ...gone, change: 'gone', decision: 'proposed' });
  }
  return compared;
}

/** A passage with its change, and with the decision that the owner made for the same change, or else this one. */
function decided(passage: FoundPassage, change: PassageChange, decision: PassageDecision): Required<FoundPassage> {
  const isKept = passage.change === change && passage.decision !== undefined;
  return { ...passage, change, decision: isKept ? (passage.decision as PassageDecision) : decision };
}

/** Which earlier passage each found one is, by position: below the same headings, or else of the same text. */
function matched(found: readonly FoundPassage[], earlier: readonly EarlierPassage[]): Map<number, EarlierPassage> {
  const partners = new Map<number, EarlierPassage>();
  const left = new Set(earlier);
  const pair = (keyOf: (passage: Pick<FoundPassage, 'headings' | 'source' | 'url' | 'title'>) => string): void => {
    const byKey = Map.groupBy(left, keyOf);
    for (const [at, passage] of found.entries()) {
      const partner = partners.has(at) ? undefined : byKey.get(keyOf(passage))?.shift();
      if (!partner) continue;
      partners.set(at, partner);
      left.delete(partner);
    }
  };
  pair(({ url, headings, source }) => JSON.stringify([url, headings, source]));
  pair(({ source }) => source);
  pair(({ url, headings }) => JSON.stringify([url, headings]));
  return partners;
}
