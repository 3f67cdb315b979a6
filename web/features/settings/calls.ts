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
