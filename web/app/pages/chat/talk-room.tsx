import { TOAST_DURATION_MS, TOAST_GAP_PX, TOAST_LIMIT } from '@understudy/contract/constants';
import type { EpisodeRating, RateEpisodeAnswer } from '@understudy/contract/episodes';
import { NotebookPen } from 'lucide-react';
import {
  type ComponentType,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { ChatScreen, useTalk } from '../../../features/conversation/components/chat-screen.tsx';
import { isComposerDisabled } from '../../../features/conversation/talk.ts';
import { NextStepBar } from '../../../features/leads/components/next-step-bar.tsx';
import { type CallToAction, isInvited } from '../../../features/leads/next-step.ts';
import { offersFor } from '../../../features/leads/offers.ts';
import { VoiceBar } from '../../../features/voice/components/voice-bar.tsx';
import type { Voice } from '../../../features/voice/voice.ts';
import { isProcessing, isSpeaking, useVoice, voicePresence, voiceStatus } from '../../../features/voice/voice-store.ts';
import { whenIdle } from '../../../platform/clock.ts';
import { useConfig } from '../../../platform/config.ts';
import { callFunction } from '../../../platform/http.ts';
import { reportError } from '../../../platform/report-error.ts';
import { t, withTexts } from '../../../platform/texts.ts';
import { useTheme } from '../../../platform/theme.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyToaster, showToast } from '../../../ui/lazy-toaster.tsx';
import { ThemeToggle } from '../../site-frame.tsx';
import type { Chat } from './create-chat.ts';

// This module is the chunk loaded when a conversation is about to start, and not earlier (chat-page.tsx).
export { createChat } from './create-chat.ts';

type ShowParts = typeof import('./show-parts.ts');
const showPart = <Name extends keyof ShowParts>(name: Name) =>
  lazy(async () => ({
    default: (await withTexts('pages', import('./show-parts.ts')))[name] as ComponentType<PropsOf<ShowParts[Name]>>,
  }));
type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never;
// Most conversations are no show.
const ShowNewsLine = showPart('ShowNewsLine');
const RateEpisode = showPart('RateEpisode');
const ShowBar = showPart('ShowBar');
const ShowDesk = showPart('ShowDesk');

// Loaded once a conversation runs.
// A conversation goes on without it.
const PersonInChat = lazy(() =>
  withTexts('pages', import('./person-parts.tsx')).then(
    ({ PersonInChat }) => ({ default: PersonInChat }),
    () => ({ default: () => null }),
  ),
);

/** Targets of the buttons under a reply. */
const OFFERED = {
  call: 'book_call',
  summary: 'get_summary',
  data: 'memories',
  slot: 'book_call',
  erase: 'erase',
  off_record: 'off_record',
} as const;

/** The chat screen with its voice, from the start of a conversation. */
export function TalkRoom({
  chat,
  onMode,
  isCompact,
}: {
  chat: Chat;
  onMode: (mode: string) => void;
  /** In the widget's frame, which has little room and no theme of its own. */
  isCompact: boolean;
}) {
  const { conversation, voice, nextStep, show } = chat;
  const { consultant, offers: set, default_model: defaultModel, visitor_page: shows } = useConfig();
  const offers = offersFor(set, consultant);
  useEffect(() => conversation.defaultModel(defaultModel), [conversation, defaultModel]);
  const { taking } = useVoice(voice);
  // A page that was loaded without the voice has none to show when the owner switches it on.
  const [hasVoice] = useState(shows.voice);
  const isVoiceGone = !shows.voice && taking.voice === 'on';
  useEffect(() => {
    if (isVoiceGone) voice.switchVoice(false);
  }, [voice, isVoiceGone]);
  const { shown, open, close } = useDialogs();
  const [personAsked, setPersonAsked] = useState(0);
  const takeUp = useCallback(
    (kind: keyof typeof OFFERED | 'person', payload: string) => {
      if (kind === 'person') setPersonAsked((times) => times + 1);
      else void open(OFFERED[kind], kind === 'slot' ? payload : null);
    },
    [open],
  );
  // Not the whole state, which changes with every word.
  const isKept = useSyncExternalStore(
    conversation.store.subscribe,
    () => conversation.store.get().session?.consent ?? false,
  );
  const call = useSyncExternalStore(conversation.store.subscribe, () => conversation.store.get().call);
  const meeting = useSyncExternalStore(conversation.store.subscribe, () => conversation.store.get().meeting);
  const reachedAt = useSyncExternalStore(
    conversation.store.subscribe,
    () => conversation.store.get().nextStep?.contact ?? null,
  );
  const isWithPerson = useSyncExternalStore(
    conversation.store.subscribe,
    () => conversation.store.get().person !== null,
  );
  const invited = useSyncExternalStore(conversation.store.subscribe, () =>
    isInvited(conversation.store.get().nextStep),
  );
  const hasShow = useSyncExternalStore(
    show?.store.subscribe ?? never,
    () => (show?.store.get().phase ?? 'none') !== 'none',
  );
  // There is no episode of a conversation that is not kept.
  const credentials = () => {
    const { session } = conversation.store.get();
    return { session_id: session?.sessionId, session_secret: session?.secret };
  };
  const rating = isKept ? (
    <RateEpisode
      onRead={() => callFunction<EpisodeRating>('episode_rating', credentials())}
      onRate={(stars, publish) =>
        callFunction<RateEpisodeAnswer>('rate_episode', { ...credentials(), rating: stars, publish })
      }
    />
  ) : null;
  return (
    <>
      <ChatScreen
        conversation={conversation}
        onMode={onMode}
        isCompact={isCompact}
        actions={
          <>
            {isKept ? <MemoriesButton onOpen={() => void open('memories')} /> : null}
            {isCompact ? null : <ThemeToggle className="max-sm:hidden" />}
          </>
        }
        details={<ThemeToggle className="talk-theme" />}
        inputBar={
          <>
            <Suspense>
              <PersonInChat conversation={conversation} asked={personAsked} />
            </Suspense>
            {/* The twin's offers wait while a person answers. */}
            {isWithPerson ? null : (
              <NextStepBar
                nextStep={nextStep}
                words={offers}
                isKept={isKept}
                reachedAt={reachedAt}
                isInvited={invited}
                call={call}
                meeting={meeting}
                onChoose={(cta) => void open(cta)}
              />
            )}
          </>
        }
        voiceBar={
          hasVoice && shows.voice ? (
            <VoiceBar voice={voice} twin={t('site.ai', { name: consultant.first_name })} />
          ) : null
        }
        show={
          show && hasShow
            ? {
                bar: (
                  <Suspense>
                    <ShowBar show={show} afterShow={rating} />
                  </Suspense>
                ),
                desk: (
                  <Suspense>
                    <ShowDesk show={show} afterShow={rating} />
                  </Suspense>
                ),
              }
            : null
        }
        afterEnd={
          // Nothing is left to summarise of a conversation that was not kept.
          isKept ? (
            <Button variant="outline" onClick={() => void open('get_summary')}>
              {offers.get_summary}
            </Button>
          ) : null
        }
        onOffer={takeUp}
        voice={{
          presence: voicePresence(taking),
          status: voiceStatus(taking),
          isSpeaking: isSpeaking(taking),
          isProcessing: isProcessing(taking),
        }}
      />
      <RingLevel voice={voice} />
      {show && hasShow ? (
        <Suspense>
          <ShowNewsLine show={show} />
        </Suspense>
      ) : null}
      {shown ? <TalkDialogs chat={chat} title={offers.book_call} shown={shown} open={open} onClose={close} /> : null}
    </>
  );
}

const never = () => () => {};

function MemoriesButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-haspopup="dialog"
      aria-label={t('memory.title')}
      title={t('memory.title')}
      onClick={onOpen}
    >
      <NotebookPen aria-hidden />
    </Button>
  );
}

