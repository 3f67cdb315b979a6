/**
 * `npm run talk`: talks with the twin in the terminal, one visitor line in, one reply out, through the same functions
 * as the chat.
 */
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { SHOW_MODE_DEFAULT, SHOW_MODES, type ShowMode } from '@understudy/contract/constants';
import type { ShowView } from '@understudy/contract/show';
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
  /** The mode in which the twin performs a show; null to talk without one. */
  show: ShowMode | null;
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

/** Prints a reply of a show with its silences, which are waited for where somebody reads along, and the meters. */
async function perform(segments: AgentReplyAnswer['segments'], view: ShowView, isTyped: boolean): Promise<void> {
  process.stdout.write('\n');
  for (const { text, pause_ms: pause } of segments) {
    if (isTyped) await wait(pause);
    process.stdout.write(`${isTyped || pause === 0 ? '' : `(${pause / 1000} s) `}${text}\n`);
  }
  const open = view.callbacks.filter(({ used }) => !used).map(({ setup }) => `“${setup}”`);
  const meters = [
    ...(view.active ? [] : ['off air']),
    ...[view.mode, view.emotion, `energy ${view.energy}`, `engagement ${view.engagement} (${view.trend})`],
    ...(view.game ? [`playing ${view.game}`] : []),
    ...(open.length > 0 ? [`in hand: ${open.join(', ')}`] : []),
  ];
  process.stdout.write(`[${meters.join(' · ')}]\n\n`);
}

/** Talks with the twin, with lines from stdin, until its end. */
async function talk(mode: string, provider: string | undefined, options: TalkOptions): Promise<void> {
  const { json, consent, show } = options;
  const product = await openTalk(provider);
  const session = await product.begin(consent);
  const model = { ...(provider === 'embedded' ? { model: 'embedded' } : {}), is_performer_mode: show !== null };
  const isTyped = process.stdin.isTTY === true && !json;
  if (show) await session.stage(show);
  const print = async ({ text, segments, extract }: AgentReplyAnswer) => {
    const view = show && (await session.show());
    if (json) process.stdout.write(`${JSON.stringify({ text, segments, extract, ...(view ? { show: view } : {}) })}\n`);
    else if (view) await perform(segments, view, isTyped);
    else process.stdout.write(`\n${text}\n\n`);
  };
  const lines = createInterface({ input: process.stdin, output: isTyped ? process.stdout : undefined, prompt: '> ' });
  try {
    if (isTyped) {
      await print(await session.reply({ user_message: '', mode, context: { is_followup: true }, ...model }));
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
      show: {
        type: 'boolean',
        default: false,
        about: 'the twin performs a show, with its silences, and prints the meters of the show after each reply',
      },
      'show-mode': {
        type: 'string',
        value: 'MODE',
        about: `the mode in which the show begins: ${SHOW_MODES.join(', ')}`,
      },
      'show-prompt': {
        type: 'boolean',
        default: false,
        about: 'prints what a language model is told, for the first line where one is piped in, and ends',
      },
      json: {
        type: 'boolean',
        default: false,
        about: 'prints each reply as one line: {"text", "segments", "extract"}, and in a show also {"show"}',
      },
    },
    example: '--mode storyteller --provider embedded',
    tells: [ConfigError, TwinFileError, DatabaseStartError],
  },
  async ({ values }) => {
    const { mode: named, provider, json, show: isShow, 'show-mode': begins = SHOW_MODE_DEFAULT } = values;
    const mode = MODE_IDS.find((id) => id === named);
    if (!mode) throw new UsageError(`There is no mode '${named}': choose one of ${MODE_IDS.join(', ')}.`);
    const stage = SHOW_MODES.find((one) => one === begins);
    if (!stage) throw new UsageError(`There is no mode '${begins}' of a show: choose one of ${SHOW_MODES.join(', ')}.`);
    if (values['show-prompt']) return showPrompt(mode);
    const show = isShow || values['show-mode'] ? stage : null;
    await talk(mode, provider, { json, consent: !values['no-consent'], show });
  },
);
