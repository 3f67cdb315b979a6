import { randomUUID } from 'node:crypto';
import { HOSTED_URLS, isHosted, type ProviderName } from '@understudy/contract/providers';
import type { ModelConnection, ProvidersAnswer, ProviderTest, ServedModels } from '@understudy/contract/settings';
import { emptyBody, modelConnectionBody, modelServerBody } from '@understudy/contract/settings-calls';
import type { Twin } from '@understudy/contract/twin';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import type { Logger } from '../../platform/log.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { tryProvider } from '../../providers/language-model/create-language-model.ts';
import { findLocalModels, servedModels } from '../../providers/language-model/served-models.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import type { TokenBudgets } from '../conversation/index.ts';
import { type FollowedRow, followRow } from './follow-row.ts';
import { maskedKey, type ProviderStates, tryOut } from './provider-states.ts';

/** Dependencies of the routes that connect a model. */
export interface ModelDeps {
  twin(): Twin;
  /** The model connected in the dashboard. */
  connectedModel: LiveModel;
  /** Environment variables that name language models, which take precedence over it. */
  chatVariables: string[];
  /** Local ports that may be searched for model servers. */
  localModelPorts: readonly number[];
}

/** How long a provider may take to list its models. */
const LIST_TIMEOUT_MS = 8_000;

const NO_PROVIDER = 'There is no such provider.';

const CONNECTED_MODEL = {
  name: 'connected_model',
  text: 'SELECT id, provider, base_url, model, sealed_key, connected_at, connected_by FROM connected_model',
};

/**
 * Mounts `/model`, which connects a language model without a restart. All later conversations go to that server, and
 * our server calls the address that was entered, so that this needs recent reauthentication.
 */
export function mountModel(
  { http, pool, sealer, guard, limits }: AdminScope,
  { twin, connectedModel, chatVariables, localModelPorts }: ModelDeps,
): void {
  /** The server in the body, with the stored key if the body has none. */
  const accessOf = (body: z.infer<typeof modelServerBody>) => {
    const { provider, key } = body;
    const baseUrl = isHosted(provider) ? HOSTED_URLS[provider] : (body.base_url ?? '');
    const kept = connectedModel.get();
    // A key is sent only to the address for which it was entered.
    const keptKey = kept?.provider === provider && kept.baseUrl === baseUrl ? kept.apiKey : null;
    const apiKey = key === undefined ? keptKey : key;
    if (provider !== 'custom' && !apiKey) throw new AppError('invalid_request', 'The field "key" is missing.');
    return { provider, baseUrl, apiKey };
  };
  const admit = async (request: FastifyRequest) => {
    const actor = await guard.requireFresh(request);
    await limits.take('admin_models', actor.email);
    return actor;
  };
  const test = (access: ModelAccess): Promise<ProviderTest> =>
    tryOut(access, (signal) => tryProvider(access, twin, signal));
  const present = async (): Promise<ModelConnection> => {
    const kept = connectedModel.get();
    const environment = chatVariables;
    return {
      environment,
      connected: kept && {
        provider: kept.provider,
        base_url: kept.provider === 'custom' ? kept.baseUrl : null,
        model: kept.model,
        key: maskedKey(kept.apiKey),
        has_key: kept.apiKey !== null,
        connected_at: kept.connectedAt.toISOString(),
        connected_by: kept.connectedBy,
      },
      found: kept || environment.length > 0 ? [] : await localServers(localModelPorts),
    };
  };

  http.get('/model', present);

  http.post('/model/models', async (request): Promise<ServedModels> => {
    await admit(request);
    const access = accessOf(parseBody(modelServerBody, request.body));
    const { models, defaultModel } = twin();
    let served: string[] = [];
    const { ok, detail } = await tryOut(access, async () => {
      const usual = [defaultModel, ...models.flatMap(({ successor }) => successor ?? [])];
      served = await servedModels(access, LIST_TIMEOUT_MS, access.provider === 'groq' ? usual : undefined);
      return '';
    });
    return { ok, detail, models: served };
  });

  http.post('/model/test', async (request): Promise<ProviderTest> => {
    const actor = await admit(request);
    const body = parseBody(modelConnectionBody, request.body);
    const tested = await test({ ...accessOf(body), model: body.model });
    const { ok, took_ms } = tested;
    await audit(pool, actor, 'model_tested', { provider: body.provider, model: body.model, ok, took_ms });
    return tested;
  });

  http.put('/model', async (request): Promise<ModelConnection> => {
    const actor = await admit(request);
    const body = parseBody(modelConnectionBody, request.body);
    const access = { ...accessOf(body), model: body.model };
    const { ok, detail } = await test(access);
    if (!ok) throw new AppError('conflict', `${detail} Nothing was changed.`);
    await inTransaction(pool, async (client) => {
      await saveModel(client, sealer, access, actor.email);
      const { provider, baseUrl, model } = access;
      await audit(client, actor, 'model_connected', { provider, host: new URL(baseUrl).host, model });
    });
    // It is stored; if this poll fails, the next one finds it.
    await connectedModel.refresh().catch(() => undefined);
    return present();
  });

  http.delete('/model', async (request): Promise<ModelConnection> => {
    const actor = await guard.requireFresh(request);
    await inTransaction(pool, async (client) => {
      const removed = await removeModel(client);
      if (!removed) throw new AppError('not_found', 'No model is connected any more.');
      await audit(client, actor, 'model_disconnected', removed);
    });
    await connectedModel.refresh().catch(() => undefined);
    return present();
  });
}

