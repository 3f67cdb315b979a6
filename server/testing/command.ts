import { PassThrough } from 'node:stream';
import { vi } from 'vitest';

let runs = 0;

/**
 * Runs one of the project's commands in this process, which has loaded its modules: another process takes a second.
 * @param file of the command, from the root of the file system
 * @param input its standard input
 */
export async function runInProcess(
  file: string,
  args: readonly string[],
  input = '',
): Promise<{ out: string; err: string; code: number }> {
  const said = { out: '', err: '' };
  const { argv, exitCode } = process;
  const outputs = (['out', 'err'] as const).map((kind) =>
    vi.spyOn(kind === 'out' ? process.stdout : process.stderr, 'write').mockImplementation((text) => {
      said[kind] += text;
      return true;
    }),
  );
  const stdin = new PassThrough();
  stdin.end(input);
  const taken = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin),
    ...outputs,
  ];
  process.argv = [argv[0] as string, file, ...args];
  process.exitCode = undefined;
  runs += 1;
  try {
    // A command runs when its module is loaded; with another address it is loaded anew.
    await import(`${file}?run=${runs}`);
    return { ...said, code: Number(process.exitCode ?? 0) };
  } finally {
    for (const one of taken) one.mockRestore();
    process.argv = argv;
    process.exitCode = exitCode;
  }
}
