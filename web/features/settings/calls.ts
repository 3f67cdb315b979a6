/** Calls of `/api/admin` by relative path. Passed in by the page, which knows who is signed in. */
export interface SettingsCalls {
  get<Answer>(path: string, params?: Record<string, string | number>, signal?: AbortSignal): Promise<Answer>;
  /** Sends a file as it is. */
  upload<Answer>(path: string, params: Record<string, string>, file: Blob, signal: AbortSignal): Promise<Answer>;
  change<Answer>(method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
}

/** Cache keys. */
export const keys = {
  settings: ['settings'],
  providers: ['providers'],
  model: ['model-connection'],
  texts: ['twin-texts'],
  text: (file: string) => ['twin-texts', file],
  check: (texts: readonly unknown[]) => ['twin-texts', 'check', texts] as const,
  moves: ['twin-moves'],
  prompt: (mode: string, message: string) => ['twin-texts', 'prompt', mode, message],
  imports: ['imports'],
  import: (id: string) => ['imports', id],
  importPassages: (id: string) => ['imports', id, 'passages'],
  deadLetters: ['webhook-dead-letters'],
  scores: ['settings-scores'],
};

/** The path of a text's calls. */
export const textPath = (file: string) => `twin/${encodeURIComponent(file)}`;
