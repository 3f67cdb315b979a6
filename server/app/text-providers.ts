import type { ModelInfo } from '@understudy/contract/wire';
import type { LanguageModel } from '../providers/language-model/port.ts';

/** A message of `{provider}_chat`. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** Sampling of `{provider}_chat`, by the wire's names. */
export interface ChatParams {
  model?: string | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  presence_penalty?: number | undefined;
  frequency_penalty?: number | undefined;
  max_tokens: number;
}

/** All that writes text, behind one value. */
export interface TextProviders {
  languageModel: LanguageModel;
  /** Names of the active providers, `embedded` always among them. */
  active: readonly string[];
  /** What the picker shows. */
  models(): ModelInfo[];
  /** The id that a turn without one asks for. */
  defaultModel(): string;
  /** Whether an id may be asked for. */
  knows(model: string): boolean;
  /** One plain completion; never throws, a failure gives the spec's fixed sentence. */
  complete(provider: string, messages: ChatMessage[], params: ChatParams, signal: AbortSignal): Promise<string>;
}
