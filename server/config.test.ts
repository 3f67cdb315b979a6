import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, ROOT, readConfig } from './config.ts';

const TRUST_PROXY_SENTENCE = 'TRUST_PROXY must be on, off, or the addresses of the proxies (with commas between).';

describe('configuration', () => {
  test('with nothing set everything has a default', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 3001,
      host: '127.0.0.1',
      dataDir: path.join(ROOT, 'data'),
      databaseUrl: null,
      chat: [],
      limits: { sessionsPerHour: 20, messagesPerMinute: 20, messagesPerDay: 200, siteMessagesPerDay: 20_000 },
    });
  });

  test('production listens everywhere', () => {
    expect(readConfig({ NODE_ENV: 'production' }).host).toBe('0.0.0.0');
  });

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3001, databaseUrl: null });
  });

  test('a slash at the end of PUBLIC_URL stands in no link', () => {
    expect(readConfig({ PUBLIC_URL: 'https://understudy.example//' }).publicUrl).toBe('https://understudy.example');
  });

  test('the scale multiplies every limit', () => {
    const { limits } = readConfig({ RATE_LIMIT_SCALE: '10', LIMIT_MESSAGES_PER_MINUTE: '3' });
    expect(limits).toMatchObject({ messagesPerMinute: 30, sessionsPerHour: 200, waitlistPerHour: 50 });
  });

  test.each([
    [{}, false],
    [{ TRUST_PROXY: 'off' }, false],
    [{ TRUST_PROXY: 'on' }, ['127.0.0.0/8', '::1']],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, ['10.0.0.0/8', '::1']],
  ])('%j trusts %j', (environment, trusted) => {
    expect(readConfig(environment).trustProxy).toEqual(trusted);
  });

  test.each([
    [{}, '127.0.0.1'],
    [{ NODE_ENV: 'production' }, '0.0.0.0'],
    [{ NODE_ENV: 'production', TRUST_PROXY: 'off' }, '0.0.0.0'],
    [{ NODE_ENV: 'production', TRUST_PROXY: 'on' }, '127.0.0.1'],
    [{ NODE_ENV: 'production', TRUST_PROXY: '10.0.0.0/8' }, '127.0.0.1'],
    [{ NODE_ENV: 'production', TRUST_PROXY: '10.0.0.0/8', HOST: '10.0.0.5' }, '10.0.0.5'],
  ])('%j listens on %s', (environment, host) => {
    expect(readConfig(environment).host).toBe(host);
  });

  test('the chain goes base URLs, Groq, OpenAI', () => {
    const { chat } = readConfig({
      LLM_BASE_URL: 'http://a.test/v1,http://b.test/v1',
      LLM_API_KEY: 'one,two',
      GROQ_API_KEY: 'g',
      OPENAI_API_KEY: 'o',
    });
    expect(chat.map((entry) => [entry.provider, entry.apiKey])).toEqual([
      ['custom', 'one'],
      ['custom', 'two'],
      ['groq', 'g'],
      ['openai', 'o'],
    ]);
  });

  test('embeddings come from the server that is named, or from nobody', () => {
    expect(readConfig({ GROQ_API_KEY: 'g', OPENAI_API_KEY: 'o' }).embedding).toBeNull();
    const named = { EMBED_BASE_URL: 'http://e.test/v1', EMBED_API_KEY: 'k', EMBED_MODEL: 'gte-small' };
    expect(readConfig(named).embedding).toEqual({ baseUrl: 'http://e.test/v1', apiKey: 'k', model: 'gte-small' });
    expect(readConfig({ EMBED_BASE_URL: 'http://e.test/v1' }).embedding).toMatchObject({
      apiKey: null,
      model: 'text-embedding-3-small',
    });
    expect(() => readConfig({ EMBED_API_KEY: 'k' })).toThrow('EMBED_API_KEY is set but EMBED_BASE_URL is not.');
    expect(() => readConfig({ EMBED_MODEL: 'm' })).toThrow('EMBED_MODEL is set but EMBED_BASE_URL is not.');
    expect(() => readConfig({ EMBED_BASE_URL: 'ftp://e.test' })).toThrow(
      'EMBED_BASE_URL must be an http or https address',
    );
  });

  test('mail goes by a server and a sender, or by neither', () => {
    const SMTP_URL = 'smtps://orla%40twin:p%2Fss@smtp.twin.example';
    expect(readConfig({}).mail).toBeNull();
    expect(readConfig({ SMTP_URL, MAIL_FROM: 'AI Orla <orla@twin.example>' }).mail).toEqual({
      host: 'smtp.twin.example',
      port: 465,
      secure: true,
      user: 'orla@twin',
      password: 'p/ss',
      from: { name: 'AI Orla', address: 'orla@twin.example' },
    });
    for (const one of [{ SMTP_URL }, { MAIL_FROM: 'orla@twin.example' }]) {
      expect(() => readConfig(one)).toThrow('SMTP_URL and MAIL_FROM must both be set, or neither.');
    }
    // The address may hold a password, which no message repeats.
    expect(() => readConfig({ SMTP_URL: 'https://canary@x.example', MAIL_FROM: 'a@b.example' })).toThrow(
      /^SMTP_URL must be an address like (?!.*canary)/,
    );
    for (const MAIL_FROM of ['Orla', 'a@b.example, c@d.example', 'x\r\nBcc: y@z.example <a@b.example>']) {
      expect(() => readConfig({ SMTP_URL, MAIL_FROM })).toThrow('MAIL_FROM must be an email address');
    }
  });

  test('a webhook is told over https, or on this machine, or where http is allowed on purpose', () => {
    const webhook = (url: string, more: Record<string, string> = {}) =>
      readConfig({ WEBHOOK_URL: url, WEBHOOK_SECRET: 'sixteen characters', ...more }).webhook?.url;
    for (const url of [
      'https://crm.example/leads',
      'http://localhost:9000/leads',
      'http://127.0.0.1:9000/leads',
      'http://127.8.9.1/leads',
      'http://[::1]/leads',
    ]) {
      expect(webhook(url)).toBe(url);
    }
    for (const url of [
      'http://crm.example/leads',
      'http://192.168.0.9/leads',
      'http://localhost.crm.example/',
      'http://127.0.0.1.crm.example/',
      'http://[::2]/',
    ]) {
      expect(() => webhook(url)).toThrow(
        'WEBHOOK_URL must begin with https:// unless it names this machine; ' +
          'WEBHOOK_ALLOW_HTTP=on takes http:// anywhere.',
      );
      expect(webhook(url, { WEBHOOK_ALLOW_HTTP: 'on' })).toBe(url);
    }
    expect(() => webhook('http://crm.example/', { WEBHOOK_ALLOW_HTTP: 'yes' })).toThrow(
      'WEBHOOK_ALLOW_HTTP must be on or off.',
    );
  });

  test('token budgets hold a conversation, then an address, then the site, and can be set', () => {
    expect(readConfig({}).limits).toMatchObject({
      sessionTokensPerDay: 400_000,
      addressTokensPerDay: 2_000_000,
      siteTokensPerDay: 20_000_000,
    });
    const { limits } = readConfig({ LIMIT_ADDRESS_TOKENS_PER_DAY: '500', RATE_LIMIT_SCALE: '2' });
    expect(limits.addressTokensPerDay).toBe(1_000);
  });

  test('an address has a quarter of the site’s messages, unless it is set', () => {
    const share = (environment: Record<string, string>) => readConfig(environment).limits.addressMessagesPerDay;
    expect(share({})).toBe(5_000);
    expect(share({ LIMIT_SITE_MESSAGES_PER_DAY: '100', RATE_LIMIT_SCALE: '2' })).toBe(50);
    expect(share({ LIMIT_SITE_MESSAGES_PER_DAY: '1' })).toBe(1);
    expect(share({ LIMIT_SITE_MESSAGES_PER_DAY: '100', LIMIT_ADDRESS_MESSAGES_PER_DAY: '90' })).toBe(90);
    expect(() => share({ LIMIT_ADDRESS_MESSAGES_PER_DAY: 'many' })).toThrow(
      'LIMIT_ADDRESS_MESSAGES_PER_DAY must be a whole number',
    );
  });

  test('hearing and speaking go the same way, each with what the operator named', () => {
    const { transcription, voice } = readConfig({
      STT_BASE_URL: 'http://ears.test/v1',
      STT_MODEL: 'whisper-small',
      TTS_VOICE: 'hannah',
      GROQ_API_KEY: 'g',
    });
    expect(transcription).toEqual([
      { provider: 'custom', baseUrl: 'http://ears.test/v1', apiKey: null, model: 'whisper-small', voice: null },
      { provider: 'groq', baseUrl: 'https://api.groq.com/openai/v1', apiKey: 'g', model: null, voice: null },
    ]);
    expect(voice.map((entry) => [entry.provider, entry.model, entry.voice])).toEqual([['groq', null, 'hannah']]);
    expect(readConfig({})).toMatchObject({ transcription: [], voice: [] });
  });

  test('speech has its own daily budgets', () => {
    expect(readConfig({}).limits).toMatchObject({
      speechPerMinute: 30,
      siteSpokenCharactersPerDay: 2_000_000,
      siteHeardSecondsPerDay: 36_000,
    });
    const { limits } = readConfig({
      LIMIT_SITE_TTS_CHARACTERS_PER_DAY: '100',
      LIMIT_SITE_STT_SECONDS_PER_DAY: '60',
      RATE_LIMIT_SCALE: '2',
    });
    expect(limits).toMatchObject({ siteSpokenCharactersPerDay: 200, siteHeardSecondsPerDay: 120 });
  });

  test.each([
    ['./data', './data/key'],
    ['./data', 'data/deep/key'],
    ['/srv/data/', '/srv/data/key'],
    ['/srv/data', '/srv/data'],
    // A name that begins with two dots does not leave its folder.
    ['/srv/data', '/srv/data/..key'],
    ['/srv/data', '/srv/data/..x/key'],
    // Both are relative to the project's folder, whatever the working directory.
    ['data', path.join(ROOT, 'data/key')],
    [path.join(ROOT, 'data'), './data/key'],
  ])('with the data in %s the secret key may not be %s', (DATA_DIR, SECRET_KEY_FILE) => {
    expect(() => readConfig({ DATA_DIR, SECRET_KEY_FILE })).toThrow(
      new ConfigError('SECRET_KEY_FILE must lie outside DATA_DIR: a copy of the data is to be no copy of the key.'),
    );
  });

  test.each([
    ['/srv/data', '/srv/data.key'],
    ['/srv/data', '/srv/database/key'],
    ['/srv/data', '/srv/..data/key'],
    ['./data', '/run/secrets/key'],
  ])('with the data in %s it may be %s', (DATA_DIR, SECRET_KEY_FILE) => {
    expect(readConfig({ DATA_DIR, SECRET_KEY_FILE }).secretKeyFile).toBe(SECRET_KEY_FILE);
  });

  test('paths are absolute, and relative ones begin at the project’s folder', () => {
    const started = process.cwd();
    process.chdir(tmpdir());
    try {
      const { dataDir, secretKeyFile, twinDir } = readConfig({ SECRET_KEY_FILE: '../key', TWIN_DIR: 'mine' });
      expect({ dataDir, secretKeyFile, twinDir }).toEqual({
        dataDir: path.join(ROOT, 'data'),
        secretKeyFile: path.join(path.dirname(ROOT), 'key'),
        twinDir: path.join(ROOT, 'mine'),
      });
      expect(() => readConfig({ DATA_DIR: path.join(ROOT, 'data'), SECRET_KEY_FILE: 'data/key' })).toThrow(ConfigError);
    } finally {
      process.chdir(started);
    }
  });

  test('with STATE_DIR relative paths begin there', () => {
    const stateDir = path.join(tmpdir(), 'state');
    const environment = { STATE_DIR: stateDir, SECRET_KEY_FILE: 'my.key', BACKUP_DIR: 'backups' };
    const { dataDir, cacheDir, secretKeyFile, twinDir, backups } = readConfig(environment);
    expect({ dataDir, cacheDir, secretKeyFile, twinDir, backupDir: backups.dir }).toEqual({
      dataDir: path.join(stateDir, 'data'),
      cacheDir: path.join(stateDir, 'data.cache'),
      secretKeyFile: path.join(stateDir, 'my.key'),
      twinDir: path.join(stateDir, 'twin'),
      backupDir: path.join(stateDir, 'backups'),
    });
  });

  test.each([
    [{ STT_BASE_URL: 'nonsense' }, 'STT_BASE_URL must be an http or https address.'],
    [{ TTS_API_KEY: 'k' }, 'TTS_API_KEY is set but TTS_BASE_URL is not.'],
    [{ LIMIT_SITE_STT_SECONDS_PER_DAY: 'many' }, /^LIMIT_SITE_STT_SECONDS_PER_DAY must be a whole number/],
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not abc.'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not -1.'],
    [{ PORT: '80.5' }, 'PORT must be a whole number from 0 to 65535, not 80.5.'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not 70000.'],
    [{ LIMIT_SESSIONS_PER_HOUR: 'x' }, 'LIMIT_SESSIONS_PER_HOUR must be a whole number from 0 to 1000000000, not x.'],
    [
      { DATABASE_URL: 'postgres://db.test/understudy' },
      'SECRET_KEY_FILE must be set with DATABASE_URL: ' +
        'it names the file with the secret key, the same for every instance.',
    ],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address.'],
    [{ LOCAL_MODELS: 'yes' }, 'LOCAL_MODELS must be on, off, or ports of this machine (with commas between).'],
    [{ LLM_BASE_URL: 'nonsense' }, 'LLM_BASE_URL must be an http or https address.'],
    [{ LLM_API_KEY: 'k' }, 'LLM_API_KEY is set but LLM_BASE_URL is not.'],
    [
      { LLM_BASE_URL: 'http://a.test,http://b.test', LLM_MODEL: 'one' },
      'LLM_MODEL must have as many entries as LLM_BASE_URL (2), separated by commas.',
    ],
    [{ TRUST_PROXY: 'nonsense' }, TRUST_PROXY_SENTENCE],
    [{ TRUST_PROXY: '2' }, TRUST_PROXY_SENTENCE],
    [{ TRUST_PROXY: '10.0.0.0/33' }, TRUST_PROXY_SENTENCE],
    [{ TRUST_PROXY: '10.0.0.1,' }, TRUST_PROXY_SENTENCE],
    [{ TRUST_PROXY: '1.2.3.4/8/8' }, TRUST_PROXY_SENTENCE],
    [{ RATE_LIMIT_SCALE: '-1' }, 'RATE_LIMIT_SCALE must be above 0.'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'http://twin.test' }, 'PUBLIC_URL must begin with https:// in production.'],
  ])('%j is refused in a sentence that names the variable', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(typeof sentence === 'string' ? new ConfigError(sentence) : sentence);
  });

  test('nobody reads the dashboard without signing in unless LOCAL_ADMIN is set to on', () => {
    const local = (environment: Record<string, string>) => readConfig(environment).signIn.localAdmin;
    expect([local({}), local({ LOCAL_ADMIN: 'off' }), local({ LOCAL_ADMIN: 'on' })]).toEqual([false, false, true]);
    expect(local({ LOCAL_ADMIN: 'on', TRUST_PROXY: 'off', NODE_ENV: 'development' })).toBe(true);
  });

  test.each([
    ['NODE_ENV=production', { NODE_ENV: 'production' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://understudy.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://localhost:3001' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'on' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8' }],
  ])('LOCAL_ADMIN=on refuses to start with %s', (name, environment) => {
    expect(() => readConfig({ ...environment, LOCAL_ADMIN: 'on' })).toThrow(
      new ConfigError(
        `LOCAL_ADMIN=on cannot be combined with ${name}: strangers could read the dashboard without signing in.`,
      ),
    );
  });

  test('the owner is named by an address and a password; what stands against it is looked at where it is used', () => {
    const { signIn } = readConfig({ OWNER_EMAIL: 'Me@Example.test', OWNER_PASSWORD: 'a long walk by the sea' });
    expect(signIn).toMatchObject({ ownerEmail: 'me@example.test', ownerPassword: 'a long walk by the sea' });
    // Once an owner exists, these have no effect, so that bad values do not prevent a start.
    expect(readConfig({ OWNER_PASSWORD: 'too short' }).signIn.ownerPassword).toBe('too short');
    expect(readConfig({ OWNER_EMAIL: 'owner@localhost' }).signIn.ownerEmail).toBe('owner@localhost');
  });

  test.each([
    [{ OWNER_EMAIL: 'nobody' }, /^OWNER_EMAIL must be an email address/],
    [{ LOCAL_ADMIN: 'yes' }, /^LOCAL_ADMIN must be on or off/],
    [{ AUTH_URL: 'ftp://a.test' }, /^AUTH_URL must be an http/],
  ])('%j is refused', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(sentence);
  });
});
