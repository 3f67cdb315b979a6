export { holdsSecret, isSensitive } from './extract-memories.ts';
export { memoryFunctions } from './functions.ts';
export { MemoryQueue } from './memory-queue.ts';
export { type MemoryDeps, rememberConversation } from './remember.ts';
export { toBytes as embeddingBytes } from './store.ts';
