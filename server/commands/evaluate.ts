/**
 * Analyses conversations with the product's own analyser and says how good it is: `npm run evaluate -- FILE.jsonl [--out
 * PREDICTIONS.jsonl] [--provider embedded]`. A file without labels gets its predictions and no figures.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { EvaluationFileError, readConversations } from '../features/leads/evaluation/conversation.ts';
import { measure } from '../features/leads/evaluation/measure.ts';
import { predict } from '../features/leads/evaluation/predict.ts';
import { tableOf } from '../features/leads/evaluation/table.ts';

const USAGE = 'Usage: npm run evaluate -- FILE.jsonl [--out PREDICTIONS.jsonl] [--provider embedded]';

/** A wrong argument, as a sentence. */
class UsageError extends Error {}

function readArguments(args: string[]): { file: string; out: string | undefined } {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new UsageError(`${(error as Error).message} ${USAGE}`);
  }
  const { values, positionals } = parsed;
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError(`Name one file. ${USAGE}`);
  if (values.provider !== 'embedded') {
    throw new UsageError(`There is no analyser '${values.provider}' here: 'embedded' is the one that is judged.`);
  }
  return { file, out: values.out };
}

const parse = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: 'string' }, provider: { type: 'string', default: 'embedded' } },
  });

async function evaluate(args: string[]): Promise<void> {
  const { file, out } = readArguments(args);
  const conversations = await readConversations(file);
  const judged = conversations.map((conversation) => ({ conversation, prediction: predict(conversation) }));
  const predictions = judged.map(({ prediction }) => `${JSON.stringify(prediction)}\n`).join('');
  if (out) await writeFile(out, predictions);
  const labelled = judged.filter(({ conversation }) => conversation.labels);
  if (labelled.length > 0) process.stdout.write(`${tableOf(measure(labelled)).join('\n')}\n`);
  else if (!out) process.stdout.write(predictions);
  if (out) process.stdout.write(`${judged.length} predictions written to ${out}\n`);
}

try {
  await evaluate(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof EvaluationFileError || (error as NodeJS.ErrnoException).code)) {
    throw error;
  }
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
