import { detachedTurn } from '../server/features/conversation/turn.ts';
import { NOTHING_KNOWN, recall } from '../server/features/twin/recall.ts';
import { createReplyGeneration } from '../server/features/twin/reply-generation.ts';
import type { Line } from '../server/providers/language-model/port.ts';
import { loadSampleTwin } from '../server/testing/sample-twin.ts';
import { figure, printTable, quantile } from './figures.ts';
import { LINES_OF_A_VISITOR, visitorLine } from './visitor-lines.ts';

const CONVERSATIONS = 200;
const WARM_UP_CONVERSATIONS = 50;
/** The last pass over the lines is measured separately: a long conversation must not get more expensive. */
const PASSES = 4;

/** Cost of a reply of the embedded twin, including recall, early and late in a conversation. */
export async function benchTalk(): Promise<void> {
  const twin = await loadSampleTwin();
  const { models, speaker, understand, encoder } = createReplyGeneration([], () => twin, null);
  await speaker().answers.warm();
  const early: number[] = [];
  const late: number[] = [];
  for (let conversation = -WARM_UP_CONVERSATIONS; conversation < CONVERSATIONS; conversation += 1) {
    const history: Line[] = [];
    for (let turn = 0; turn < PASSES * LINES_OF_A_VISITOR; turn += 1) {
      // Each conversation starts at another line.
      const words = visitorLine(conversation + WARM_UP_CONVERSATIONS + turn, conversation + WARM_UP_CONVERSATIONS);
      const before = process.cpuUsage();
      const { request } = await recall(speaker(), understand, turnSaying(words), history, NOTHING_KNOWN);
      let text = '';
      for await (const chunk of models.reply({ ...request, buffered: true }, new AbortController().signal)) {
        if (chunk.kind === 'delta') text += chunk.text;
      }
      const { user, system } = process.cpuUsage(before);
      if (conversation >= 0) (turn < LINES_OF_A_VISITOR ? early : late).push((user + system) / 1000);
      history.push({ speaker: 'visitor', text: words }, { speaker: 'agent', text });
    }
  }
  models.close();
  await encoder.close();
  printTable(
    `talk: CPU of a reply by the embedded twin, ${CONVERSATIONS} conversations of ` +
      `${PASSES * LINES_OF_A_VISITOR} turns, ms`,
    ['turn', 'mean', 'median', 'p99'],
    [row(`1 to ${LINES_OF_A_VISITOR}`, early), row(`${LINES_OF_A_VISITOR + 1} and on`, late)],
  );
}

function row(name: string, costs: number[]): string[] {
  const sorted = costs.toSorted((a, b) => a - b);
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  return [name, ...[mean, quantile(sorted, 0.5), quantile(sorted, 0.99)].map(figure)];
}

function turnSaying(words: string): Parameters<typeof recall>[2] {
  return detachedTurn({ words, modeId: 'mentor', model: 'embedded', consent: true });
}
