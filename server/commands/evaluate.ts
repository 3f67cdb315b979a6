/** `npm run evaluate`: runs the product's own analysis on conversations and reports its accuracy. */
import { writeFile } from 'node:fs/promises';
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { loadTwin } from '../features/twin/load-twin.ts';
import { namesOf } from '../features/understanding/consultant.ts';
import { createUnderstand } from '../features/understanding/understand.ts';
import { createSentenceEncoder } from '../providers/embedder/encoder/sentence-encoder.ts';
import { EvaluationFileError, type LabelledConversation, readConversations } from './evaluate/conversation.ts';
import { measure } from './evaluate/measure.ts';
import { type Prediction, predict } from './evaluate/predict.ts';
import { tableOf } from './evaluate/table.ts';

/** Analyses the conversations of a file, prints the figures, and writes the predictions to `out` if it is given. */
async function evaluate(file: string, out: string | undefined): Promise<void> {
  const conversations = await readConversations(file);
  const names = namesOf((await loadTwin(readConfig(withDotEnv(ROOT, process.env)).twinDir)).persona);
  const encoder = createSentenceEncoder();
  const understand = createUnderstand(encoder, () => names);
  const judged: { conversation: LabelledConversation; prediction: Prediction }[] = [];
  for (const conversation of conversations)
    judged.push({ conversation, prediction: await predict(understand, conversation) });
  await encoder.close();
  const predictions = judged.map(({ prediction }) => `${JSON.stringify(prediction)}\n`).join('');
  if (out) {
    await writeFile(out, predictions).catch(({ code }: NodeJS.ErrnoException) => {
      throw new UsageError(`${out} cannot be written (${code}).`);
    });
  }
  const labelled = judged.filter(({ conversation }) => conversation.labels);
  if (labelled.length > 0) process.stdout.write(`${tableOf(measure(labelled)).join('\n')}\n`);
  else if (!out) process.stdout.write(predictions);
  if (out) process.stdout.write(`${judged.length} predictions written to ${out}\n`);
}

await runCommand(
  {
    name: 'evaluate',
    about: `Analyses conversations with the product's own analyser and prints how good it is: intents, tiers,
scores, each field, adversarial cases. A file without labels gets its predictions and no figures.
FILE.jsonl holds one conversation a line: {"id", "channel", "messages": [{"speaker", "text"}], "labels", "tags"}.`,
    argument: 'FILE.jsonl',
    options: {
      out: { type: 'string', value: 'PREDICTIONS.jsonl', about: 'writes the predictions too, one JSON line each' },
      provider: { type: 'string', default: 'embedded', value: 'NAME', about: 'whose analysis is judged' },
    },
    example: 'my-conversations.jsonl --out predictions.jsonl',
    tells: [ConfigError, EvaluationFileError],
  },
  async ({ values, argument }) => {
    if (values.provider !== 'embedded') {
      throw new UsageError(`There is no analyser '${values.provider}' here: 'embedded' is the one that is judged.`);
    }
    await evaluate(argument, values.out);
  },
);
