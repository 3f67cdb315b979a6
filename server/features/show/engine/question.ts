const SENTENCE = /[^.!?…]*[.!?…]+["”’')\]]*\s*/g;

/** The question in which a text ends, without its pauses; null where it ends in none. */
export function questionOf(text: string): string | null {
  const plain = text.replace(/(?:\s|\[pause:[^\]]*\])+$/, '').replace(/\[pause:[^\]]*\]/g, '. ');
  if (!/\?["”’')\s]*$/.test(plain)) return null;
  return plain.match(SENTENCE)?.at(-1)?.trim().toLowerCase() ?? null;
}
