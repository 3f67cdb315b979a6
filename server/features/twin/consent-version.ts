import { personaFile } from '@understudy/contract/twin';
import { PERSONA_FILE } from './editable-files.ts';
import { parseYaml } from './parse-yaml.ts';
import { TwinFileError } from './twin-file-error.ts';

/**
 * Each conversation keeps the version of the sentence that its visitor agreed to, so that one version must never stand for
 * two sentences.
 * @param text a persona that is read without a mistake
 * @param earlier personas that may have been shown to visitors
 * @throws TwinFileError
 */
export function checkConsentVersion(text: string, earlier: Iterable<string>): void {
  const { value, lineOf } = parseYaml(text, PERSONA_FILE, personaFile);
  for (const other of earlier) {
    const before = consentOf(other);
    if (before === null || before.version !== value.consent.version || before.text === value.consent.text) continue;
    const problem = `the consent text is another than the one of version '${before.version}': give it a version of its own, so that it stays known who agreed to what`;
    throw new TwinFileError(PERSONA_FILE, lineOf(['consent', 'version']), problem);
  }
}

function consentOf(persona: string): { version: string; text: string } | null {
  try {
    return parseYaml(persona, PERSONA_FILE, personaFile).value.consent;
  } catch (error) {
    if (error instanceof TwinFileError) return null;
    throw error;
  }
}
