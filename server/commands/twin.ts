/** `npm run twin -- suggest`: proposes questions for the `Asks:` lines of the knowledge, with a language model. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KnowledgePassage } from '@understudy/contract/twin';
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { type Config, ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { readConnectedModel } from '../features/settings/model-routes.ts';
import { loadTwin } from '../features/twin/load-twin.ts';
import { suggestAsks, withAsks } from '../features/twin/parse-knowledge.ts';
import { createReplyGeneration } from '../features/twin/reply-generation.ts';
import { TwinFileError } from '../features/twin/twin-files.ts';
import { openForCommand } from '../platform/database/command-database.ts';
import { DatabaseStartError } from '../platform/database/errors.ts';
import { ProviderError } from '../providers/language-model/port.ts';

const NO_MODEL =
  'Questions are proposed by a language model, and there is none. Connect one in the dashboard, or set ' +
  'LLM_BASE_URL, GROQ_API_KEY or OPENAI_API_KEY.';
/** The default of `--below`: passages with this many questions need no more. */
const ENOUGH_QUESTIONS = '8';

/** The models configured by environment variables, or else the one connected in the dashboard. */
async function chainOf({ chat, ...config }: Config): Promise<Config['chat']> {
  if (chat.length > 0) return chat;
  const database = await openForCommand({ ...config, newSecretKey: false });
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
    about: `Proposes questions for the Asks: lines of the twin's knowledge, by which passages are found: what visitors
would ask that a passage answers. Passages with the fewest come first.`,
    words: ['suggest'],
    options: {
      write: { type: 'boolean', default: false, about: 'adds them to the files; read them afterwards' },
      below: {
        type: 'string',
        default: ENOUGH_QUESTIONS,
        value: 'N',
        about: 'only passages with fewer questions than this',
      },
    },
    example: 'suggest --below 3',
    tells: [ConfigError, TwinFileError, DatabaseStartError, ProviderError],
  },
  async ({ words, values: { write, below } }) => {
    if (words.length !== 1) throw new UsageError('Say what to do: npm run twin -- suggest');
    if (!/^\d{1,6}$/.test(below)) throw new UsageError('--below takes a number: npm run twin -- suggest --below 3');
    await suggest(Number(below), write);
  },
);
