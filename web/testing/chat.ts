import { screen, waitFor } from '@testing-library/react';
import { emptyExtract, nextStepHint } from '@understudy/contract/leads';
import type { AgentReplyAnswer, PublicConfig, StreamEvent } from '@understudy/contract/wire';
import { type Answers, find, type RenderedApp, renderApp, type Sent } from './render-app.tsx';

/** The session of every scripted conversation. */
export const SESSION_ANSWER = {
  session_id: '5e55101d-0000-4000-8000-000000000000',
  session_secret: 'secret',
};

const CALLS: Answers = {
  create_session: SESSION_ANSWER,
  session_events: { success: true },
  end_session: { success: true },
  interrupt_reply: (sent: Sent) => ({ turn_id: sent.body.turn_id, text: '', interrupted: true }),
};

/** A streamed answer; what the test awaits between two events keeps the stream open. */
export function streamOf(events: Iterable<StreamEvent> | AsyncIterable<StreamEvent>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for await (const { event, data } of events) {
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      }
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** The event that ends a reply; segments as text or as [text, pause in ms]. */
export function done(
  { body }: Sent,
  segments: (string | [text: string, pauseMs: number])[],
  more: Partial<AgentReplyAnswer> = {},
): StreamEvent {
  const all = segments.map((one) =>
    typeof one === 'string' ? { text: one, pause_ms: 0 } : { text: one[0], pause_ms: one[1] },
  );
  const extract = more.extract ?? emptyExtract();
  const data: AgentReplyAnswer = {
    text: all.map(({ text }) => text).join(' '),
    audio_base64: null,
    extract,
    next_step: nextStepHint(extract),
    debug_commands: [],
    turn_id: body.turn_id,
    segments: all,
    mode: body.mode,
    model: body.model,
    provider: 'groq',
    interrupted: false,
    partial: false,
    knowledge: [],
    offers: [],
    ...more,
  };
  return { event: 'done', data };
}

/** A whole reply at once. */
export const reply =
  (segments: Parameters<typeof done>[1], more?: Parameters<typeof done>[2]) =>
  (sent: Sent): Response =>
    streamOf([done(sent, segments, more)]);

/** Opens the chat with a scripted server and starts a conversation. */
export async function startChat(
  options: { path?: string; answers?: Answers; consent?: boolean; config?: Partial<PublicConfig> } = {},
): Promise<RenderedApp & { say(text: string): Promise<void> }> {
  const { path = '/chat', answers, consent = true, config } = options;
  const app = await renderApp(path, { config, answers: { ...CALLS, agent_reply: reply(['Fine.']), ...answers } });
  await startFrom(app, consent);
  return { ...app, say: (text) => say(app, text) };
}

/** Starts a conversation from the start screen. */
export async function startFrom({ user }: RenderedApp, consent = true): Promise<void> {
  const start = await find('button', 'Start Conversation');
  if (consent) await user.click(screen.getByRole('checkbox'));
  await user.click(start);
  await find('textbox', /^Message to AI/);
}

/** Types and sends a message, as soon as the field takes one. */
export async function say({ user }: RenderedApp, text: string): Promise<void> {
  const field = await find('textbox', /^Message to AI/);
  await waitFor(() => {
    if (field.hasAttribute('disabled')) throw new Error('The field takes nothing.');
  });
  await user.click(field);
  await user.paste(text);
  await user.keyboard('{Enter}');
}

const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
/** The visitor's messages and the twin's segments on screen. */
export const visitorLines = (): string[] => texts('[role="log"] .talk-bubble');
export const twinLines = (): string[] => texts('[role="log"] .talk-line');
