/** The providers of models: the one table from which schemas, configuration and page derive. */

interface ProviderInfo {
  label: string;
  /** Where it issues keys; null for a server of the operator's own, which may need none. */
  keysAt: string | null;
  /** The environment variable with its key; null for an address of the operator's own, which has its own variables. */
  keyVariable: string | null;
}

/** By the names used in function names and events; hosted providers in the order of the chains. */
export const PROVIDERS = {
  groq: {
    label: 'Groq',
    keysAt: 'console.groq.com/keys',
    keyVariable: 'GROQ_API_KEY',
  },
  openai: {
    label: 'OpenAI',
    keysAt: 'platform.openai.com/api-keys',
    keyVariable: 'OPENAI_API_KEY',
  },
  custom: { label: 'OpenAI-compatible server', keysAt: null, keyVariable: null },
} as const satisfies Record<string, ProviderInfo>;

export type ProviderName = keyof typeof PROVIDERS;
/** A provider with a known address, and its own names for models and voices. */
export type HostedProvider = Exclude<ProviderName, 'custom'>;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as ProviderName[];

export const isHosted = (name: ProviderName): name is HostedProvider => PROVIDERS[name].keyVariable !== null;

export const HOSTED_PROVIDERS = PROVIDER_NAMES.filter(isHosted);

/** The addresses of hosted providers; apart from the table, because the page needs none of them. */
export const HOSTED_URLS: Record<HostedProvider, string> = {
  groq: 'https://api.groq.com/openai/v1',
  openai: 'https://api.openai.com/v1',
};
