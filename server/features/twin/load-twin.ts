import { watch } from 'node:fs';
import { type CalendarFile, calendarFile } from '@understudy/contract/calendar-file';
import {
  type ShowFiles,
  showAnswersFile,
  showBitsFile,
  showDebatesFile,
  showGamesFile,
  showMaterialFile,
  showRepliesFile,
} from '@understudy/contract/show-files';
import {
  EMBEDDED_ID,
  type KnowledgePassage,
  MODE_IDS,
  type Mode,
  modeFile,
  modelsFile,
  personaFile,
  repliesFile,
  type Twin,
  voicesFile,
} from '@understudy/contract/twin';
import { SHOW_FILES } from '@understudy/contract/twin-texts';
import type { z } from 'zod';
import { voiceMistake } from '../../providers/voice/embedded/voices.ts';
import { CALENDAR_FILE, MODELS_FILE, PERSONA_FILE, VOICES_FILE } from './edit-store.ts';
import { parseDemos } from './parse-demo.ts';
import { parseKnowledge } from './parse-knowledge.ts';
import { parseYaml } from './parse-yaml.ts';
import { withStandIn } from './pictures.ts';
import { DEFAULT_RETENTION, fillIn, placeholderValues, type RetentionDays } from './placeholders.ts';
import { loadPortrait } from './portrait.ts';
import { readMoves } from './reply/moves.ts';
import { folderFiles, TwinFileError, type TwinFiles } from './twin-files.ts';

type Catalogue = Pick<
  Twin,
  'models' | 'defaultModel' | 'transcriptionSuccessors' | 'speechSuccessors' | 'providerModels'
>;

/** Whether the chain of successors of an id leads back to itself. */
function isCyclic(start: string, successors: Map<string, string | null>): boolean {
  const seen = new Set<string>();
  for (let id: string | null = start; id !== null; id = successors.get(id) ?? null) {
    if (seen.has(id)) return true;
    seen.add(id);
  }
  return false;
}

