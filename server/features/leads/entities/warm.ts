import { noFacts } from '../facts.ts';
import { learnLine, type ReadFacts } from './learn-line.ts';

/** One line as it is typed and one as it is spoken: between them they use every pattern. */
const LINES = [
  'Good morning, I am Jane Doe, managing director at Acme Labs Ltd. Every order waits for my signature. We have set aside about £12,000 and begin on 3 June. Please call me: +44 20 7946 0000, jane.doe@acme.test — Jane Doe',
  'so um my name is jane doe from blue river clinics we have twelve thousand euros for it before the summer and no budget after that is it jane dot doe at blue river clinics dot test',
];

/**
 * Reads two lines of nobody's, so that the patterns are compiled before the first visitor speaks: compiling takes some
 * 60 ms once, and would otherwise hold up whoever is being answered at that moment.
 */
export function warmReader(): void {
  let facts: ReadFacts = noFacts();
  for (const [seq, text] of LINES.entries()) facts = learnLine(facts, { seq, text, before: 'How may she reach you?' });
}
