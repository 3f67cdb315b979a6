import { join, resolve } from 'node:path';
import {
  RETENTION_LEADS_DAYS,
  RETENTION_MEMORIES_DAYS,
  RETENTION_TRANSCRIPTS_DAYS,
} from '@understudy/contract/constants';
import {
  type KnowledgePassage,
  MODE_IDS,
  type Mode,
  modeFile,
  personaFile,
  type Twin,
} from '@understudy/contract/twin';
import { loadModels } from './load-models.ts';
import { loadVoices } from './load-voices.ts';
import { parseDemo } from './parse-demo.ts';
import { parseKnowledge } from './parse-knowledge.ts';
import { parseYaml } from './parse-yaml.ts';
import { listTwinFiles, readTwinBytes, readTwinText } from './read-file.ts';
import { TwinFileError } from './twin-file-error.ts';

const MEDIA_TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Texts of a twin may name the consultant as `{name}` and `{first_name}`, so that a rename is one line. */
function fillIn<T>(value: T, names: Record<string, string>): T {
  if (typeof value === 'string') {
    return value.replace(/\{(\w+)\}/g, (whole, key: string) => names[key] ?? whole) as T;
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, names)) as T;
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, names)])) as T;
  }
  return value;
}

async function loadPersona(dir: string) {
  const file = 'persona.yaml';
  const { value, lineOf } = parseYaml(await readTwinText(dir, file), file, personaFile);
  const seen = new Set<string>();
  for (const [index, service] of value.services.entries()) {
    if (seen.has(service.id)) {
      throw new TwinFileError(file, lineOf(['services', index, 'id']), `the service '${service.id}' stands twice`);
    }
    seen.add(service.id);
  }
  const { portrait, consent, ...persona } = value;
  const mediaType = MEDIA_TYPES[portrait.split('.').at(-1)?.toLowerCase() ?? ''];
  const portraitLine = lineOf(['portrait']);
  if (!mediaType || /[\\/]/.test(portrait)) {
    const problem = `the portrait '${portrait}' must be an SVG, PNG, JPEG or WebP file in the twin's folder`;
    throw new TwinFileError(file, portraitLine, problem);
  }
  const bytes = await readTwinBytes(dir, portrait).catch((error: unknown) => {
    const detail = error instanceof TwinFileError ? error.message : 'it cannot be read';
    throw new TwinFileError(file, portraitLine, `the portrait cannot be used: ${detail}`);
  });
  if (bytes.length === 0) throw new TwinFileError(file, portraitLine, `the portrait '${portrait}' is empty`);
  return { persona, consent, portrait: { path: resolve(join(dir, portrait)), mediaType } };
}

async function loadModes(dir: string): Promise<Mode[]> {
  const modes = new Map<string, Mode>();
  for (const file of await listTwinFiles(dir, 'modes', 'yaml')) {
    const { value, lineOf } = parseYaml(await readTwinText(dir, file), file, modeFile);
    if (modes.has(value.id)) {
      throw new TwinFileError(file, lineOf(['id']), `the mode '${value.id}' is in another file already`);
    }
    modes.set(value.id, value);
  }
  return MODE_IDS.map((id) => {
    const mode = modes.get(id);
    if (!mode) throw new TwinFileError('modes', null, `the mode '${id}' is missing: add modes/${id}.yaml`);
    return mode;
  });
}

async function loadKnowledge(dir: string): Promise<KnowledgePassage[]> {
  const passages = new Map<string, KnowledgePassage>();
  for (const file of await listTwinFiles(dir, 'knowledge', 'md')) {
    for (const passage of parseKnowledge(await readTwinText(dir, file), file)) {
      const first = passages.get(passage.id);
      if (first) {
        const problem = `the passage id '${passage.id}' is taken already (${first.file}:${first.line})`;
        throw new TwinFileError(file, passage.line, problem);
      }
      passages.set(passage.id, passage);
    }
  }
  if (passages.size === 0) throw new TwinFileError('knowledge', null, 'the folder holds no passages (*.md)');
  return [...passages.values()];
}

async function loadDemos(dir: string, names: string[]): Promise<Twin['demos']> {
  const demos: Twin['demos'] = [];
  for (const file of await listTwinFiles(dir, 'demos', 'txt')) {
    const text = await readTwinText(dir, file);
    demos.push({ file: file.slice('demos/'.length), text, exchanges: parseDemo(text, file, names) });
  }
  return demos;
}

/**
 * Reads and checks the folder that describes the twin. Throws {@link TwinFileError}: one sentence that names the file
 * and, where there is one, the line.
 */
export async function loadTwin(dir: string): Promise<Twin> {
  const { persona, portrait, consent } = await loadPersona(dir);
  const names = {
    name: persona.name,
    first_name: persona.first_name,
    email: persona.contact.email,
    transcript_days: String(RETENTION_TRANSCRIPTS_DAYS),
    lead_days: String(RETENTION_LEADS_DAYS),
    memory_days: String(RETENTION_MEMORIES_DAYS),
  };
  const [modes, models, knowledge, demos] = [
    await loadModes(dir),
    await loadModels(dir),
    await loadKnowledge(dir),
    await loadDemos(dir, [persona.name, persona.first_name]),
  ];
  const voices = await loadVoices(dir, modes);
  return { ...fillIn({ persona, consent, modes, ...models, knowledge, demos }, names), ...voices, portrait };
}
