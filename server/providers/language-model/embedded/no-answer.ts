import type { Twin } from '@understudy/contract/twin';
import type { Act } from './acts.ts';
import { thingAsked } from './asked-thing.ts';
import { NEAREST, REFER } from './phrases.ts';
import { fill } from './text.ts';

/** Acts that ask for something that the notes may hold; the rest is talk, or no business of the consultant's. */
const ASKING: ReadonlySet<Act> = new Set(['question', 'price', 'duration', 'example', 'advise', 'can_help']);

/** Whether a message of this kind asks for something that the twin could know: 'your VAT number' is no wish for a call. */
export const asksToKnow = (act: Act, text: string): boolean =>
  ASKING.has(act) || (act === 'book' && thingAsked(text).length > 0);

/** A line without what its first letter and its end may become. */
const core = (line: string) => line.slice(1).replace(/[.?!:]+$/, '');

/**
 * Knows the replies in which the embedded twin says that it has no answer, by its own lines of any mode.
 *
 * @returns whether a reply is one. @param told whether it rested on a passage all the same
 */
export function noAnswerLines({ persona, modes }: Pick<Twin, 'persona' | 'modes'>) {
  const values = { name: persona.name, first_name: persona.first_name, email: persona.contact.email };
  const filled = (lines: readonly string[]) => lines.map((line) => core(fill(line, values)));
  const unknown = filled([...modes.flatMap(({ manner }) => manner.unknown), ...NEAREST]);
  const refer = filled(REFER);
  return (reply: string, told: boolean): boolean =>
    unknown.some((line) => reply.includes(line)) || (!told && refer.some((line) => reply.includes(line)));
}
