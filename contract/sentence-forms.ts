/**
 * Sentences with values, as the server writes them in English and the page finds them again: a form is a sentence in
 * which `{name}` stands for a value. The name of a value says what it may contain, so that a sentence has one reading.
 */
const ANY = '[^“”\\n]+?';
const VALUES: Readonly<Record<string, string>> = {
  value: '[\\s\\S]+',
  quote: '“[^“”]*”',
  quote_time: '“[^“”]*”',
  n: '\\d+',
  phone: '[^“”:\\n]+?',
  email: '[^\\s“”]+',
  who: '[^“”:\\n]+?',
  wish: '[^“”:\\n]+?',
  deed: '[^“”:.\\n]+?',
  day: '[^“”:.,\\n]+?',
  lead: '(?:[Aa] (?:hot|warm|cold) lead \\(\\d+ of 100\\)|[Tt]his is no lead)',
  items: '(?:[^“”]|“[^“”]*”)+?',
  item: '(?:[^“”]|“[^“”]*”)+?',
};

/** The sentence of a form. */
export const fillForm = (form: string, values: Readonly<Record<string, string | number>>): string =>
  form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** What was read from a text: which form it is of, and its values. */
export interface ReadForm<Code extends string> {
  code: Code;
  values: Record<string, string>;
}

/** Reads texts of some forms. The first form that fits counts. */
export interface FormReader<Code extends string> {
  /** The form of a whole text; null if it is of none. */
  whole(text: string): ReadForm<Code> | null;
  /** The sentence at a place of a text, and where it ends; null if none of the forms begins there. */
  at(text: string, from: number): (ReadForm<Code> & { end: number }) | null;
}

/** Compiles forms into their reader. */
export function formReader<Code extends string>(forms: Readonly<Record<Code, string>>): FormReader<Code> {
  const all = (Object.entries(forms) as [Code, string][]).map(([code, form]) => {
    const source = form
      .split(/\{(\w+)\}/)
      .map((part, index) => (index % 2 === 1 ? `(?<${part}>${VALUES[part] ?? ANY})` : part.replace(/[.()+?]/g, '\\$&')))
      .join('');
    return {
      code,
      whole: new RegExp(`^${source}$`, 'u'),
      sentence: form.endsWith('.') ? new RegExp(`${source}(?= |$)`, 'uy') : null,
    };
  });
  return {
    whole(text) {
      for (const { code, whole } of all) {
        const found = whole.exec(text);
        if (found) return { code, values: { ...found.groups } };
      }
      return null;
    },
    at(text, from) {
      for (const { code, sentence } of all) {
        if (!sentence) continue;
        sentence.lastIndex = from;
        const found = sentence.exec(text);
        if (found) return { code, values: { ...found.groups }, end: sentence.lastIndex };
      }
      return null;
    },
  };
}
