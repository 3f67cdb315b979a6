/** Small text tools of the embedded twin. */

/** A pause between two thoughts, as the product writes it. */
export const PAUSE = '[pause:1s]';

/** A small, even hash (FNV-1a): the same words always lead to the same choice. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/** Puts values in the place of `{keys}`; an unknown key stays. */
export function fill(text: string, values: Record<string, string | null>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);
}

/** Capital first letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Words that begin a sentence and are written small within one. */
const SMALL =
  /^(The|That|This|There|It|For|A|An|In|On|You|Your|If|Most|What|When|Every|Hold|No|Not|To|At|From|Here|None|Whether|What|Who|With|All|One|Two|She|Her|People|Between|Distance|Somewhere|Fixed|Week|Prices|Hire|Promoting|Several|Then|Nothing|My|As|By|Begin|These|Those|Adding|Look|Give|Since|So|Every|Documents|Notes|They|He|We|Which|Who|Where|After|Before|Until|Each|Some|Many|Even|Noted|Understood|Very)\b/;

/** A sentence as it continues another: its first word small where that is right. */
export function uncapital(sentence: string): string {
  return SMALL.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

/** 'a, b and c'. */
export function enumerate(items: string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

const paragraphs = new WeakMap<object, string[]>();

/** Paragraphs of a passage; split once. */
export function paragraphsOf(passage: { text: string }): string[] {
  let split = paragraphs.get(passage);
  if (!split) {
    split = passage.text.split('\n\n');
    paragraphs.set(passage, split);
  }
  return split;
}

/** Adds the visitor's name to a short line: 'Fair question.' becomes 'Fair question, Sam.'; null when it does not fit. */
export function withName(line: string, name: string): string | null {
  if (line.includes(name) || line.length > 60 || !/[a-z][.?]$/i.test(line)) return null;
  return `${line.slice(0, -1)}, ${name}${line.slice(-1)}`;
}

const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };

/** Undoes letters written as digits, for words that mix the two. */
export function unleet(text: string): string {
  // Each word is looked at whole: one that is looked for behind any place of a long word would cost its square.
  return text.replace(/\S+/g, (word) =>
    /[a-z]/i.test(word) && /[013457@$]/.test(word) ? word.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign) : word,
  );
}

/** A text as a pattern that matches just it. */
export const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
