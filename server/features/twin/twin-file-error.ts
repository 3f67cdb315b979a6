import path from 'node:path';

/** A mistake in the twin's files, as one sentence for the operator: `modes/mentor.yaml:7: ...`. */
export class TwinFileError extends Error {
  /** Path within the twin's folder. */
  readonly file: string;
  /** From 1; null when the mistake is not in a line (a missing file). */
  readonly line: number | null;
  readonly #problem: string;

  constructor(file: string, line: number | null, problem: string) {
    super(sentence(file, line, problem));
    this.name = 'TwinFileError';
    this.file = file;
    this.line = line;
    this.#problem = problem;
  }

  /**
   * The sentence with the file's path relative to `standing` when the file is below it, otherwise absolute.
   *
   * @param dir the twin's folder, absolute
   */
  sentenceFrom(dir: string, standing: string): string {
    const whole = path.join(dir, this.file);
    const near = path.relative(standing, whole);
    const below = near !== '..' && !near.startsWith(`..${path.sep}`) && !path.isAbsolute(near);
    return sentence(below ? near : whole, this.line, this.#problem);
  }
}

function sentence(file: string, line: number | null, problem: string): string {
  return `${file}${line === null ? '' : `:${line}`}: ${problem}`;
}
