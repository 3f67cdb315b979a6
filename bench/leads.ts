/** Accuracy of the embedded analysis on labelled conversations, first messages and stories of the test halves. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type LabelledConversation, readConversations } from '../server/commands/evaluate/conversation.ts';
import { measure } from '../server/commands/evaluate/measure.ts';
import { predict } from '../server/commands/evaluate/predict.ts';
import { tableOf } from '../server/commands/evaluate/table.ts';
import { TWINS } from '../server/commands/train/asked-questions.ts';
import { loadTwin } from '../server/features/twin/load-twin.ts';
import { namesOf } from '../server/features/understanding/consultant.ts';
import { createUnderstand } from '../server/features/understanding/understand.ts';
import { createSentenceEncoder } from '../server/providers/embedder/encoder/sentence-encoder.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** First messages as conversations of one line. */
function firstMessages(): LabelledConversation[] {
  return readFileSync(path.join(ROOT, 'bench/openings/test.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((row) => {
      const { id, text, intent, entities } = JSON.parse(row);
      const { person, email, company, role, budget, timeline } = entities;
      const labels = { intent, person_name: person, contact_email: email, company, role, budget, timeline };
      return { id, messages: [{ speaker: 'visitor', text }], labels };
    });
}

/** Prints the figures of all three. */
export async function benchLeads(): Promise<void> {
  const folder = path.join(ROOT, 'bench/leads/test');
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  const conversations = await Promise.all(files.map((name) => readConversations(path.join(folder, name))));
  const twins = await Promise.all(Object.values(TWINS).map((name) => loadTwin(path.join(ROOT, name))));
  const names = twins.flatMap(({ persona }) => namesOf(persona));
  const encoder = createSentenceEncoder();
  const understand = createUnderstand(encoder, () => names);
  try {
    for (const [title, some] of [
      ['conversations (bench/leads/test)', conversations.flat()],
      ['first messages (bench/openings/test.jsonl)', firstMessages()],
      ['stories (bench/stories/test.jsonl)', await readConversations(path.join(ROOT, 'bench/stories/test.jsonl'))],
    ] as const) {
      const judged = [];
      for (const conversation of some)
        judged.push({ conversation, prediction: await predict(understand, conversation) });
      process.stdout.write(`\n${title}\n${tableOf(measure(judged)).join('\n')}\n`);
    }
  } finally {
    await encoder.close();
  }
}
