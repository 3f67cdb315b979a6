/** Why what was heard is no turn. */
export type DropReason = 'empty' | 'hallucination' | 'echo' | 'backchannel' | 'noise' | 'typing' | 'failed';
