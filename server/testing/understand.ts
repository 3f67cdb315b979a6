import { createUnderstand } from '../features/understanding/understand.ts';
import { createSentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';

/** The product's own reading of lines, for tests without a server. */
export const understand = createUnderstand(createSentenceEncoder(), () => ['Orla Venstrom', 'Orla']);
