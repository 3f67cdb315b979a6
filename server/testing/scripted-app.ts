import { startTestApp, type TestApp } from './app.ts';
import { type ScriptedModel, type ScriptedReply, scriptedModel } from './scripted-model.ts';
import { type HeardStream, hear } from './stream.ts';

/** The product with a model whose words the test scripts. */
export interface ScriptedApp extends TestApp {
  model: ScriptedModel;
  /**
   * Requests a streamed reply and has the twin begin it with `words`.
   *
   * @param message the body of `agent_reply`
   * @returns once the first of the words have reached the visitor; the test continues the reply
   */
  begin(message: Record<string, unknown>, words: string): Promise<{ stream: HeardStream; reply: ScriptedReply }>;
}

/** Starts it with the same environment as {@link startTestApp}. */
export async function startScriptedApp(environment: Record<string, string> = {}): Promise<ScriptedApp> {
  const model = scriptedModel();
  const app = await startTestApp(environment, { model });
  return {
    ...app,
    model,
    async begin(message, words) {
      const hearing = hear(app.url, message);
      const reply = await model.next();
      reply.say(words);
      const stream = await hearing;
      await stream.next('delta');
      return { stream, reply };
    },
  };
}
