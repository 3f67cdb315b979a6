/** A mistake in the twin's files, as one sentence for the operator: `modes/mentor.yaml:7: ...`. */
export class TwinFileError extends Error {
  /** Path within the twin's folder. */
  readonly file: string;
  /** From 1; null where the mistake is no line's (a missing file). */
  readonly line: number | null;

  constructor(file: string, line: number | null, problem: string) {
    super(`${file}${line === null ? '' : `:${line}`}: ${problem}`);
    this.name = 'TwinFileError';
    this.file = file;
    this.line = line;
  }
}
