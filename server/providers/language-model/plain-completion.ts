/** The `{provider}_chat` function's text: a failure and an empty reply have their fixed sentences (section 8). */

/** Said when the provider failed (section 8). */
export const CHAT_FAILED = 'Let me rephrase that thought...';
/** Said when the model said nothing (section 8). */
export const CHAT_EMPTY = 'I need to think about that...';

/** Runs a plain completion; only the caller's own abort rejects. */
export async function chatText(run: () => Promise<string>, signal: AbortSignal): Promise<string> {
  try {
    return (await run()).trim() || CHAT_EMPTY;
  } catch (error) {
    if (signal.aborted) throw error;
    return CHAT_FAILED;
  }
}
