export type { SignInConfig } from './owner-sentences.ts';
