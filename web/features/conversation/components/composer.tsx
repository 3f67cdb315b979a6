import { ArrowUp, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { t } from '../../../platform/texts.ts';
import { useKeptFocus } from '../../../platform/use-kept-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import type { Conversation } from '../conversation.ts';
import type { VoiceGlance } from '../speech-port.ts';
import { isComposerDisabled, liveReply, type TalkState } from '../talk.ts';

/** Remaining characters at which the counter appears. */
const COUNT_FROM_LEFT = 400;

/** The message field. Enter sends, Shift+Enter starts a new line, Esc stops the current reply. */
export function Composer({
  talk,
  voice,
  conversation,
  children,
}: {
  talk: TalkState;
  voice: VoiceGlance;
  conversation: Conversation;
  /** The controls of the voice, which stand below the text. */
  children: ReactNode;
}) {
  const { consultant, limits } = useConfig();
  const field = useRef<HTMLTextAreaElement>(null);
  // Section 5: typing and processing.
  const disabled = isComposerDisabled(talk) || voice.isProcessing;
  const left = limits.message_max_code_points - codePoints(talk.draft);
  const unsendable = disabled || talk.draft.trim() === '' || left < 0;
  const replying = liveReply(talk) !== null || voice.isSpeaking;
  const stopLabel = voice.isSpeaking ? t('chat.stopSpeaking') : t('chat.stopReply');
  useKeptFocus(field, disabled);
  useWritingAnywhere(field);
  useGrowth(field, talk.draft);

  const send = () => {
    if (!unsendable) conversation.send();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form onSubmit={onSubmit} className="talk-composer">
      <div className="talk-field" data-disabled={disabled || undefined}>
        <label htmlFor="message" className="sr-only">
          {t('chat.messageTo', { name: consultant.name })}
        </label>
        <textarea
          id="message"
          ref={field}
          rows={1}
          value={talk.draft}
          disabled={disabled}
          placeholder={
            talk.person
              ? t('person.writeTo', { name: talk.person })
              : t('chat.writeTo', { firstName: consultant.first_name })
          }
          enterKeyHint="send"
          autoComplete="off"
          aria-describedby="message-count"
          aria-invalid={left < 0 || undefined}
          onChange={(event) => conversation.write(event.target.value)}
          onKeyDown={onKeyDown}
          className="talk-textarea"
        />
        {children}
        {replying ? (
          <Button
            variant="ghost"
            size="icon"
            className="talk-stop"
            aria-label={stopLabel}
            title={`${stopLabel} (Esc)`}
            onClick={conversation.stop}
          >
            <Square aria-hidden fill="currentColor" />
          </Button>
        ) : null}
        <Button
          type="submit"
          size="icon"
          className="talk-send"
          aria-label={t('chat.send')}
          title={t('chat.sendEnter')}
          disabled={unsendable}
        >
          <ArrowUp aria-hidden />
        </Button>
      </div>
      <p
        id="message-count"
        className={cn('talk-count', left < 0 ? 'text-destructive-text' : 'text-muted-foreground')}
        hidden={left > COUNT_FROM_LEFT}
      >
        {left > COUNT_FROM_LEFT ? null : countWords(left)}
      </p>
    </form>
  );
}

const countWords = (left: number): string =>
  left < 0 ? t('chat.tooLong', { left: -left }) : t('chat.charactersLeft', { left });

/** Elements that handle letter keys themselves. */
const TAKES_LETTERS = 'input, textarea, select, [contenteditable], dialog';

/** Typing with the focus on the microphone button or on nothing moves the focus to the field. Space does not count. */
function useWritingAnywhere(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isWriting = event.key.length === 1 && event.key !== ' ';
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
      const isTaken = event.target instanceof Element && event.target.closest(TAKES_LETTERS);
      // The browser delivers the key press to the newly focused field.
      if (isWriting && (!isShortcut || event.getModifierState('AltGraph')) && !isTaken) field.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}

/** Grows the field with its text, unless the browser does so itself. */
function useGrowth(field: { current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text, field]);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
