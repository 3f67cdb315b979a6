import { isIP } from 'node:net';
import path from 'node:path';
import { readSender } from '@understudy/contract/mail';
import { HOSTED_PROVIDERS, HOSTED_URLS, PROVIDERS, type ProviderName } from '@understudy/contract/providers';
import { z } from 'zod';
import { EMAIL, type SignInConfig } from './features/accounts/index.ts';
import {
  type BackupConfig,
  MAX_BACKUP_DAYS,
  MIN_PASSPHRASE_CHARS,
  USUAL_BACKUPS_KEPT,
} from './platform/backup/backup-folder.ts';
import { ConfigError } from './platform/config-error.ts';
import { type LimitConfig, readLimits } from './platform/limits/limits.ts';
import { readTelemetry, type TelemetryConfig } from './platform/telemetry/telemetry-config.ts';
import type { MailAccess } from './providers/mail/create-mail.ts';
import { readSmtpUrl } from './providers/mail/smtp-url.ts';

export { ConfigError } from './platform/config-error.ts';

/** A chat provider of the fallback chain. */
export interface ChatProvider {
  /** The name in function names and events. */
  provider: ProviderName;
  baseUrl: string;
  apiKey: string | null;
  /** The model that the operator configured; null for none. */
  model: string | null;
}

/** A provider of transcription or speech. */
export interface SpeechProvider extends ChatProvider {
  /** The voice that the operator configured; null for none, and for transcription. */
  voice: string | null;
}

/** The server that embeds texts. */
export interface EmbeddingProvider {
  baseUrl: string;
  apiKey: string | null;
  model: string;
}

/** The environment, parsed once and passed on as a value. */
export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** An absolute path, like all paths here. */
  dataDir: string;
  databaseUrl: string | null;
  /** The file with the installation's secret key; null for the one beside the data folder. */
  secretKeyFile: string | null;
  /** For files that can be recreated. */
  cacheDir: string;
  twinDir: string;
  /** In the order in which they are called, like the two chains below. */
  chat: ChatProvider[];
  /** Local ports that are probed for a model server if no model is configured; empty if that is off. */
  localModelPorts: number[];
  transcription: SpeechProvider[];
  voice: SpeechProvider[];
  embedding: EmbeddingProvider | null;
  /** The public base URL of the pages, without a trailing slash. */
  publicUrl: string | null;
  /** Addresses and networks of the proxies in front of this server; false for none. */
  trustProxy: false | string[];
  signIn: SignInConfig;
  limits: LimitConfig;
  /** The receiver of messages about hot leads, and the secret that proves their origin; null for none. */
  webhook: { url: string; secret: string } | null;
  /** The mail server and the sender; null if none is set, so that the dashboard may connect one. */
  mail: MailAccess | null;
  backups: BackupConfig;
  /** What a scraper of `/metrics` gives as its bearer token; null if only admins may read them. */
  metricsToken: string | null;
  /** What is sent to an OpenTelemetry collector; null for nothing. */
  telemetry: TelemetryConfig | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** The program's folder. */
export const ROOT = path.dirname(import.meta.dirname);

/** The default ports of Ollama, LM Studio and llama.cpp. */
const LOCAL_MODEL_PORTS = [11_434, 1_234, 8_080];

/** This model supports any requested embedding size; most other servers have one model and ignore the name. */
const DEFAULT_EMBEDDING_MODEL = 'text-embedding-3-small';

const wholeNumber = (max = 1_000_000_000) =>
  z
    .string()
    .refine((value) => /^\d{1,10}$/.test(value) && Number(value) <= max, {
      error: ({ input }) => `must be a whole number from 0 to ${max}, not ${String(input).slice(0, 40)}`,
    })
    .transform(Number);
