/** `npm run twin`: proposes questions for the `Asks:` lines of the knowledge, and moves a whole twin as one file. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KnowledgePassage } from '@understudy/contract/twin';
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { type Config, ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { databaseOptions } from '../features/backups/index.ts';
import { readConnectedModel } from '../features/settings/model-routes.ts';
import { loadTwin } from '../features/twin/load-twin.ts';
import { TwinArchiveError } from '../features/twin/moving/archive-format.ts';
import { TwinSwapError } from '../features/twin/moving/swap-folder.ts';
import { suggestAsks, withAsks } from '../features/twin/parse-knowledge.ts';
import { createReplyGeneration } from '../features/twin/reply-generation.ts';
import { TwinFileError } from '../features/twin/twin-files.ts';
import { openForCommand } from '../platform/database/command-database.ts';
import { DatabaseStartError } from '../platform/database/errors.ts';
import { operatorCommand } from '../platform/operator-command.ts';
import { ProviderError } from '../providers/language-model/port.ts';
import { exportTwin, importTwinFrom } from './twin-move.ts';

const NO_MODEL =
  'Questions are proposed by a language model, and there is none. Connect one in the dashboard, or set ' +
  'LLM_BASE_URL, GROQ_API_KEY or OPENAI_API_KEY.';
/** The default of `--below`: passages with this many questions need no more. */
const ENOUGH_QUESTIONS = '8';

/** The models configured by environment variables, or else the one connected in the dashboard. */
async function chainOf({ chat, ...config }: Config): Promise<Config['chat']> {
  if (chat.length > 0) return chat;
  const database = await openForCommand(databaseOptions(config));
  try {
    const model = await readConnectedModel(database);
    return model ? [model] : [];
  } finally {
    await database.close();
  }
}

/** Prints proposals for each passage, and adds them to the folder's files if wanted. */
async function suggest(below: number, write: boolean): Promise<void> {
  const config = readConfig(withDotEnv(ROOT, process.env));
  const twin = await loadTwin(config.twinDir);
  const { models } = createReplyGeneration(await chainOf(config), () => twin, null);
  try {
    if (!models.complete) throw new UsageError(NO_MODEL);
    const passages = twin.knowledge
      .filter(({ asked }) => asked.length < below)
      .sort((one, other) => one.asked.length - other.asked.length);
    if (passages.length === 0) process.stdout.write(`Every passage has ${below} questions or more.\n`);
    const signal = new AbortController().signal;
    for (const [at, passage] of passages.entries()) {
      const asks = await suggestAsks(passage, twin.persona, models.complete, signal);
      process.stdout.write(`${passage.file}: ${passage.title}\n  ${asks.join('\n  ') || 'nothing was proposed'}\n\n`);
      if (write && asks.length > 0) await addToFile(config.twinDir, passage, asks);
      process.stderr.write(`${at + 1} of ${passages.length}\n`);
    }
    if (write && passages.length > 0)
      process.stdout.write('They stand in the files now. Read them, and take out what a passage does not answer.\n');
  } finally {
    models.close();
  }
}

/** Adds questions to a passage. Reads the folder anew for each passage, because an added line moves those below it. */
async function addToFile(folder: string, { id, file }: KnowledgePassage, asks: readonly string[]): Promise<void> {
  const now = (await loadTwin(folder)).knowledge.find((passage) => passage.id === id);
  if (!now) return;
  const place = path.join(folder, file);
  await writeFile(place, withAsks(await readFile(place, 'utf8'), now, asks));
}

await runCommand(
  {
    name: 'twin',
    about: `Works on the twin's texts. 'suggest' asks a language model what visitors would ask that a passage answers,
for the Asks: lines by which passages are found. 'export' and 'import' move a whole twin: its folder with
what was edited in the dashboard, portrait, models and voices included. Both work while the server runs.`,
    actions: {
      suggest: { about: 'proposes questions, for the passages with the fewest first', options: ['write', 'below'] },
      export: {
        argument: 'FILE.zip',
        about: 'writes the twin, as visitors meet it now, into FILE.zip',
        options: ['force'],
      },
      import: { argument: 'FILE.zip', about: 'replaces the twin by the one in FILE.zip', options: ['yes'] },
    },
    options: {
      write: { type: 'boolean', default: false, about: 'suggest: adds them to the files; read them afterwards' },
      below: {
        type: 'string',
        default: ENOUGH_QUESTIONS,
        value: 'N',
        about: 'suggest: only passages with fewer questions than this',
      },
      force: { type: 'boolean', default: false, about: 'export: replaces FILE.zip if it exists' },
      yes: { type: 'boolean', default: false, about: 'import: goes on although it replaces the twin that is there' },
    },
    example: 'export twin.zip',
    tells: [ConfigError, TwinFileError, TwinArchiveError, TwinSwapError, DatabaseStartError, ProviderError],
  },
  async ({ action, argument, values: { write, below, force, yes } }) => {
    if (action === 'export') return exportTwin(argument, force);
    if (action === 'import') return importTwinFrom(argument, yes);
    if (!/^\d{1,6}$/.test(below))
      throw new UsageError(`--below takes a number: ${operatorCommand('twin', 'suggest --below 3')}`);
    await suggest(Number(below), write);
  },
);
