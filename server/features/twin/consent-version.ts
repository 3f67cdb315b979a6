import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LANGUAGES, type Language } from '@understudy/contract/languages';
import { type PersonaFile, personaFile } from '@understudy/contract/twin';
import type { Queries } from '../../platform/database/transaction.ts';
import { PERSONA_FILE, textOrNull, textsEverOf } from './edit-store.ts';
import { parseYaml } from './parse-yaml.ts';
import { fillIn, namePlaceholders } from './placeholders.ts';
import { TwinFileError, type TwinFiles } from './twin-files.ts';

/** A consent sentence in the languages that a persona has it in. */
export interface Consent {
  version: string;
  /** The language shown where the reader's is missing. */
  language: Language;
  /** With the consultant's names filled in: another name makes another sentence. */
  texts: Partial<Record<Language, string>>;
}

/**
 * Consent sentences of earlier personas, by the hash of their text: parsing one takes milliseconds, and the result
 * never changes.
 */
const known = new Map<string, Consent | null>();

/**
 * Checks that the version in a persona stands for no other sentence, since each conversation keeps the version that its
 * visitor agreed to. Any persona ever saved, however long ago, may have been agreed to. A new sentence needs new
 * translations too: visitors would agree to the old one under the new version.
 *
 * @param text a valid persona
 * @throws TwinFileError when the version is taken by another sentence
 */
export async function checkConsentVersion(db: Queries, folder: TwinFiles, text: string): Promise<void> {
  const { value, mistake } = parseYaml(text, PERSONA_FILE, personaFile);
  const consent = consentIn(value);
  const kept = await allConsentSentences(db, folder);
  const stale = staleTranslation(consent, kept);
  if (stale) {
    const problem =
      `this is still the translation of version '${stale.version}', whose sentence was another: translate the new ` +
      'one, or leave it out';
    throw mistake(['consent', 'translations', stale.language], problem);
  }
  const before = clashing(consent, kept);
  if (!before) return;
  const problem =
    `the consent text is another than the one of version '${before.version}': give it a version of its own, so ` +
    'that it stays known who agreed to what';
  throw mistake(['consent', 'version'], problem);
}

/** The version of a persona's consent if it is free for its sentence, otherwise the next free one. */
export async function consentVersionFor(db: Queries, folder: TwinFiles, text: string): Promise<string> {
  const consent = consentIn(parseYaml(text, PERSONA_FILE, personaFile).value);
  const kept = await allConsentSentences(db, folder);
  let version = consent.version;
  while (clashing({ ...consent, version }, kept)) version = nextVersion(version);
  return version;
}

/** '2' is followed by '3', 'spring' by 'spring-2'. */
function nextVersion(version: string): string {
  const [, before = '', number = ''] = /^(.*?)(\d{1,9})$/.exec(version) ?? [];
  return number ? `${before}${Number(number) + 1}` : `${version}-2`;
}

/** A translation may be added to a version; a sentence shown under it must stay. */
const clashing = ({ version, texts }: Consent, kept: readonly Consent[]): Consent | undefined =>
  kept.find((other) => other.version === version && LANGUAGES.some((one) => differ(texts[one], other.texts[one])));

/** A translation that stands unchanged although the sentence that it translates is a new one; null for none. */
function staleTranslation(consent: Consent, kept: readonly Consent[]): { version: string; language: Language } | null {
  const { version, language: own, texts } = consent;
  for (const language of LANGUAGES) {
    if (language === own || texts[language] === undefined) continue;
    const before = kept.find((other) => other.version !== version && other.texts[language] === texts[language]);
    if (before && differ(texts[own], before.texts[own])) return { version: before.version, language };
  }
  return null;
}

const differ = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

/** All consent sentences ever shown: of the folder's persona and of every saved persona. */
export async function allConsentSentences(db: Queries, folder: TwinFiles): Promise<Consent[]> {
  const ofFolder = await textOrNull(folder, PERSONA_FILE);
  const kept = await textsEverOf(db, PERSONA_FILE);
  const consents: Consent[] = [];
  for (const persona of ofFolder === null ? kept : [ofFolder, ...kept]) {
    const consent = await consentOf(persona);
    if (consent) consents.push(consent);
  }
  return consents;
}

function consentIn(persona: PersonaFile): Consent {
  const { version, language, text, translations } = fillIn(persona.consent, namePlaceholders(persona));
  return { version, language, texts: { ...translations, [language]: text } };
}

async function consentOf(persona: string): Promise<Consent | null> {
  const hash = createHash('sha256').update(persona).digest('base64');
  const before = known.get(hash);
  if (before !== undefined) return before;
  // There may be hundreds of personas, and visitors' turns must not wait for them.
  await setImmediate();
  const consent = readConsent(persona);
  known.set(hash, consent);
  return consent;
}

function readConsent(persona: string): Consent | null {
  try {
    return consentIn(parseYaml(persona, PERSONA_FILE, personaFile).value);
  } catch (error) {
    if (error instanceof TwinFileError) return null;
    throw error;
  }
}
