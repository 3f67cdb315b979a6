/** Calls of `/api/admin` by relative path. Passed in by the page, which knows who is signed in. */
export interface SettingsCalls {
  get<Answer>(path: string, params?: Record<string, string | number>, signal?: AbortSignal): Promise<Answer>;
  /** Sends a file as it is. @param type the content type; any bytes if left out */
  upload<Answer>(
    path: string,
    params: Record<string, string>,
    file: Blob,
    signal: AbortSignal,
    type?: string,
  ): Promise<Answer>;
  /** A text as sound, in one of the twin's voices. */
  speak(text: string, voice: string, signal: AbortSignal): Promise<Blob>;
  /** For answers that are not JSON. */
  open(
    path: string,
    params: Record<string, string>,
    options: { signal: AbortSignal; accept: string; timeoutMs: number },
  ): Promise<Response>;
  change<Answer>(
    method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Answer>;
}

/** Cache keys. */
export const keys = {
  settings: ['settings'],
  providers: ['providers'],
  model: ['model-connection'],
  texts: ['twin-texts'],
  text: (file: string) => ['twin-texts', file],
  picture: (file: string) => ['twin-pictures', file],
  check: (texts: readonly unknown[]) => ['twin-texts', 'check', texts] as const,
  moves: ['twin-moves'],
  demos: ['twin-texts', 'demos'],
  prompt: (mode: string, message: string) => ['twin-texts', 'prompt', mode, message],
  imports: ['imports'],
  import: (id: string) => ['imports', id],
  importPassages: (id: string) => ['imports', id, 'passages'],
  setup: ['setup'],
  setupState: ['setup-state'],
  calendar: ['calendar'],
  backups: ['backups'],
  status: ['status'],
  deadLetters: ['webhook-dead-letters'],
  mail: ['mail'],
  undeliveredMails: ['undelivered-mails'],
  mailPreview: (template: string, language: string) => ['mail-preview', template, language],
  scores: ['settings-scores'],
};

/** The path of a text's calls. */
export const textPath = (file: string) => `twin/${encodeURIComponent(file)}`;
