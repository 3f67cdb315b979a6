/** `npm run speech`: models with which this server hears and speaks without a provider. */
import { totalmem } from 'node:os';
import { runCommand, UsageError } from '../../scripts/command-line.ts';
import { ConfigError, ROOT, readConfig } from '../config.ts';
import { withDotEnv } from '../dot-env.ts';
import { operatorCommand } from '../platform/operator-command.ts';
import { RUNTIME, SPEECH_MODELS, type SpeechModel } from '../providers/local-speech/catalogue.ts';
import { readInstalled } from '../providers/local-speech/create-local-speech.ts';
import { DownloadError } from '../providers/local-speech/download.ts';
import { fits, installModel, installRuntime, noteInstalled } from '../providers/local-speech/install.ts';

const MB = 1_000_000;
const megabytes = (bytes: number) => `${Math.round(bytes / MB).toLocaleString('en')} MB`;
/** Every so many bytes a line of progress is printed where standard error is no terminal. */
const TELL_EVERY = 25 * MB;

await runCommand(
  {
    name: 'speech',
    about:
      'Lists models with which the server hears and speaks by itself, or installs those that are named: at most one\n' +
      'that recognizes speech and one voice. Afterwards, start the server again.',
    words: ['install', ...SPEECH_MODELS.map(({ id }) => id)],
    options: {},
    example: `install ${SPEECH_MODELS[0]?.id}`,
    tells: [ConfigError, DownloadError],
  },
  async ({ words }) => {
    const { speechDir } = readConfig(withDotEnv(ROOT, process.env));
    const wanted = SPEECH_MODELS.filter(({ id }) => words.includes(id));
    if (!words.includes('install') || wanted.length === 0) return list(speechDir);
    for (const kind of ['recogniser', 'voice'] as const) {
      const same = wanted.filter((model) => model.kind === kind);
      if (same.length > 1) throw new UsageError(`Name one of these: ${same.map(({ id }) => id).join(', ')}.`);
    }
    for (const model of wanted) {
      await installModel(speechDir, model, progress(model));
      process.stderr.write('\n');
    }
    process.stderr.write(`Installing ${RUNTIME.name} (${megabytes(RUNTIME.bytes)}, ${RUNTIME.licence})...\n`);
    await installRuntime(speechDir);
    await noteInstalled(speechDir, wanted);
    process.stderr.write(`${wanted.map(({ id }) => id).join(' and ')}: installed.\n`);
    process.stdout.write('Start the server again: it uses what is installed where no provider is configured.\n');
  },
);

function list(folder: string): void {
  const installed = Object.values(readInstalled(folder));
  const memory = totalmem();
  for (const [kind, title] of [
    ['recogniser', 'Hearing'],
    ['voice', 'Speaking'],
  ] as const) {
    process.stdout.write(`${title}\n`);
    for (const model of SPEECH_MODELS.filter((one) => one.kind === kind)) {
      const languages = model.languages.join(', ') || 'many languages';
      const state = installed.includes(model.id) ? 'installed' : fits(model, memory) ? 'fits' : 'needs more memory';
      const columns = [
        model.id.padEnd(20),
        model.name.padEnd(22),
        languages.padEnd(15),
        megabytes(model.bytes).padStart(7),
      ];
      process.stdout.write(`  ${columns.join(' ')}  ${model.licence.padEnd(10)} ${state}\n`);
    }
  }
  const example = SPEECH_MODELS.filter(({ languages }) => languages.includes('en')).map(({ id }) => id);
  process.stdout.write(`Install with: ${operatorCommand('speech', `install ${example.join(' ')}`)}\n`);
}

/** Prints how far a download is. */
function progress(model: SpeechModel): (bytes: number, total: number | null) => void {
  let told = -TELL_EVERY;
  const { isTTY } = process.stderr;
  return (bytes, total) => {
    if (!isTTY && bytes - told < TELL_EVERY && bytes !== total) return;
    told = bytes;
    const line = `${model.id}: ${megabytes(bytes)} of ${megabytes(total ?? model.bytes)}`;
    process.stderr.write(isTTY ? `\r${line}` : `${line}\n`);
  };
}
