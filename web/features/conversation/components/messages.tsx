import { typographic } from '@understudy/contract/typography';
import type { ReplyOffer } from '@understudy/contract/wire';
import { Fragment, memo } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { exactDate, slotWords, timeOfDay } from '../../../ui/dates.ts';
import type { Conversation } from '../conversation.ts';
import { type AgentReply, isOpen, segmentsOnScreen, textOnScreen, type VisitorLine } from '../talk.ts';
import { RetryTime } from './trouble.tsx';

/**
 * A reply of the twin, set like a script: the name, then one line per segment. Memoised, so that in a long conversation
 * each new word re-renders only the reply that changes.
 */
export const ReplyLines = memo(function ReplyLines({
  reply,
  speaker,
  isLast,
  offers,
  onAskForRest,
  onOffer,
}: {
  reply: AgentReply;
  speaker: string;
  isLast: boolean;
  /** Its buttons. */
  offers: readonly ReplyOffer[];
  onAskForRest: (() => void) | null;
  onOffer: (offer: ReplyOffer) => void;
}) {
  const count = segmentsOnScreen(reply);
  const first = reply.script[0]?.at ?? reply.at;
  const isCut = !isOpen(reply) && (reply.status === 'cut' || reply.status === 'interrupted');
  if (count === 0 && !(isCut && onAskForRest)) return null;
  return (
    <div className="talk-reply" data-status={reply.status}>
      <p className="talk-speaker">
        <span className="talk-name">{speaker}</span>
        <Timestamp at={first} />
      </p>
      <div className="talk-lines">
        {Array.from({ length: count }, (_, index) => {
          const isEnd = index === count - 1;
          const isWritten = !isOpen(reply) || index < count - 1 || reply.script[index]?.pauseMs !== null;
          return (
            <SegmentText
              // biome-ignore lint/suspicious/noArrayIndexKey: segments are only ever added, and known by their place
              key={index}
              text={textOnScreen(reply, index)}
              isOver={isWritten && reply.floor.length === 0}
              isBroken={isEnd && isCut}
            />
          );
        })}
        {isLast && onAskForRest ? <CutNote reply={reply} isEmpty={count === 0} onAskForRest={onAskForRest} /> : null}
      </div>
      {isLast && !isOpen(reply) && offers.length > 0 ? (
        <div className="talk-offers">
          {offers.map((offer) => (
            <Button key={offer.kind + offer.label} variant="outline" size="sm" onClick={() => onOffer(offer)}>
              {typographic(labelOf(offer, offers))}
            </Button>
          ))}
        </div>
      ) : null}
    </div>
  );
});

/** A topic is in the words of the twin's texts, a free time on the visitor's clock. */
function labelOf({ kind, label, payload }: ReplyOffer, all: readonly ReplyOffer[]): string {
  if (kind === 'topic') return label;
  if (kind === 'slot') return slotWords(payload.split(' ')[0] ?? '');
  if (kind === 'call' && all.some((offer) => offer.kind === 'slot')) return t('chat.offer.anotherTime');
  return kind === 'data' ? t('memory.title') : t(`chat.offer.${kind}`);
}

function CutNote({ reply, isEmpty, onAskForRest }: { reply: AgentReply; isEmpty: boolean; onAskForRest: () => void }) {
  const sentence = isEmpty ? t('chat.stoppedEarly') : reply.status === 'cut' ? t('chat.cutOff') : t('chat.interrupted');
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
      <p>{sentence}</p>
      <Button variant="outline" size="sm" onClick={onAskForRest}>
        {isEmpty ? t('chat.askAgain') : t('chat.askForRest')}
      </Button>
    </div>
  );
}

/**
 * One segment. Each finished sentence is an element of its own, so that a screen reader announces it once and in full;
 * the unfinished sentence is marked busy and is not announced until it is finished.
 */
