import { language } from '../platform/language.ts';
import { type TextId, t } from '../platform/texts.ts';

/** A field of a summary: its label and value. */
export const FIELD = /^(\p{Lu}[^:“]{1,40}): (?=\S)(.*)$/su;

/**
 * A summary with the labels of its fields in the reader's language. The server writes them in English
 * (contract/summary-labels.ts); other lines stay.
 */
export function inReadersLabels(summary: string): string {
  if (language() === 'en') return summary;
  return summary
    .split('\n')
    .map((line) => {
      const [, label, value] = FIELD.exec(line) ?? [];
      return label ? `${labelWords(label)}: ${value}` : line;
    })
    .join('\n');
}

function labelWords(label: string): string {
  const id = `summary.${label.toLowerCase().replaceAll(' ', '_')}`;
  const words = t(id as TextId);
  return words === id ? label : words;
}
