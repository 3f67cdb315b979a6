import { EMBEDDED_ID, modelsFile, type Twin } from '@understudy/contract/twin';
import { parseYaml } from './parse-yaml.ts';
import { TwinFileError } from './twin-file-error.ts';
import type { TwinFiles } from './twin-files.ts';

type Catalogue = Pick<
  Twin,
  'models' | 'defaultModel' | 'transcriptionSuccessors' | 'speechSuccessors' | 'providerModels'
>;

/** Follows successors; returns the id at which the chain loops back, or null. */
function findCycle(start: string, successors: Map<string, string | null>): string | null {
  const seen = new Set<string>();
  for (let id: string | null = start; id !== null; id = successors.get(id) ?? null) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return null;
}

/** Reads `models.yaml`. Throws {@link TwinFileError}. */
export async function loadModels(files: TwinFiles): Promise<Catalogue> {
  const file = 'models.yaml';
  const { value, lineOf } = parseYaml(await files.text(file), file, modelsFile);
  const successors = new Map<string, string | null>();
  for (const [index, model] of value.models.entries()) {
    if (successors.has(model.id) || model.id === EMBEDDED_ID) {
      const why = model.id === EMBEDDED_ID ? 'is the embedded twin, described under its own key' : 'stands twice';
      throw new TwinFileError(file, lineOf(['models', index, 'id']), `the model '${model.id}' ${why}`);
    }
    successors.set(model.id, model.successor ?? null);
  }
  for (const [index, model] of value.models.entries()) {
    if (findCycle(model.id, successors) !== null) {
      const problem = `the successors of '${model.id}' lead back to themselves`;
      throw new TwinFileError(file, lineOf(['models', index, 'successor']), problem);
    }
  }
  for (const kind of ['transcription', 'speech'] as const) {
    const heirs = new Map(Object.entries(value[kind]));
    for (const id of heirs.keys()) {
      if (findCycle(id, heirs) === null) continue;
      throw new TwinFileError(file, lineOf([kind, id]), `the successors of '${id}' lead back to themselves`);
    }
  }
  if (!successors.has(value.default)) {
    throw new TwinFileError(file, lineOf(['default']), `the default model '${value.default}' is not in the list`);
  }
  return {
    models: [
      ...value.models.map((model) => ({ ...model, successor: model.successor ?? null })),
      { id: EMBEDDED_ID, ...value.embedded, successor: null },
    ],
    defaultModel: value.default,
    transcriptionSuccessors: value.transcription,
    speechSuccessors: value.speech,
    providerModels: value.providers,
  };
}
