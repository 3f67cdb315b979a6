/** Text of the `{provider}_chat` function; failures and empty replies have fixed sentences (section 8). */

/** Answers a failed call (section 8). */
export const CHAT_FAILED = 'Let me rephrase that thought...';
/** Answers an empty reply (section 8). */
export const CHAT_EMPTY = 'I need to think about that...';

/** Runs a plain completion; rejects only on the caller's own abort. */
export async function chatText(run: () => Promise<string>, signal: AbortSignal): Promise<string> {
  try {
    return (await run()).trim() || CHAT_EMPTY;
  } catch (error) {
    if (signal.aborted) throw error;
    return CHAT_FAILED;
  }
}