/** Reads `models.yaml`. @throws TwinFileError */
async function loadModels(files: TwinFiles): Promise<Catalogue> {
  const file = MODELS_FILE;
  const { value, mistake } = parseYaml(await files.text(file), file, modelsFile);
  const successors = new Map<string, string | null>();
  for (const [index, model] of value.models.entries()) {
    if (successors.has(model.id) || model.id === EMBEDDED_ID) {
      const why = model.id === EMBEDDED_ID ? 'is the embedded twin, described under its own key' : 'stands twice';
      throw mistake(['models', index, 'id'], `the model '${model.id}' ${why}`);
    }
    successors.set(model.id, model.successor ?? null);
  }
  for (const [index, model] of value.models.entries()) {
    if (isCyclic(model.id, successors)) {
      const problem = `the successors of '${model.id}' lead back to themselves`;
      throw mistake(['models', index, 'successor'], problem);
    }
  }
  for (const kind of ['transcription', 'speech'] as const) {
    const successors = new Map(Object.entries(value[kind]));
    for (const id of successors.keys()) {
      if (!isCyclic(id, successors)) continue;
      throw mistake([kind, id], `the successors of '${id}' lead back to themselves`);
    }
  }
  if (!successors.has(value.default)) {
    throw mistake(['default'], `the default model '${value.default}' is not in the list`);
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

async function loadPersona(files: TwinFiles) {
  const file = PERSONA_FILE;
  const { value, mistake } = parseYaml(await files.text(file), file, personaFile);
  const seen = new Set<string>();
  for (const [index, service] of value.services.entries()) {
    if (seen.has(service.id)) {
      throw mistake(['services', index, 'id'], `the service '${service.id}' stands twice`);
    }
    seen.add(service.id);
  }
  const { portrait: _, consent, visitor_page: visitorPage, ...persona } = value;
  const picture = await loadPortrait(files, value, (problem) => mistake(['portrait'], problem));
  return { persona, consent, visitorPage, portrait: picture };
}

async function loadModes(files: TwinFiles): Promise<Mode[]> {
  const modes = new Map<string, Mode>();
  for (const file of await files.list('modes', 'yaml')) {
    const { value, mistake } = parseYaml(await files.text(file), file, modeFile);
    if (modes.has(value.id)) {
      throw mistake(['id'], `the mode '${value.id}' is in another file already`);
    }
    modes.set(value.id, value);
  }
  return MODE_IDS.map((id) => {
    const mode = modes.get(id);
    if (!mode) throw new TwinFileError('modes', null, `the mode '${id}' is missing: add modes/${id}.yaml`);
    return mode;
  });
}

async function loadKnowledge(files: TwinFiles): Promise<KnowledgePassage[]> {
  const passages = new Map<string, KnowledgePassage>();
  for (const file of await files.list('knowledge', 'md')) {
    for (const passage of parseKnowledge(await files.text(file), file)) {
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

async function loadReplies(files: TwinFiles): Promise<Twin['replies']> {
  const replies: Twin['replies'] = {};
  const moves = new Set(readMoves().map(({ move }) => move));
  for (const file of await files.list('replies', 'yaml', true)) {
    const { value, mistake } = parseYaml(await files.text(file), file, repliesFile);
    for (const [move, lines] of Object.entries(value)) {
      if (!moves.has(move))
        throw mistake([move], `there is no move '${move}' (server/features/twin/reply/moves.yaml names them)`);
      replies[move] = lines;
    }
  }
  return replies;
}

const ESSENTIAL = 'demos/essential-demos.txt';

/** Reads `demos/*.txt`. What is malformed in them is left out, and told. */
async function loadDemos(files: TwinFiles, names: string[]): Promise<Pick<Twin, 'demos' | 'demoMistakes'>> {
  const demos: Twin['demos'] = [];
  const mistakes: TwinFileError[] = [];
  // The essential ones first: the landing page plays the first.
  const found = await files.list('demos', 'txt');
  for (const file of [...found].sort((one, other) => Number(other === ESSENTIAL) - Number(one === ESSENTIAL))) {
    const parsed = parseDemos(await files.text(file), file, names);
    mistakes.push(...parsed.mistakes);
    for (const script of parsed.scripts) {
      const other = demos.find(({ id }) => id === script.id);
      if (other) mistakes.push(new TwinFileError(file, null, `the demo '${script.id}' is in ${other.file} already`));
      else demos.push(script);
    }
  }
  return { demos, demoMistakes: mistakes.map(({ file, line, problem }) => ({ file, line, problem })) };
}

/** Reads `show/*.yaml`, each of which may be missing. @throws TwinFileError */
async function loadShow(files: TwinFiles): Promise<ShowFiles> {
  const present = new Set(await files.list('show', 'yaml', true));
  const read = async <S extends z.ZodType>(file: string, schema: S, none: unknown): Promise<z.output<S>> => {
    if (!present.has(file)) return schema.parse(none);
    const { value, mistake } = parseYaml(await files.text(file), file, schema);
    if (!Array.isArray(value)) return value;
    const key = file === SHOW_FILES.answers ? 'to' : 'id';
    const ids = value.map((one) => one[key]);
    const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
    if (twice >= 0) throw mistake([twice, key], `'${ids[twice]}' stands twice`);
    return value;
  };
  const names: readonly string[] = Object.values(SHOW_FILES);
  const unknown = [...present].find((file) => !names.includes(file));
  if (unknown) throw new TwinFileError(unknown, null, `the folder show has ${names.join(', ')} only`);
  return {
    material: await read(SHOW_FILES.material, showMaterialFile, {}),
    replies: await read(SHOW_FILES.replies, showRepliesFile, []),
    answers: await read(SHOW_FILES.answers, showAnswersFile, []),
    bits: await read(SHOW_FILES.bits, showBitsFile, []),
    games: await read(SHOW_FILES.games, showGamesFile, []),
    debates: await read(SHOW_FILES.debates, showDebatesFile, []),
  };
}

/** Reads `calendar.yaml`, which may be missing. @throws TwinFileError */
async function loadCalendar(files: TwinFiles): Promise<CalendarFile | null> {
  if (!(await files.list('.', 'yaml', true)).includes(CALENDAR_FILE)) return null;
  const { value, mistake } = parseYaml(await files.text(CALENDAR_FILE), CALENDAR_FILE, calendarFile);
  const present = new Set(await files.list('calendar', 'ics', true));
  const missing = value.busy.findIndex((source) => source.startsWith('calendar/') && !present.has(source));
  if (missing >= 0) throw mistake(['busy', missing], `the folder has no file ${value.busy[missing]}`);
  return value;
}

/** The calendar is the one place where visitors book: elsewhere, if it says so, and not on a page of the persona. */
function withBooking(contact: Twin['persona']['contact'], calendar: CalendarFile | null): Twin['persona']['contact'] {
  if (!calendar) return contact;
  const { calendar: _, ...others } = contact;
  return calendar.externalLink === undefined ? others : { ...others, calendar: calendar.externalLink };
}

/**
 * Reads and checks the files that describe the twin.
 *
 * @param from the twin's folder, or another source of its files
 * @param days the retention that its texts state
 * @throws TwinFileError one sentence that names the file and, if there is one, the line
 */
export async function loadTwin(from: string | TwinFiles, days: RetentionDays = DEFAULT_RETENTION): Promise<Twin> {
  const files = typeof from === 'string' ? withStandIn(folderFiles(from)) : from;
  const { persona: written, portrait, consent, visitorPage } = await loadPersona(files);
  const calendar = await loadCalendar(files);
  const persona = { ...written, contact: withBooking(written.contact, calendar) };
  const [modes, models, knowledge, replies, { demos, demoMistakes }, show] = [
    await loadModes(files),
    await loadModels(files),
    await loadKnowledge(files),
    await loadReplies(files),
    await loadDemos(files, [persona.name, persona.first_name, '{name}', '{first_name}']),
    await loadShow(files),
  ];
  const voices = await loadVoices(files, modes);
  const filled = fillIn(
    { persona, consent, modes, ...models, knowledge, replies, demos, show, calendar },
    placeholderValues(persona, days),
  );
  return { ...filled, ...voices, portrait, visitorPage, demoMistakes };
}

/** Reads `voices.yaml`, which must have a voice for every mode. @throws TwinFileError */
async function loadVoices(files: TwinFiles, modes: readonly Mode[]): Promise<Pick<Twin, 'voices' | 'defaultVoice'>> {
  const file = VOICES_FILE;
  const { value, mistake } = parseYaml(await files.text(file), file, voicesFile);
  const ids = new Set<string>();
  for (const [index, { id, embedded }] of value.voices.entries()) {
    if (ids.has(id)) throw mistake(['voices', index, 'id'], `the voice '${id}' stands twice`);
    ids.add(id);
    const unknown = voiceMistake(embedded.name);
    if (unknown) throw mistake(['voices', index, 'embedded', 'name'], unknown);
  }
  if (!ids.has(value.default)) {
    throw mistake(['default'], `the default voice '${value.default}' is not in the list`);
  }
  const silent = modes.find((mode) => !ids.has(mode.voiceId));
  if (silent) {
    const problem = `the voice '${silent.voiceId}' of the mode '${silent.id}' is missing`;
    throw mistake(['voices'], problem);
  }
  return { voices: value.voices, defaultVoice: value.default };
}

/** Milliseconds without changes to wait for, because editors write a file in several steps. */
const QUIET_MS = 60;

/**
 * Watches the twin's folder during development, so that edits take effect without a restart.
 *
 * @param onEdit called once the files have changed and are stable
 * @param onLost called when watching fails
 * @returns a function that stops watching
 */
export function watchTwin(dir: string, onEdit: () => void, onLost: (sentence: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dir, { recursive: true, persistent: false }, () => {
    clearTimeout(timer);
    timer = setTimeout(onEdit, QUIET_MS);
  });
  watcher.on('error', () => onLost("the twin's folder can no longer be watched: restart to see edits"));
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