/** The chat's toasts. */
export function TalkNotices() {
  const theme = useTheme();
  return <LazyToaster limit={TOAST_LIMIT} durationMs={TOAST_DURATION_MS} gapPx={TOAST_GAP_PX} theme={theme} />;
}

/**
 * Animates the ring around the portrait with the current speaker's level, without React, once per animation frame. The
 * level is set on the portrait only: on the document, each change would restyle every line of the conversation.
 */
function RingLevel({ voice }: { voice: Voice }) {
  const presence = voicePresence(useVoice(voice).taking);
  const moves = presence === 'listening' || presence === 'speaking';
  useEffect(() => {
    if (!moves) return;
    const style = document.querySelector<HTMLElement>('.talk-screen .portrait')?.style;
    if (!style) return;
    let frame = requestAnimationFrame(function draw() {
      style.setProperty('--voice-level', voice.level().toFixed(2));
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      style.removeProperty('--voice-level');
    };
  }, [voice, moves]);
  return null;
}

/** The dialog that is currently open. */
function TalkDialogs({
  chat,
  title,
  shown,
  open,
  onClose,
}: {
  chat: Chat;
  /** What the owner calls the booking of a call. */
  title: string;
  shown: OpenDialog;
  open: (name: DialogName) => Promise<void>;
  onClose: () => void;
}) {
  const { conversation, nextStep } = chat;
  const talk = useTalk(conversation);
  const isErased = useRef(false);
  if (!talk.session) return null;
  const session = { session_id: talk.session.sessionId, session_secret: talk.session.secret };
  const knownEmail = talk.nextStep?.email ?? '';
  const closeAfter = (isDone: boolean) => {
    onClose();
    if (isDone) nextStep.settle();
  };
  if ('booking' in shown) {
    return (
      <shown.booking.BookingDialog
        title={title}
        session={session}
        known={{
          name: talk.extract?.entities.person_name ?? '',
          email: knownEmail,
          phone: talk.nextStep?.phone ?? '',
        }}
        offered={shown.offered === null ? null : shown.booking.offeredSlot(shown.offered)}
        onWish={talk.session.consent ? () => void open('call_wish') : null}
        onChanged={conversation.noteMeeting}
        onClose={closeAfter}
      />
    );
  }
  const { name, dialogs } = shown;
  const outcome = {
    onOffRecord: conversation.offRecord,
    onErased() {
      isErased.current = true;
    },
  };
  const closeData = () => {
    onClose();
    // Not before: the receipt is read first.
    if (isErased.current) conversation.erased();
  };
  switch (name) {
    case 'book_call':
    case 'call_wish':
      return (
        <dialogs.CallDialog
          session={session}
          knownEmail={knownEmail}
          asked={talk.call}
          onNoted={conversation.noteCall}
          onClose={closeAfter}
        />
      );
    case 'leave_email':
      return (
        <dialogs.EmailDialog
          knownEmail={knownEmail}
          isBusy={isComposerDisabled(talk)}
          say={conversation.say}
          onClose={closeAfter}
        />
      );
    case 'get_summary':
      return <dialogs.SummaryDialog session={session} onClose={onClose} />;
    case 'memories':
      return (
        <dialogs.MemoriesDialog
          session={session}
          more={<dialogs.DataControls session={session} {...outcome} />}
          onClose={closeData}
        />
      );
    default:
      return <dialogs.DataDialog session={session} asked={name} {...outcome} onClose={closeData} />;
  }
}

/** The dialogs of the chat. */
type DialogName = CallToAction | 'memories' | 'call_wish' | 'erase' | 'off_record';

const load = () => withTexts('pages', import('./dialogs.tsx'));
// Few visitors book, and its texts are those of the further pages.
const loadBooking = () => withTexts('pages', import('./booking.ts'));

/** The open dialog, and the code of all dialogs; the one that books comes by itself. */
type OpenDialog =
  | { name: DialogName; dialogs: Awaited<ReturnType<typeof load>> }
  | { booking: Awaited<ReturnType<typeof loadBooking>>; offered: string | null };

/** Loads the dialogs' code when the page is idle, so that it is ready when one is opened. */
function useDialogs() {
  const { books_calls: books } = useConfig();
  const [shown, setShown] = useState<OpenDialog | null>(null);
  useEffect(() => whenIdle(() => void load().catch(() => {})), []);
  const open = useCallback(
    async (name: DialogName, offered: string | null = null) => {
      try {
        if (books && name === 'book_call') setShown({ booking: await loadBooking(), offered });
        else setShown({ name, dialogs: await load() });
      } catch (error) {
        reportError(error, 'a dialog could not be loaded');
        showToast('error', t('chat.notOpened'));
      }
    },
    [books],
  );
  const close = useCallback(() => setShown(null), []);
  return { shown, open, close };
}
