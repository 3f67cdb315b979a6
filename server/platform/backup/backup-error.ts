/** A backup that cannot be made or put back. The message is a sentence for the operator. */
export class BackupError extends Error {
  /** `differs`: what was read back is not what was written. */
  readonly reason: 'damaged' | 'passphrase' | 'newer' | 'differs' | 'refused';

  constructor(reason: BackupError['reason'], sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = 'BackupError';
    this.reason = reason;
  }
}
