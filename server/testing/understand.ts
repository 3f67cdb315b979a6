import { createUnderstand } from '../features/understanding/understand.ts';
import { sharedEncoder } from './encoder.ts';

/** The product's own reading of lines, for tests without a server. */
export const understand = createUnderstand(sharedEncoder(), () => ['Orla Venstrom', 'Orla']);
