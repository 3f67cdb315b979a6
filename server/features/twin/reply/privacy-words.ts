/** The answer to visitors about who reads the conversation, who writes the replies, and what they can do about it. */
import { REMEMBERED_TITLE } from '@understudy/contract/remembered';
import type { Persona } from '@understudy/contract/twin';
import type { ReplyTurn } from './compose.ts';

/** Names of the companies that receive a language model's messages. */
const COMPANIES: Readonly<Record<string, string>> = { groq: 'Groq', openai: 'OpenAI' };
const PRIVACY_PAGE = '“Privacy” at the bottom of the page';

/**
 * @param providers providers whose language models currently write replies, in order; empty when the twin writes by
 * itself
 * @param consent whether the visitor agreed that the conversation is kept
 */
export function privacyWords(
  { first_name }: Pick<Persona, 'first_name'>,
  providers: readonly string[],
  consent: boolean | null,
): ReplyTurn['privacy'] {
  const models = [...new Set(providers)].map((name) =>
    COMPANIES[name]
      ? `one of ${COMPANIES[name]}’s`
      : `one that ${first_name} has chosen, which may run at another company`,
  );
  return {
    how:
      `You can read, correct and delete what I remember under “${REMEMBERED_TITLE}”, below or at the top of the page. ` +
      `Only ${first_name} can delete the conversation itself; ${PRIVACY_PAGE} says how long it is kept otherwise.`,
    model:
      models.length > 0
        ? `My replies are written by a language model (${models.join('; if it fails, ')}), and your messages are sent ` +
          `there. Who else gets what stands under ${PRIVACY_PAGE}.`
        : 'No language model is connected: my replies are written on the server of this page. Who else gets what ' +
          `stands under ${PRIVACY_PAGE}.`,
    who:
      consent === false
        ? `You did not agree to it, so this conversation is not kept and ${first_name} cannot read it afterwards.`
        : `${first_name} can read this conversation, and whoever ${first_name} lets into the dashboard. It is not ` +
          'published, and you can have it deleted.',
  };
}
