/** Explanations of short failure reasons of providers, by pattern. */
const REASONS: readonly [reason: RegExp, words: string][] = [
  [/^refused with 401$/, 'it refuses the key'],
  [/^refused with 402$/, 'there is no credit left'],
  [/^refused with 403$/, 'the key may not be used for this'],
  [/^404$/, 'nothing answers at this address'],
  [/^429$/, 'it is asked too often, or a limit of the account is reached'],
  [/^4\d\d$/, 'it does not take the request'],
  [/^5\d\d$/, 'it has trouble of its own'],
  [/^model not found$/, 'it does not have the model'],
  [/^DNS failure$/, 'its address leads nowhere'],
  [/^connection refused$/, 'nothing answers at its address'],
  [/^TLS certificate expired$/, 'its certificate has run out'],
  [/^TLS failure$/, 'its certificate cannot be trusted'],
  [/timeout$/, 'it took too long'],
  [/^bad response$/, 'its answer cannot be read'],
  [/^circuit open$/, 'it is left alone for now, after failures in a row'],
];

/** A reason for the owner: its explanation, with the number or words by which to look it up. */
export function reasonWords(reason: string): string {
  const words = REASONS.find(([one]) => one.test(reason))?.[1];
  return words ? `${words} (${reason.replace(/^refused with /, '')})` : reason;
}
