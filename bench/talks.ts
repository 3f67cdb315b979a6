/**
 * Whole conversations with the twins without a language model, printed for reading: `bench/talks/*.jsonl` has the
 * visitors' lines, with what a good reply to each must do. `BENCH_TALKS=dev` selects one half, `BENCH_PROVIDER` the
 * provider.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openTalk } from '../server/commands/talk-session.ts';
import { TWINS } from '../server/commands/train/asked-questions.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

interface Talk {
  id: string;
  twin: keyof typeof TWINS;
  about: string;
  lines: { text: string; expect: string }[];
}

const say = (line = ''): boolean => process.stdout.write(`${line}\n`);

/** Prints each conversation as Markdown: the visitor's line, the twin's reply, and what was expected. */
export async function benchTalks(): Promise<void> {
  const half = process.env.BENCH_TALKS ?? 'test';
  const provider = process.env.BENCH_PROVIDER ?? 'embedded';
  const talks: Talk[] = readFileSync(path.join(ROOT, 'bench/talks', `${half}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const [twin, folder] of Object.entries(TWINS)) {
    process.env.TWIN_DIR = path.join(ROOT, folder);
    const stage = await openTalk(provider);
    try {
      for (const talk of talks.filter((one) => one.twin === twin)) {
        say(`\n## ${talk.id} (${twin}): ${talk.about}\n`);
        const session = await stage.begin(true);
        for (const { text, expect } of talk.lines) {
          const { text: reply, offers } = await session.reply({
            user_message: text,
            ...(provider === 'embedded' ? { model: 'embedded' } : {}),
          });
          const buttons = offers.map(({ label }) => `[${label}]`).join(' ');
          say(`**Visitor:** ${text}\n**Twin:** ${reply} ${buttons}\n*Expected:* ${expect}\n`);
        }
      }
    } finally {
      await stage.close();
    }
  }
}
