/**
 * `npm run talk`: talks with the twin in the terminal, one visitor line in, one reply out, through the same functions
 * as the chat.
 */
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { DEFAULT_MODE_ID, MODE_IDS, type ModeId } from '@understudy/contract/twin';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { loadTwin } from '../features/twin/load-twin.ts';
import { estimateTokens } from '../features/twin/prompt/build-prompt.ts';
import { previewPrompt } from '../features/twin/recall.ts';
import { createReplyGeneration } from '../features/twin/reply-generation.ts';
import { TwinFileError } from '../features/twin/twin-files.ts';
import { DatabaseStartError } from '../platform/database/open-database.ts';
import { openTalk } from './talk-session.ts';

/** How to talk. */
interface TalkOptions {
  /** Whether to print each reply as a line of JSON. */
  json: boolean;
  /** Whether the visitor agreed that the conversation is kept. */
  consent: boolean;
}

/** Prints a language model's prompt, for the visitor's first line if one is piped in. */
async function showPrompt(mode: ModeId): Promise<void> {
  const { twinDir, cacheDir } = readConfig(withDotEnv(ROOT, process.env));
  const twin = await loadTwin(twinDir);
  const { speaker, understand, encoder, models } = createReplyGeneration([], () => twin, cacheDir);
  await speaker().answers.warm();
  const message = process.stdin.isTTY ? '' : (await text(process.stdin)).trim().split('\n')[0];
  const told = await previewPrompt(speaker(), understand, { message: message ?? '', mode });
  process.stdout.write(`${told.text}\n`);
  process.stderr.write(
    `\n${told.tokens} tokens, ${estimateTokens(told.text.slice(0, told.shared_chars))} of them the same for all.\n`,
  );
  models.close();
  await encoder.close();
}

/** Talks with the twin, with lines from stdin, until its end. */
async function talk(mode: string, provider: string | undefined, { json, consent }: TalkOptions): Promise<void> {
  const product = await openTalk(provider);
  const session = await product.begin(consent);
  const model = provider === 'embedded' ? { model: 'embedded' } : {};
  const print = ({ text, segments, extract }: AgentReplyAnswer) =>
    process.stdout.write(`${json ? JSON.stringify({ text, segments, extract }) : `\n${text}\n\n`}${json ? '\n' : ''}`);
  const isTyped = process.stdin.isTTY === true && !json;
  const lines = createInterface({ input: process.stdin, output: isTyped ? process.stdout : undefined, prompt: '> ' });
  try {
    if (isTyped) {
      print(await session.reply({ user_message: '', mode, context: { is_followup: true }, ...model }));
      lines.prompt();
    }
    for await (const line of lines) {
      if (line.trim() !== '') {
        await session.reply({ user_message: line, mode, ...model }).then(print, ({ message }: Error) => {
          process.stdout.write(json ? `${JSON.stringify({ error: message })}\n` : `\n(${message})\n\n`);
        });
      }
      if (isTyped) lines.prompt();
    }
  } finally {
    lines.close();
    await product.close();
  }
}

await runCommand(
  {
    name: 'talk',
    about: `Talks with the twin in the terminal: one line in, one reply out, through the same functions as the chat.
Lines may also come from a file or a pipe. You talk as a visitor who agreed that the conversation is kept, so that the
twin answers as it would then; nothing outlives the command, and a running server is not touched.`,
    options: {
      mode: { type: 'string', default: DEFAULT_MODE_ID, value: 'MODE', about: `one of ${MODE_IDS.join(', ')}` },
      provider: {
        type: 'string',
        value: 'NAME',
        about: 'who answers: embedded, or groq, openai, custom where configured; otherwise the first that is',
      },
      'no-consent': {
        type: 'boolean',
        default: false,
        about: 'talks as a visitor who did not agree that the conversation is kept',
      },
      'show-prompt': {
        type: 'boolean',
        default: false,
        about: 'prints what a language model is told, for the first line where one is piped in, and ends',
      },
      json: {
        type: 'boolean',
        default: false,
        about: 'prints each reply as one line: {"text", "segments", "extract"}',
      },
    },
    example: '--mode storyteller --provider embedded',
    tells: [ConfigError, TwinFileError, DatabaseStartError],
  },
  async ({ values: { mode: named, provider, json, 'no-consent': withoutConsent, 'show-prompt': isPromptAsked } }) => {
    const mode = MODE_IDS.find((id) => id === named);
    if (!mode) throw new UsageError(`There is no mode '${named}': choose one of ${MODE_IDS.join(', ')}.`);
    if (isPromptAsked) return showPrompt(mode);
    await talk(mode, provider, { json, consent: !withoutConsent });
  },
);