const whole = (fallback: number, max?: number) => wholeNumber(max).default(fallback);

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const text = z.string().min(1);

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: whole(3001, 65_535),
  HOST: text.optional(),
  STATE_DIR: text.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SECRET_KEY_FILE: text.optional(),
  CACHE_DIR: text.optional(),
  TWIN_DIR: text.default('./twin'),
  LLM_BASE_URL: text.optional(),
  LLM_API_KEY: text.optional(),
  LLM_MODEL: text.optional(),
  LOCAL_MODELS: text.optional(),
  STT_BASE_URL: httpUrl.optional(),
  STT_API_KEY: text.optional(),
  STT_MODEL: text.optional(),
  TTS_BASE_URL: httpUrl.optional(),
  TTS_API_KEY: text.optional(),
  TTS_MODEL: text.optional(),
  TTS_VOICE: text.optional(),
  EMBED_BASE_URL: httpUrl.optional(),
  EMBED_API_KEY: text.optional(),
  EMBED_MODEL: text.optional(),
  GROQ_API_KEY: text.optional(),
  OPENAI_API_KEY: text.optional(),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: text.optional(),
  RATE_LIMIT_SCALE: z.coerce
    .number({ error: 'must be a number' })
    .positive('must be above 0')
    .max(1_000_000, 'must be at most 1000000')
    .default(1),
  LIMIT_SESSIONS_PER_HOUR: whole(20),
  LIMIT_MESSAGES_PER_MINUTE: whole(20),
  LIMIT_MESSAGES_PER_DAY: whole(200),
  LIMIT_ADDRESS_MESSAGES_PER_DAY: wholeNumber().optional(),
  LIMIT_SITE_MESSAGES_PER_DAY: whole(20_000),
  LIMIT_SESSION_TOKENS_PER_DAY: whole(400_000),
  LIMIT_ADDRESS_TOKENS_PER_DAY: whole(2_000_000),
  LIMIT_SITE_TOKENS_PER_DAY: whole(20_000_000),
  LIMIT_SITE_TTS_CHARACTERS_PER_DAY: whole(2_000_000),
  LIMIT_SITE_STT_SECONDS_PER_DAY: whole(36_000),
  OWNER_EMAIL: z.string().regex(EMAIL, 'must be an email address').optional(),
  OWNER_PASSWORD: z.string().optional(),
  LOCAL_ADMIN: z.enum(['on', 'off'], 'must be on or off').optional(),
  AUTH_URL: httpUrl.optional(),
  AUTH_API_KEY: text.optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().optional(),
  WEBHOOK_URL: httpUrl.optional(),
  WEBHOOK_ALLOW_HTTP: z.enum(['on', 'off'], 'must be on or off').optional(),
  WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  BACKUP_DIR: text.optional(),
  BACKUPS_KEPT: wholeNumber(MAX_BACKUP_DAYS).optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE_CHARS, `must have at least ${MIN_PASSPHRASE_CHARS} characters`)
    .optional(),
  BACKUP_BEFORE_UPDATE: z.enum(['on', 'off'], 'must be on or off').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

