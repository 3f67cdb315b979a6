/** How the project's commands read their arguments, tell what they do, and refuse what they cannot. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** An option, as `parseArgs` takes it, with what `--help` says of it. */
type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  about: string;
  /** What stands for its value, 'MODE'; for options of type string. */
  value?: string;
};
type Options = Record<string, Option>;

/** What a command is. */
export interface Command<Declared extends Options> {
  /** Its name behind `npm run`. */
  name: string;
  /** What it does, in lines of at most 100 characters. */
  about: string;
  /** The one argument that it takes, 'FILE.jsonl' or 'EMAIL'; without it the command takes none. */
  argument?: string;
  /** Whether it may be called without that argument. */
  isOptional?: boolean;
  /** What it takes instead of one argument: any of these words, as many as one likes. */
  words?: readonly string[];
  options: Declared;
  /** What stands behind `npm run NAME --` in an example. */
  example: string;
  /** Errors that are told as they are, because they are sentences for a person. */
  tells?: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
}

/** What a command was called with. */
export interface Given<Declared extends Options> {
  values: ReturnType<typeof parseArgs<{ options: Declared }>>['values'];
  /** The argument; empty where the command takes none. */
  argument: string;
  /** Those of the command's words that were given. */
  words: string[];
}

/** An argument or a file that a command cannot use, as a sentence. */
export class UsageError extends Error {}

/**
 * Runs a command: `--help` tells what it does, a wrong argument or file is told in one line on standard error with exit
 * code 1.
 */
export async function runCommand<const Declared extends Options>(
  command: Command<Declared>,
  work: (given: Given<Declared>) => void | Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${usageOf(command)}\n`);
    return;
  }
  try {
    await work(given(command, args));
  } catch (error) {
    const told = [UsageError, ...(command.tells ?? [])].some((kind) => error instanceof kind);
    process.stderr.write(told ? `${(error as Error).message}\n` : `${command.name} failed: ${String(error)}\n`);
    process.exitCode = 1;
  }
}

function given<Declared extends Options>(command: Command<Declared>, args: string[]): Given<Declared> {
  const hint = `\`npm run ${command.name} -- --help\` tells what it takes.`;
  const parsed = (() => {
    try {
      return parseArgs({ args, options: command.options, allowPositionals: true });
    } catch (error) {
      // Node's advice on how to pass such a word as a file's name is of no use to whoever mistyped an option.
      const [sentence] = (error as Error).message.split(/\.? To specify /);
      throw new UsageError(`${sentence}. ${hint}`);
    }
  })();
  const { values, positionals } = parsed;
  if (command.words) {
    const unknown = positionals.find((word) => !command.words?.includes(word));
    if (unknown) throw new UsageError(`There is no "${unknown}"; there are: ${command.words.join(', ')}.`);
    return { values, argument: '', words: positionals };
  }
  if (!command.argument && positionals.length > 0) throw new UsageError(`'${positionals[0]}' is no option. ${hint}`);
  const least = command.isOptional ? 0 : 1;
  if (command.argument && (positionals.length < least || positionals.length > 1)) {
    throw new UsageError(`Give one argument: npm run ${command.name} -- ${command.argument}. ${hint}`);
  }
  return { values, argument: positionals[0] ?? '', words: [] };
}

/** What `--help` prints. */
function usageOf({ name, about, argument, isOptional, words, options, example }: Command<Options>): string {
  const rows = Object.entries(options).map(([option, { value, about, default: otherwise }]) => [
    `--${option}${value ? ` ${value}` : ''}`,
    typeof otherwise === 'string' ? `${about}; otherwise ${otherwise}` : about,
  ]);
  rows.push(['--help', 'this text']);
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return [
    `Usage: npm run ${name} --${argument ? ` ${isOptional ? `[${argument}]` : argument}` : words ? ' [NAME ...]' : ''} [options]`,
    '',
    about,
    ...(words ? ['', `Names: ${words.join(', ')}`] : []),
    '',
    'Options:',
    ...rows.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Example:',
    `  npm run ${name}${example ? ` -- ${example}` : ''}`,
  ].join('\n');
}
