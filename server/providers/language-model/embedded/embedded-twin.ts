import { EMBEDDED_ID, type Twin } from '@understudy/contract/twin';
import type { LanguageModel, ReplyRequest } from '../port.ts';
import { createCast, type Find } from './cast.ts';
import { restAfter, toDeltas } from './deltas.ts';
import { finish, lastResort } from './draft.ts';
import { createMemory } from './memory.ts';
import { respond } from './respond.ts';
import { type Scene, setScene } from './scene.ts';
import { followup, greeting } from './unprompted.ts';

function write(scene: Scene, request: ReplyRequest): { text: string; knowledge: string[] } {
  if (request.kind === 'greeting') return finish(scene, greeting(scene, request.performer));
  if (request.kind === 'followup') return finish(scene, followup(scene));
  const reply = finish(scene, respond(scene));
  return scene.said.has(reply.text) ? { text: lastResort(scene), knowledge: [] } : reply;
}

/**
 * The twin without a language model: retrieval over the knowledge and a dialogue policy. Deterministic: the same request
 * gets the same reply, so that a cut one can be continued. Needs nothing but the files, so it always answers.
 */
export function createEmbeddedTwin({ twin, find }: { twin: Twin; find: Find }): LanguageModel {
  const cast = createCast(twin, find);
  const remember = createMemory(cast);

  return {
    async *reply(request, signal) {
      if (signal.aborted) return;
      const { text, knowledge } = write(setScene(cast, remember(request.history), request), request);
      let rest: string | null = text;
      if (request.continueAfter) {
        rest = restAfter(text, request.continueAfter);
        // The words were another model's: what is still to be said follows them.
        rest ??= continuation(request);
      }
      for (const delta of toDeltas(rest ?? '')) {
        if (signal.aborted) return;
        yield { kind: 'delta', text: delta };
      }
      yield { kind: 'end', model: EMBEDDED_ID, provider: EMBEDDED_ID, knowledge, complete: true, notes: [] };
    },
  };

  function continuation(request: ReplyRequest): string {
    const history = [...request.history, { speaker: 'agent' as const, text: request.continueAfter }];
    const { text } = write(setScene(cast, remember(history), { ...request, history, continueAfter: '' }), request);
    const open = /[\p{L}\p{N},]\s*$/u.test(request.continueAfter);
    return `${open ? ' …' : ''} ${text}`;
  }
}
