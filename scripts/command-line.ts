/** Argument parsing, `--help` and error messages of the project's commands. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { operatorCommand } from '../server/platform/operator-command.ts';

/** An option, as `parseArgs` takes it, with its text for `--help`. */
type Option = NonNullable<ParseArgsConfig['options']>[string] & {
  about: string;
  /** Placeholder for its value, 'MODE'; for options of type string. */
  value?: string;
};
type Options = Record<string, Option>;

/** One of the things that a command can do. */
interface Action {
  /** Its single argument, 'FILE.zip'; without it the action takes none. */
  argument?: string;
  about: string;
  /** The options that belong to it alone. */
  options?: readonly string[];
}

export interface Command<Declared extends Options> {
  /** Its name after `npm run`, or after `understudy` in an archive. */
  name: string;
  /** What it does, in lines of at most 100 characters. */
  about: string;
  /** Its single argument, 'FILE.jsonl' or 'EMAIL'; without it the command takes none. */
  argument?: string;
  /** Whether that argument may be left out. */
  isOptional?: boolean;
  /** Words accepted instead of one argument, in any number. */
  words?: readonly string[];
  /** What it can do, by the word that comes first. */
  actions?: Readonly<Record<string, Action>>;
  options: Declared;
  /** Text after its name in the example. */
  example: string;
  /** Errors whose messages are shown unchanged, since they are sentences for the user. */
  tells?: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
}

/** The parsed arguments of a command. */
export interface Given<Declared extends Options> {
  values: ReturnType<typeof parseArgs<{ options: Declared }>>['values'];
  /** The argument; empty if the command takes none. */
  argument: string;
  /** The command's words that were given. */
  words: string[];
  /** Which of the command's actions; empty if it has none. */
  action: string;
}

/** An invalid argument or file, as a sentence. */
export class UsageError extends Error {}

/**
 * Runs a command. `--help` prints what it does; an invalid argument or file is reported in one line on standard error,
 * with exit code 1.
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
  const hint = `\`${operatorCommand(command.name, '--help')}\` tells what it takes.`;
  const parsed = (() => {
    try {
      return parseArgs({ args, options: command.options, allowPositionals: true, tokens: true });
    } catch (error) {
      // Node's hint on passing such a word as a file name does not help with a mistyped option.
      const [sentence] = (error as Error).message.split(/\.? To specify /);
      throw new UsageError(`${sentence}. ${hint}`);
    }
  })();
  const { values, positionals, tokens } = parsed;
  if (command.actions) {
    const options = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    return { values, words: [], ...actionOf(command, positionals, options) };
  }
  if (command.words) {
    const unknown = positionals.find((word) => !command.words?.includes(word));
    if (unknown) throw new UsageError(`There is no "${unknown}"; there are: ${command.words.join(', ')}.`);
    return { values, argument: '', words: positionals, action: '' };
  }
  if (!command.argument && positionals.length > 0) throw new UsageError(`'${positionals[0]}' is no option. ${hint}`);
  const least = command.isOptional ? 0 : 1;
  if (command.argument && (positionals.length < least || positionals.length > 1)) {
    throw new UsageError(`Give one argument: ${operatorCommand(command.name, command.argument)}. ${hint}`);
  }
  return { values, argument: positionals[0] ?? '', words: [], action: '' };
}

/** The action that was asked for, with its argument. @throws UsageError */
function actionOf(
  { name, actions = {} }: Command<Options>,
  [action, ...rest]: string[],
  options: readonly string[],
): { action: string; argument: string } {
  const known = Object.keys(actions);
  if (action === undefined) throw new UsageError(`Say what to do: ${operatorCommand(name, known.join(' | '))}`);
  const found = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!found) throw new UsageError(`There is no "${action}"; there are: ${known.join(', ')}.`);
  if (rest.length !== (found.argument ? 1 : 0))
    throw new UsageError(
      found.argument
        ? `Give one argument: ${operatorCommand(name, `${action} ${found.argument}`)}`
        : `${action} takes no argument.`,
    );
  const other = Object.entries(actions).find(([one, { options: own = [] }]) => {
    return one !== action && own.some((option) => options.includes(option));
  });
  if (!other) return { action, argument: rest[0] ?? '' };
  const option = other[1].options?.find((own) => options.includes(own));
  throw new UsageError(`--${option} belongs to ${operatorCommand(name, other[0])}.`);
}

/** The output of `--help`. */
function usageOf({ name, about, argument, isOptional, words, actions, options, example }: Command<Options>): string {
  const rows = Object.entries(options).map(([option, { value, about, default: otherwise }]) => [
    `--${option}${value ? ` ${value}` : ''}`,
    typeof otherwise === 'string' ? `${about}; otherwise ${otherwise}` : about,
  ]);
  rows.push(['--help', 'this text']);
  const doing = Object.entries(actions ?? {}).map(([action, { argument, about }]) => [
    argument ? `${action} ${argument}` : action,
    about,
  ]);
  const width = Math.max(...[...rows, ...doing].map(([left = '']) => left.length));
  const lines = (table: string[][]) => table.map(([left = '', right]) => `  ${left.padEnd(width)}  ${right}`);
  const named = words ? ' [NAME ...]' : actions ? ' ACTION' : '';
  const taken = argument ? ` ${isOptional ? `[${argument}]` : argument}` : named;
  return [
    `Usage: ${operatorCommand(name, `${taken} [options]`.trim())}`,
    '',
    about,
    ...(words ? ['', `Names: ${words.join(', ')}`] : []),
    '',
    ...(actions ? ['Actions:', ...lines(doing), ''] : []),
    'Options:',
    ...lines(rows),
    '',
    'Example:',
    `  ${operatorCommand(name, example)}`,
  ].join('\n');
}

/** Checks that a command may write a file, before it does its work for nothing. @throws UsageError */
export async function checkTarget(file: string, mayReplace: boolean): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found && !found.isFile()) throw new UsageError(`${file} is not a file.`);
  if (found && !mayReplace) throw new UsageError(`${file} exists already. --force replaces it.`);
  const folder = await stat(path.dirname(path.resolve(file))).catch(() => null);
  if (!folder?.isDirectory()) throw new UsageError(`There is no folder ${path.dirname(file)}.`);
}
