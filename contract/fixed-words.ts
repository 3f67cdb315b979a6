import { FIXED_MEMORIES, FIXED_SENTENCES, FIXED_VALUES } from './fixed-sentences.ts';
import type { Language } from './languages.ts';
import { readReason, type ScoreReason } from './score-reasons.ts';
import { formReader, type ReadForm } from './sentence-forms.ts';
import { SUMMARY_LABELS } from './summary-labels.ts';

const sentences = formReader(FIXED_SENTENCES);
const { either, ...singleValues } = FIXED_VALUES;
const values = formReader(singleValues);
const reaches = formReader({ either });
const memories = formReader(FIXED_MEMORIES);

/** Every fixed text of the catalogue. */
type FixedCode = keyof typeof FIXED_SENTENCES | keyof typeof FIXED_VALUES | keyof typeof FIXED_MEMORIES;

/** Ids of the texts (`server.json` in `web/texts`) that fixed words are made of. */
export type FixedTextId = `fixed.${FixedCode}` | `reasons.${ScoreReason}` | `summary.${string}`;

/** Who reads fixed words: their language, and its texts. */
export interface FixedWordsReader {
  language(): Language;
  /** A text with its values filled in. */
  text(id: FixedTextId, values?: Record<string, string>): string;
  /** A day, `2026-11-26`, in words. */
  day(day: string): string;
}

/** Words what the server keeps in English in the reader's language. */
export interface FixedWords {
  /**
   * A text of the server with its fixed sentences in the reader's language (`fixed-sentences.ts`). The words of
   * visitors and models, and what an owner wrote, stay.
   */
  fixedWords(text: string): string;
  /** A reason for a score. @param sentence as the server keeps it */
  reasonWords(sentence: string): string;
  /** What is remembered of a visitor; a visitor's own correction is shown as it is. */
  memoryWords(memory: string): string;
}

/** A field of a summary: its label and value. */
export const FIELD = /^(\p{Lu}[^:“]{1,40}): (?=\S)(.*)$/su;
/** A title or label, and the visitor's words. */
const QUOTING = /^([^“”\n]+): (“[^“”]*”)$/u;
/** Between parts of a list, outside of the visitor's words. */
const BETWEEN_PARTS = /(, |; )(?=(?:[^“”]|“[^“”]*”)*$)/u;

/** With a capital where the English text has one. */
const asBegun = (text: string, words: string): string =>
  /^\p{Lu}/u.test(text) ? words.charAt(0).toUpperCase() + words.slice(1) : words;

/** Years in which each day falls on each weekday. */
const YEARS = Array.from({ length: 28 }, (_, index) => 2024 + index);

const unstopped = (sentence: string) => sentence.replace(/\.$/, '');

/** Languages that the server names; others stay in English. */
const NAMED =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv th tr ' +
  'uk vi zh';