function SegmentText({ text, isOver, isBroken }: { text: string; isOver: boolean; isBroken: boolean }) {
  const { finished, tail } = splitSentences(isBroken ? withDash(text) : text, isOver || isBroken);
  return (
    <p className="talk-line">
      {finished.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever added, and known by their place
        <span key={index}>
          <Linked>{sentence}</Linked>
        </span>
      ))}
      {isOver || isBroken ? null : (
        <span aria-busy="true" aria-hidden="true" className="talk-tail">
          {typographic(tail)}
        </span>
      )}
    </p>
  );
}

/** The page of a booking, at this address. */
const BOOKING = /^(.+)\/booking\/[\w-]{43}$/;

/**
 * A sentence in which the consultant's calendar and pages of bookings here are links. No other address is: a model may
 * have made it up.
 */
function Linked({ children: sentence }: { children: string }) {
  const { calendar } = useConfig().consultant;
  const isLink = (word: string) => word === calendar || BOOKING.exec(word)?.[1] === location.origin;
  const parts = sentence.includes('://') ? sentence.split(/(https?:\/\/[^\s]*[\w/-])/) : [];
  // Whether a quote opens or closes is seen by what stands before it: text without a link stays whole.
  if (!parts.some(isLink)) return typographic(sentence);
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
    <Fragment key={at}>
      {isLink(part) ? (
        <a href={part} target="_blank" rel="noreferrer" className="wrap-anywhere underline underline-offset-4">
          {part}
        </a>
      ) : (
        typographic(part)
      )}
    </Fragment>
  ));
}

/** End marks of a sentence, optionally followed by quotes or brackets. */
const ENDED = /[.!?…]["'”’)\]]{0,3}$/;
/** Characters before a white space that decide whether a sentence ended there. */
const LOOK_BACK = 4;

/**
 * Splits text that is still being written into finished sentences and a remainder, so that a screen reader announces
 * each sentence once. A sentence is finished when white space follows its end mark. Linear in the text's length.
 *
 * @param isOver the text is complete: the remainder counts as a sentence too
 */
export function splitSentences(text: string, isOver: boolean): { finished: string[]; tail: string } {
  const finished: string[] = [];
  let from = 0;
  for (const space of text.matchAll(/\s+/g)) {
    if (!ENDED.test(text.slice(Math.max(from, space.index - LOOK_BACK), space.index))) continue;
    const to = space.index + space[0].length;
    finished.push(text.slice(from, to));
    from = to;
  }
  const tail = text.slice(from);
  if (!isOver || tail === '') return { finished, tail };
  return { finished: [...finished, tail], tail: '' };
}

/** Ends interrupted text in an em dash that replaces trailing punctuation; a complete sentence needs none. */
export function withDash(text: string): string {
  const said = text.trimEnd();
  return ENDED.test(said) ? said : `${said.replace(/[\s,;:–—-]+$/, '')}—`;
}

/** A message of the visitor; if it was not sent, also the reason and the remedy. */
export const VisitorBubble = memo(function VisitorBubble({
  line,
  conversation,
}: {
  line: VisitorLine;
  conversation: Conversation;
}) {
  const { request, delivery, failure } = line;
  return (
    <div className="talk-visitor" data-delivery={delivery}>
      <span className="sr-only">{t('chat.you')}</span>
      <div className="talk-bubble">{request.text}</div>
      {delivery === 'unsent' && failure ? (
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 text-sm">
          <p className="text-destructive-text">
            {t('chat.notSent', { sentence: failure.sentence })} <RetryTime at={failure.retryAt} />
          </p>
          {failure.remedy === 'again' ? (
            <Button variant="outline" size="sm" onClick={() => conversation.sendAgain(request.turnId)}>
              {t('chat.sendAgain')}
            </Button>
          ) : (
            <Button variant="outline" size="sm" onClick={() => conversation.takeBack(request.turnId)}>
              {t('chat.edit')}
            </Button>
          )}
        </div>
      ) : (
        <Timestamp at={line.at} />
      )}
    </div>
  );
});

/** The time of a message; the exact time on hover. */
function Timestamp({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactDate(new Date(at).toISOString())} className="talk-time">
      {timeOfDay(at)}
    </time>
  );
}
