import { createHash } from 'node:crypto';
import { setImmediate as otherWork } from 'node:timers/promises';
import { personaFile } from '@understudy/contract/twin';
import { PERSONA_FILE } from './editable-files.ts';
import { parseYaml } from './parse-yaml.ts';
import { TwinFileError } from './twin-file-error.ts';

interface Consent {
  version: string;
  text: string;
}

/** What earlier personas asked consent to, by the hash of their text: reading one takes milliseconds, and none changes. */
const known = new Map<string, Consent | null>();

/**
 * Each conversation keeps the version of the sentence that its visitor agreed to, so that one version must never stand for
 * two sentences.
 * @param text a persona that is read without a mistake
 * @param earlier personas that may have been shown to visitors
 * @throws TwinFileError
 */
export async function checkConsentVersion(text: string, earlier: Iterable<string>): Promise<void> {
  const { value, lineOf } = parseYaml(text, PERSONA_FILE, personaFile);
  for (const other of earlier) {
    const before = await consentOf(other);
    if (before === null || before.version !== value.consent.version || before.text === value.consent.text) continue;
    const problem = `the consent text is another than the one of version '${before.version}': give it a version of its own, so that it stays known who agreed to what`;
    throw new TwinFileError(PERSONA_FILE, lineOf(['consent', 'version']), problem);
  }
}

async function consentOf(persona: string): Promise<Consent | null> {
  const hash = createHash('sha256').update(persona).digest('base64');
  const before = known.get(hash);
  if (before !== undefined) return before;
  // There may be hundreds of them, and nobody's turn waits for them.
  await otherWork();
  const consent = readConsent(persona);
  known.set(hash, consent);
  return consent;
}

function readConsent(persona: string): Consent | null {
  try {
    return parseYaml(persona, PERSONA_FILE, personaFile).value.consent;
  } catch (error) {
    if (error instanceof TwinFileError) return null;
    throw error;
  }
}
