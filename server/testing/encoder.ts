import { createSentenceEncoder, type SentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';
import { TEST_TIMEOUT_MS } from './sample-twin.ts';

const shared = createSentenceEncoder({ timeoutMs: TEST_TIMEOUT_MS });

/**
 * The product's own encoder, whose thread all tests of a process share, since loading it takes the better part of a
 * second. It ends with the process. Each caller gets an object of its own to spy on.
 */
export const sharedEncoder = (): SentenceEncoder => ({ ...shared, close: async () => undefined });