/** Creates the words for a reader: a page, or a mail. */
export function createFixedWords(reader: FixedWordsReader): FixedWords {
  const isEnglish = () => reader.language() === 'en';

  function fixedWords(text: string): string {
    if (isEnglish()) return text;
    return text
      .split('\n')
      .map((line) => partWords(line) ?? fieldWords(line) ?? runWords(line))
      .join('\n');
  }

  /** A value within a sentence, such as what a visitor asked for; as it is if it is not one of ours. */
  function fixedValueWords(value: string): string {
    const read = isEnglish() ? null : values.whole(value.charAt(0).toLowerCase() + value.slice(1));
    return read ? asBegun(value, worded(read)) : value;
  }

  function reasonWords(sentence: string): string {
    const reason = isEnglish() ? null : readReason(sentence);
    if (!reason) return sentence;
    const { code, value } = reason;
    return reader.text(`reasons.${code}`, { value: code === 'request' ? fixedValueWords(value) : value });
  }

  function memoryWords(memory: string): string {
    const read = isEnglish() ? null : memories.whole(memory);
    return read ? worded(read) : memory;
  }

  /** A title, or another text that is one fixed sentence or value as a whole; null if it is not. */
  function partWords(part: string): string | null {
    const read = sentences.whole(part);
    if (read) return asBegun(part, worded(read));
    const [, head = '', quote] = QUOTING.exec(part) ?? [];
    const title = sentences.whole(head);
    if (title) return `${asBegun(head, worded(title))}: ${quote}`;
    const value = fixedValueWords(part);
    return value === part ? null : value;
  }

  /** A field of a summary; null if the line has no label of ours. */
  function fieldWords(line: string): string | null {
    const [, label = '', value = ''] = FIELD.exec(line) ?? [];
    const isPlain = (SUMMARY_LABELS as readonly string[]).includes(label);
    const name = isPlain ? reader.text(`summary.${label.toLowerCase().replaceAll(' ', '_')}`) : partWords(label);
    return name && `${name}: ${listWords(value)}`;
  }

  /** A list of parts, each worded by itself. */
  function listWords(list: string): string {
    return (
      partWords(list) ??
      list
        .split(BETWEEN_PARTS)
        .map((part, index) => (index % 2 === 1 ? part : (partWords(part) ?? unstopped(reasonWords(`${part}.`)))))
        .join('')
    );
  }

  /** Sentences one after another. */
  function runWords(text: string): string {
    let words = '';
    let from = 0;
    while (from < text.length) {
      const read = sentences.at(text, from);
      const next = read ? null : /[.?!”] /g;
      if (next) next.lastIndex = from;
      const end = read?.end ?? (next?.exec(text) ? (next.lastIndex ?? text.length) - 1 : text.length);
      words += read ? asBegun(text.slice(from), worded(read)) : text.slice(from, end);
      const isBetween = text[end] === ' ';
      words += isBetween ? ' ' : '';
      from = isBetween ? end + 1 : end;
    }
    return words;
  }

  /** A sentence with its values in the reader's language. */
  function worded({ code, values: given }: ReadForm<FixedCode>): string {
    return reader.text(
      `fixed.${code}`,
      Object.fromEntries(Object.entries(given).map(([name, value]) => [name, valueWords(name, value)])),
    );
  }

  function valueWords(name: string, value: string): string {
    switch (name) {
      case 'at': {
        const read = reaches.whole(value);
        return read ? worded(read) : value;
      }
      case 'who':
      case 'wish':
      case 'lead':
        return fixedValueWords(value);
      case 'deed':
        return deedWords(value);
      case 'items':
        return listWords(value);
      case 'item':
        return partWords(value) ?? value;
      case 'day':
      case 'date':
        return dayWords(value);
      case 'language':
        return languageWords(value);
      default:
        return value;
    }
  }

  /** A title within a sentence, without the visitor's words. */
  function deedWords(deed: string): string {
    const words = partWords(deed.charAt(0).toUpperCase() + deed.slice(1)) ?? deed;
    // German titles begin with nouns.
    return reader.language() === 'de' ? words : words.charAt(0).toLowerCase() + words.slice(1);
  }

  /** 'Thursday 26 November', '26 November' or '2026-11-26' in the reader's language; the server leaves the year out. */
  function dayWords(day: string): string {
    if (/^\d{4}-\d\d-\d\d$/.test(day)) return reader.day(day);
    const [, weekday, words] = /^(?:(\p{L}+) )?(\d{1,2} \p{L}+)$/u.exec(day) ?? [];
    const dates = YEARS.map((year) => new Date(`${words} ${year}`));
    const date = dates.find((one) => !weekday || one.toLocaleDateString('en', { weekday: 'long' }) === weekday);
    if (!words || !date || Number.isNaN(date.getTime())) return day;
    const parts = { day: 'numeric', month: 'long' } as const;
    return date.toLocaleDateString(reader.language(), weekday ? { ...parts, weekday: 'long' } : parts);
  }

  function languageWords(name: string): string {
    const english = new Intl.DisplayNames('en', { type: 'language' });
    const code = NAMED.split(' ').find((one) => english.of(one) === name);
    return (code && new Intl.DisplayNames(reader.language(), { type: 'language' }).of(code)) ?? name;
  }

  return { fixedWords, reasonWords, memoryWords };
}
