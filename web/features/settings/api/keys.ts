/** Cache keys. */
export const keys = {
  settings: ['settings'],
  providers: ['providers'],
  model: ['model-connection'],
  texts: ['twin-texts'],
  text: (file: string) => ['twin-texts', file],
  prompt: (mode: string, message: string) => ['twin-texts', 'prompt', mode, message],
  deadLetters: ['webhook-dead-letters'],
  scores: ['settings-scores'],
};
