import { type Mode, type Twin, voicesFile } from '@understudy/contract/twin';
import { voiceMistake } from '../../providers/voice/embedded/known-voices.ts';
import { parseYaml } from './parse-yaml.ts';
import { TwinFileError } from './twin-file-error.ts';
import type { TwinFiles } from './twin-files.ts';

/** Reads `voices.yaml`, which must have a voice for every mode. Throws {@link TwinFileError}. */
export async function loadVoices(
  files: TwinFiles,
  modes: readonly Mode[],
): Promise<Pick<Twin, 'voices' | 'defaultVoice'>> {
  const file = 'voices.yaml';
  const { value, lineOf } = parseYaml(await files.text(file), file, voicesFile);
  const ids = new Set<string>();
  for (const [index, { id, embedded }] of value.voices.entries()) {
    if (ids.has(id)) throw new TwinFileError(file, lineOf(['voices', index, 'id']), `the voice '${id}' stands twice`);
    ids.add(id);
    const mistake = voiceMistake(embedded.name);
    if (mistake) throw new TwinFileError(file, lineOf(['voices', index, 'embedded', 'name']), mistake);
  }
  if (!ids.has(value.default)) {
    throw new TwinFileError(file, lineOf(['default']), `the default voice '${value.default}' is not in the list`);
  }
  const silent = modes.find((mode) => !ids.has(mode.voiceId));
  if (silent) {
    const problem = `the voice '${silent.voiceId}' of the mode '${silent.id}' is missing`;
    throw new TwinFileError(file, lineOf(['voices']), problem);
  }
  return { voices: value.voices, defaultVoice: value.default };
}
