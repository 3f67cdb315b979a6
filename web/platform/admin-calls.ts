/** Query parameters of a call; empty ones are left out. */
export type Params = Record<string, string | number | null | undefined>;

/** Calls of `/api/admin` by relative path. Passed in by the page, which knows who is signed in. */
export interface AdminCalls {
  get<Answer>(path: string, params?: Params, signal?: AbortSignal): Promise<Answer>;
  change<Answer>(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Answer>;
  /** Sends a file as it is. @param type the content type; any bytes if left out */
  upload<Answer>(path: string, params: Params, file: Blob, signal: AbortSignal, type?: string): Promise<Answer>;
  /** A text as sound, in one of the twin's voices. */
  speak(text: string, voice: string, signal: AbortSignal): Promise<Blob>;
  /** Opens a streamed answer, or one that is not JSON. Aborted by the signal, or if nothing arrives for `timeoutMs`. */
  open(
    path: string,
    params: Params,
    options: { signal: AbortSignal; accept: string; timeoutMs: number },
  ): Promise<Response>;
}
