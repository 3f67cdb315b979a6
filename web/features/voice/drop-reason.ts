/** Why an utterance does not count as a turn. */
export type DropReason = 'empty' | 'hallucination' | 'echo' | 'backchannel' | 'noise' | 'typing' | 'failed';
