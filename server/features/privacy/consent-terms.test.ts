import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PublicConfig } from '@understudy/contract/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { copySampleTwin } from '../../testing/sample-twin.ts';

let twinDir: string;
let scene: OwnerScene;
beforeAll(async () => {
  twinDir = await copySampleTwin();
  scene = await ownerScene({}, { twinDir });
});
afterAll(async () => {
  await scene.app.close();
  await rm(twinDir, { recursive: true, force: true });
});

const start = (seen: object) => scene.app.call('create_session', { visitor_id: randomUUID(), consent: true, ...seen });

/** What is kept of the consent of a new conversation. */
async function keptOf(seen: object) {
  const { body } = await start(seen);
  const { rows } = await scene.app.pool.query(
    `SELECT s.consent_version AS version, s.consent_language AS language, s.consent_hash AS hash, c.text
     FROM sessions s LEFT JOIN consent_texts c ON c.hash = s.consent_hash WHERE s.id = $1`,
    [body.session_id],
  );
  return { id: body.session_id as string, ...rows[0] };
}

const config = async () => {
  const { consent } = (await (await fetch(`${scene.app.url}/api/config`)).json()) as PublicConfig;
  if (!consent) throw new Error('nobody is asked for consent');
  return consent;
};

test('a conversation keeps language and hash of the sentence agreed to, and the export tells its text', async () => {
  const { version, text, translations } = await config();
  const shown: Record<string, string> = { en: text, ...translations };
  for (const language of ['en', 'de', 'es'] as const) {
    const kept = await keptOf({ consent_version: version, consent_language: language });
    expect(kept).toMatchObject({ version, language, text: shown[language] });
    expect(kept.hash).toEqual(
      createHash('sha256')
        .update(shown[language] ?? '')
        .digest(),
    );
  }
  expect(shown.de).toMatch(/^Dieses Gespräch, .* bleibt 180 Tage gespeichert/s);
  expect(shown.es).toMatch(/^Conservar esta conversación, .* durante 180 días/s);
  const { id } = await keptOf({ consent_version: version, consent_language: 'de' });
  const file: string = (await scene.ask('/export?format=jsonl')).body;
  const line = file.split('\n').find((row) => row.includes(id));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    consent_version: version,
    consent_language: 'de',
    consent_text: shown.de,
  });
});

test('without a language it is the sentence of the twin’s own files, and without consent none', async () => {
  const { version, text } = await config();
  expect(await keptOf({})).toMatchObject({ version, language: 'en', text });
  expect(await keptOf({ consent: false, consent_version: version, consent_language: 'de' })).toMatchObject({
    version,
    language: null,
    text: null,
  });
});

test('a sentence shown before it changed is kept as it was, in each of its languages', async () => {
  const file = path.join(twinDir, 'persona.yaml');
  const before = await readFile(file, 'utf8');
  const { translations } = await config();
  const { body } = await scene.ask('/twin/persona.yaml');
  const others = body.text
    .replace("version: '3'", "version: '4'")
    .replace('Keep this conversation', 'Always keep it')
    .replace(/ {4}es: >-\n(?: {6}.*\n)+/, '')
    .replace('Dieses Gespräch', 'Dies');
  const saved = { method: 'PUT', body: JSON.stringify({ text: others, version: body.version }) };
  expect((await scene.ask('/twin/persona.yaml', saved)).status).toBe(200);
  expect(await readFile(file, 'utf8')).toBe(before);
  expect(await keptOf({ consent_version: '3', consent_language: 'de' })).toMatchObject({
    version: '3',
    language: 'de',
    text: translations.de,
  });
  expect(await keptOf({ consent_version: '3', consent_language: 'es' })).toMatchObject({ text: translations.es });
  expect((await keptOf({ consent_version: '4', consent_language: 'de' })).text).toMatch(/^Dies, was die KI/);
  // Nobody was ever shown the fourth version in Spanish.
  expect(await start({ consent_version: '4', consent_language: 'es' })).toMatchObject({
    status: 409,
    body: { code: 'consent_changed' },
  });
});
