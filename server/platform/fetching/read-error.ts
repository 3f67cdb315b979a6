/** Why a source cannot be read, in sentences for the owner. */
export class ReadError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'ReadError';
  }
}