/** Model servers on this machine, as presented to the page. */
async function localServers(ports: readonly number[]): Promise<ModelConnection['found']> {
  return (await findLocalModels(ports)).map(({ name, baseUrl, models }) => ({ name, base_url: baseUrl, models }));
}

/** Mounts `/providers`: the providers of all kinds with their health, and a test of each. */
export function mountProviders(
  { http, pool, limits, actorOf }: AdminScope,
  { providers, budgets }: { providers: ProviderStates; budgets: Pick<TokenBudgets, 'states'> },
): void {
  http.get(
    '/providers',
    async (): Promise<ProvidersAnswer> => ({ items: providers.list(), budgets: budgets.states() }),
  );

  http.post('/providers/:id/test', async (request): Promise<ProviderTest> => {
    const { id } = request.params as { id: string };
    const actor = actorOf(request);
    parseBody(emptyBody, request.body);
    await limits.take('admin_tests', actor.email);
    const test = orNotFound(await providers.test(id), NO_PROVIDER);
    await audit(pool, actor, 'provider_tested', { id, ok: test.ok, took_ms: test.took_ms });
    return test;
  });
}

/** Everything needed to call a model. */
interface ModelAccess {
  provider: ProviderName;
  baseUrl: string;
  apiKey: string | null;
  model: string;
}

/** The language model connected in the dashboard. */
interface ConnectedModel extends ModelAccess {
  connectedAt: Date;
  connectedBy: string;
}

/** The row of `connected_model`. */
interface ModelRow {
  id: string;
  provider: ProviderName;
  base_url: string;
  model: string;
  sealed_key: Buffer | null;
  connected_at: Date;
  connected_by: string;
}

/**
 * The purpose for which a key is sealed. It includes the address, so that somebody who can only write to the database
 * cannot redirect the key to another server.
 */
const purposeOf = ({ id, provider, base_url }: Pick<ModelRow, 'id' | 'provider' | 'base_url'>) =>
  `model key ${id} ${provider} ${base_url}`;

/** The row with its key decrypted. @throws SealError if the key cannot be decrypted */
function openRow(sealer: Sealer, row: ModelRow): ConnectedModel {
  const { provider, base_url: baseUrl, model, sealed_key: sealed, connected_at, connected_by } = row;
  const apiKey = sealed && sealer.open(sealed, purposeOf(row)).toString('utf8');
  return { provider, baseUrl, apiKey, model, connectedAt: connected_at, connectedBy: connected_by };
}

/**
 * Saves a model as the connected one.
 * @param by the email address of the person who connects it
 */
async function saveModel(db: Queries, sealer: Sealer, access: ModelAccess, by: string): Promise<void> {
  const { provider, baseUrl, apiKey, model } = access;
  const id = randomUUID();
  const sealed = apiKey && sealer.seal(Buffer.from(apiKey), purposeOf({ id, provider, base_url: baseUrl }));
  await db.query(
    `INSERT INTO connected_model (id, provider, base_url, model, sealed_key, connected_by)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (only_one) DO UPDATE SET id = excluded.id, provider = excluded.provider, base_url = excluded.base_url,
       model = excluded.model, sealed_key = excluded.sealed_key, connected_at = now(),
       connected_by = excluded.connected_by`,
    [id, provider, baseUrl, model, sealed, by],
  );
}

/** Removes the connected model and its key. @returns the removed model; null if there was none */
async function removeModel(db: Queries): Promise<{ provider: ProviderName; model: string } | null> {
  const { rows } = await db.query<Pick<ModelRow, 'provider' | 'model'>>(
    'DELETE FROM connected_model RETURNING provider, model',
  );
  return rows[0] ?? null;
}

/** Reads the connected model; null if there is none. @throws SealError if its key cannot be decrypted */
export async function readConnectedModel({ pool, sealer }: SealedDatabase): Promise<ConnectedModel | null> {
  const { rows } = await pool.query<ModelRow>(CONNECTED_MODEL);
  return rows[0] ? openRow(sealer, rows[0]) : null;
}

/** The connected model, cached, as followed by every instance. */
type LiveModel = FollowedRow<ConnectedModel>;

/**
 * Caches the connected model and polls for changes until closed. Nothing has been read when this returns. While the
 * database is unavailable, the last known model stays.
 * @param everyMs how often to poll for changes by other instances
 * @param onChange called on every change, also with the first model; null if the model was removed
 */
export function followModel(
  { pool, sealer }: SealedDatabase,
  log: Logger,
  everyMs: number,
  onChange: (model: ConnectedModel | null) => void,
): LiveModel {
  return followRow({
    read: async () => (await pool.query<ModelRow>(CONNECTED_MODEL)).rows[0] ?? null,
    open: (row) => openRow(sealer, row),
    everyMs,
    onChange,
    onProblem: (error) =>
      log.error({ err: error }, 'the key of the connected model cannot be opened: connect it again in the dashboard'),
  });
}