type Variables = z.infer<typeof variables>;

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError on the first bad value
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message ?? 'is not valid'}.`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  if (production && env.PUBLIC_URL?.startsWith('http:') && !/^http:\/\/(localhost|127\.0\.0\.1)/.test(env.PUBLIC_URL)) {
    throw new ConfigError('PUBLIC_URL must begin with https:// in production.');
  }
  if (env.DATABASE_URL && !env.SECRET_KEY_FILE) {
    throw new ConfigError(
      'SECRET_KEY_FILE must be set with DATABASE_URL: it names the file with the secret key, the same for every ' +
        'instance.',
    );
  }
  // Relative paths start here, whatever the working directory.
  const stateDir = path.resolve(ROOT, env.STATE_DIR ?? '.');
  const dataDir = path.resolve(stateDir, env.DATA_DIR);
  const secretKeyFile = env.SECRET_KEY_FILE ? path.resolve(stateDir, env.SECRET_KEY_FILE) : null;
  if (!env.DATABASE_URL && secretKeyFile && isWithin(dataDir, secretKeyFile)) {
    throw new ConfigError('SECRET_KEY_FILE must lie outside DATA_DIR: a copy of the data is to be no copy of the key.');
  }
  const trustProxy = readTrustProxy(env.TRUST_PROXY);
  return {
    production,
    port: env.PORT,
    host: env.HOST ?? (production && trustProxy === false ? '0.0.0.0' : '127.0.0.1'),
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    secretKeyFile,
    cacheDir: env.CACHE_DIR ? path.resolve(stateDir, env.CACHE_DIR) : `${dataDir}.cache`,
    twinDir: path.resolve(stateDir, env.TWIN_DIR),
    chat: readChatChain(env),
    localModelPorts: readLocalModelPorts(env.LOCAL_MODELS),
    transcription: readSpeechChain(env, 'STT', null),
    voice: readSpeechChain(env, 'TTS', env.TTS_VOICE ?? null),
    embedding: readEmbedding(env),
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy,
    signIn: readSignIn(env),
    limits: readLimits(env),
    webhook: readWebhook(env),
    mail: readMailAccess(env),
    backups: readBackups(env, stateDir, dataDir),
    metricsToken: env.METRICS_TOKEN ?? null,
    telemetry: readTelemetry(environment),
    logLevel: env.LOG_LEVEL,
  };
}

/** Daily backups are on where the database is ours; whoever runs a server of their own backs that up already. */
function readBackups(env: Variables, stateDir: string, dataDir: string): BackupConfig {
  const isUsual = !env.DATABASE_URL || env.BACKUP_DIR !== undefined;
  return {
    dir: env.BACKUP_DIR ? path.resolve(stateDir, env.BACKUP_DIR) : `${dataDir}.backups`,
    kept: env.BACKUPS_KEPT ?? (isUsual ? USUAL_BACKUPS_KEPT : 0),
    passphrase: env.BACKUP_PASSPHRASE ?? null,
    beforeUpdate: env.BACKUP_BEFORE_UPDATE !== 'off',
  };
}

/** The chain of chat providers, in the order base URLs, Groq, OpenAI. */
function readChatChain(env: Variables): ChatProvider[] {
  const chain: ChatProvider[] = [];
  const urls = list(env.LLM_BASE_URL);
  const keys = list(env.LLM_API_KEY);
  const models = list(env.LLM_MODEL);
  if (urls.length === 0 && keys.length > 0) throw new ConfigError('LLM_API_KEY is set but LLM_BASE_URL is not.');
  for (const [name, values] of [['LLM_API_KEY', keys] as const, ['LLM_MODEL', models] as const]) {
    if (urls.length > 0 && values.length > 0 && values.length !== urls.length) {
      throw new ConfigError(`${name} must have as many entries as LLM_BASE_URL (${urls.length}), separated by commas.`);
    }
  }
  for (const [index, baseUrl] of urls.entries()) {
    if (!httpUrl.safeParse(baseUrl).success) throw new ConfigError('LLM_BASE_URL must be an http or https address.');
    chain.push({ provider: 'custom', baseUrl, apiKey: keys[index] || null, model: models[index] || null });
  }
  // LLM_MODEL names the model of the base URLs; without any, it names that of the shortcuts.
  const shortcutModel = urls.length === 0 ? (models[0] ?? null) : null;
  return [...chain, ...hostedProviders(env).map((hosted) => ({ ...hosted, model: shortcutModel }))];
}

/** The hosted providers with a key. */
function hostedProviders(env: Variables): { provider: ProviderName; baseUrl: string; apiKey: string }[] {
  return HOSTED_PROVIDERS.flatMap((provider) => {
    const apiKey = env[PROVIDERS[provider].keyVariable];
    return apiKey ? [{ provider, baseUrl: HOSTED_URLS[provider], apiKey }] : [];
  });
}

/** The ports to probe: the default ones for `on`, none for `off`, or the listed ones. */
function readLocalModelPorts(value = 'on'): number[] {
  if (value === 'off') return [];
  if (value === 'on') return LOCAL_MODEL_PORTS;
  const ports = list(value).map(Number);
  if (ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) return ports;
  throw new ConfigError('LOCAL_MODELS must be on, off, or ports of this machine (with commas between).');
}

/** The chain for transcription or speech, in the same order: the operator's own server, Groq, OpenAI. */
function readSpeechChain(env: Variables, kind: 'STT' | 'TTS', voice: string | null): SpeechProvider[] {
  const baseUrl = env[`${kind}_BASE_URL`];
  const model = env[`${kind}_MODEL`] ?? null;
  const apiKey = env[`${kind}_API_KEY`] ?? null;
  if (!baseUrl && apiKey) throw new ConfigError(`${kind}_API_KEY is set but ${kind}_BASE_URL is not.`);
  // Model and voice names belong to the base URL; without one, they belong to the shortcuts.
  const named = baseUrl ? { model: null, voice: null } : { model, voice };
  const chain: SpeechProvider[] = baseUrl ? [{ provider: 'custom', baseUrl, apiKey, model, voice }] : [];
  return [...chain, ...hostedProviders(env).map((hosted) => ({ ...hosted, ...named }))];
}

function readEmbedding(env: Variables): EmbeddingProvider | null {
  const { EMBED_BASE_URL: baseUrl, EMBED_API_KEY: apiKey = null, EMBED_MODEL: model } = env;
  if (baseUrl) return { baseUrl, apiKey, model: model ?? DEFAULT_EMBEDDING_MODEL };
  if (apiKey) throw new ConfigError('EMBED_API_KEY is set but EMBED_BASE_URL is not.');
  if (model) throw new ConfigError('EMBED_MODEL is set but EMBED_BASE_URL is not.');
  return null;
}

/** The webhook's target. Requires https, because messages contain names and addresses. */
function readWebhook({
  WEBHOOK_URL: url,
  WEBHOOK_SECRET: secret,
  WEBHOOK_ALLOW_HTTP: allowHttp,
}: Variables): Config['webhook'] {
  if (!url !== !secret) throw new ConfigError('WEBHOOK_URL and WEBHOOK_SECRET must both be set, or neither.');
  if (url && new URL(url).protocol === 'http:' && !isLoopback(url) && allowHttp !== 'on') {
    throw new ConfigError(
      'WEBHOOK_URL must begin with https:// unless it names this machine; WEBHOOK_ALLOW_HTTP=on takes http:// ' +
        'anywhere.',
    );
  }
  return url && secret ? { url, secret } : null;
}

/** The mail server and who sends. */
function readMailAccess({ SMTP_URL: url, MAIL_FROM: sender }: Variables): MailAccess | null {
  if (!url !== !sender) throw new ConfigError('SMTP_URL and MAIL_FROM must both be set, or neither.');
  if (!url || !sender) return null;
  const access = readSmtpUrl(url);
  if (!access) throw new ConfigError('SMTP_URL must be an address like smtps://user:password@smtp.example.com.');
  const from = readSender(sender);
  if (!from) throw new ConfigError('MAIL_FROM must be an email address, or a name and <address>.');
  return { ...access, from };
}

/** The proxies whose forwarding headers are trusted: `on` for those on this machine; all others are listed. */
function readTrustProxy(value: string | undefined): Config['trustProxy'] {
  if (value === undefined || /^(0|off|false|no)$/i.test(value)) return false;
  if (/^(1|on|true|yes)$/i.test(value)) return ['127.0.0.0/8', '::1'];
  const addresses = list(value);
  for (const address of addresses) {
    const [network = '', bits = '0', ...more] = address.split('/');
    const most = isIP(network) === 6 ? 128 : 32;
    if (isIP(network) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most || more.length > 0) {
      throw new ConfigError('TRUST_PROXY must be on, off, or the addresses of the proxies (with commas between).');
    }
  }
  return addresses;
}

/**
 * `LOCAL_ADMIN` trusts connections from this machine. It is refused in any setup in which strangers' connections may
 * come from this machine too.
 */
function readLocalAdmin(env: Variables): boolean {
  if (env.LOCAL_ADMIN !== 'on') return false;
  const setting = [
    env.NODE_ENV === 'production' ? 'NODE_ENV=production' : null,
    env.PUBLIC_URL === undefined ? null : 'PUBLIC_URL',
    readTrustProxy(env.TRUST_PROXY) === false ? null : 'TRUST_PROXY',
  ].find((name) => name !== null);
  if (setting === undefined) return true;
  throw new ConfigError(
    `LOCAL_ADMIN=on cannot be combined with ${setting}: strangers could read the dashboard without signing in.`,
  );
}

function readSignIn(env: Variables): SignInConfig {
  const ownerEmail = env.OWNER_EMAIL?.toLowerCase() ?? null;
  const ownerPassword = env.OWNER_PASSWORD ?? null;
  return {
    ownerEmail,
    ownerPassword,
    localAdmin: readLocalAdmin(env),
    authApiKey: env.AUTH_API_KEY ?? null,
    authUrl: env.AUTH_URL?.replace(/\/+$/, '') ?? null,
  };
}

function isWithin(folder: string, file: string): boolean {
  const [first] = path.relative(folder, file).split(path.sep);
  return first !== '..';
}

/** Whether a URL leads to this machine and nowhere else. */
function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return ['localhost', '[::1]'].includes(hostname) || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

function list(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').map((entry) => entry.trim());
}
