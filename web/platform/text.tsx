import { Fragment, type ReactNode } from 'react';
import { type TextId, type TextValues, t } from './texts.ts';

/** What renders each tag of a text, by the tag's name. */
type Tags = Record<string, (words: string) => ReactNode>;

/** `<link>words</link>` or `<mail/>`; tags do not nest. */
const TAG = /<(\w+)>([^<]*)<\/\1>|<(\w+)\/>/g;

/** A text of the catalogue with elements in it, such as a link. A tag without an entry is rendered as its words. */
export function Text({ id, values, tags }: { id: TextId; values?: TextValues; tags: Tags }) {
  const text = t(id, values);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, around = '', words = '', alone = around] = match;
    parts.push(text.slice(end, match.index), tags[alone]?.(words) ?? words);
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order.
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
