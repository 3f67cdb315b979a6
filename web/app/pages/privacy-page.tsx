import { Link } from '@tanstack/react-router';
import { PAGE_GONE_AFTER_MS, SESSION_IDLE_MS } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import type { PublicConfig } from '@understudy/contract/wire';
import { useConfig } from '../../platform/config.ts';
import { Button } from '../../ui/button.tsx';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';

const section = 'mt-14';
const heading = 'text-2xl sm:text-3xl';
const text = 'mt-4 max-w-measure text-lg';
const quote = 'mt-4 max-w-measure border-primary-text border-l-2 pl-5 font-serif text-xl leading-snug';

/** `/privacy`: what is stored, why and for how long, and the visitor's rights. */
export function PrivacyPage() {
  const config = useConfig();
  const { consultant, consent } = config;
  return (
    <>
      <SiteHeader>
        <Link to={paths.landing} className={headerLink}>
          Home
        </Link>
        <Button asChild variant="outline">
          <Link to={paths.chat}>Chat with AI {consultant.name}</Link>
        </Button>
      </SiteHeader>
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pt-10 pb-20 outline-none sm:px-8 lg:pt-16">
        <h1 className="text-4xl sm:font-display sm:text-5xl">Privacy</h1>
        <p className="mt-4 max-w-measure text-lg">
          You talk to an AI here, not to {consultant.first_name}. This page says what is kept of your conversation, why,
          and for how long. There are no cookies and no trackers, and nothing is loaded from anyone else’s server.
        </p>

        <section aria-labelledby="choice" className={section}>
          <h2 id="choice" className={heading}>
            Your choice before you begin
          </h2>
          {consent ? (
            <>
              <p className={text}>
                Before you start, the chat shows you this box, unticked (version {consent.version}):
              </p>
              <blockquote className={quote}>{consent.text}</blockquote>
            </>
          ) : (
            <p className={text}>
              Before you start, the chat shows you an unticked box. Right now it cannot tell how long things would be
              kept, so it does not ask, and nothing is kept.
            </p>
          )}
          <p className={text}>
            If you leave it unticked, you get the same conversation. Nobody is notified, it is not listed anywhere, and
            every word is deleted when it ends: when you end it, after {SESSION_IDLE_MS / 60_000} minutes of silence, or
            about {PAGE_GONE_AFTER_MS / 60_000} minutes after you close the page. All that stays is the number of
            conversations per day.
          </p>
        </section>

        <section aria-labelledby="kept" className={section}>
          <h2 id="kept" className={heading}>
            What is kept, why and how long
          </h2>
          <dl className="mt-6 border-t">
            {keptThings(config).map((thing) => (
              <div key={thing.what} className="grid gap-x-10 gap-y-1 border-b py-5 md:grid-cols-[1fr_2fr_10rem]">
                <dt className="font-semibold">{thing.what}</dt>
                <dd className="max-w-measure">{thing.why}</dd>
                <dd className="tabular-nums text-muted-foreground">{thing.howLong}</dd>
              </div>
            ))}
          </dl>
        </section>

        <section aria-labelledby="others" className={section}>
          <h2 id="others" className={heading}>
            Who else sees your words
          </h2>
          {othersWhoSee(config).map((sentence) => (
            <p key={sentence} className={text}>
              {sentence}
            </p>
          ))}
        </section>

        <section aria-labelledby="rights" className={section}>
          <h2 id="rights" className={heading}>
            What you can ask for
          </h2>
          <ul className="mt-4 max-w-measure space-y-2 text-lg">
            {RIGHTS.map((right) => (
              <li key={right} className="dash-item">
                {right}
              </li>
            ))}
          </ul>
          <p className={text}>
            Write to{' '}
            <a href={`mailto:${consultant.contact_email}`} className="underline underline-offset-4">
              {consultant.contact_email}
            </a>{' '}
            and say when you had the conversation; the eight characters at the bottom of the chat help to find it. You
            can also complain to your country’s data protection authority.
          </p>
        </section>
      </main>
      <SiteFooter />
    </>
  );
}

/** One row of the privacy page. */
interface KeptThing {
  what: string;
  why: string;
  howLong: string;
}

/** All stored data, with its configured retention. Every new kind of stored data needs a row here. */
export function keptThings({ consultant, retention_days: days }: PublicConfig): KeptThing[] {
  const reader = consultant.first_name;
  return [
    {
      what: 'The conversation',
      why:
        `What you and the AI wrote, so that ${reader} can read it and come back to you, and so that a reload ` +
        'brings it back. Only with your tick.',
      howLong: inDays(days?.transcripts),
    },
    {
      what: 'Where you started',
      why:
        `If you chat on another website: the title and address of that page, so that ${reader} knows what you were ` +
        'looking at. What follows a “?” in the address is left out. Only with your tick.',
      howLong: inDays(days?.transcripts),
    },
    {
      what: 'Events of the conversation',
      why:
        'Such as which model answered and whether a reply was cut off, to find faults. They hold none of your ' +
        'words. Only with your tick.',
      howLong: inDays(days?.transcripts),
    },
    {
      what: 'What was understood',
      why:
        `What you seem to be after, what troubles you, how well ${reader}’s work may fit, as a score that quotes ` +
        'you, and a summary. It is worked out from what you said, is shown to you in the chat, and kept for ' +
        `${reader}. Only with your tick.`,
      howLong: inDays(days?.transcripts),
    },
    {
      what: 'Your enquiry',
      why: 'Your name, company, role, address and telephone number, as far as you told them. Only with your tick.',
      howLong: inDays(days?.leads),
    },
    {
      what: 'What is to be done for you',
      why: 'What you asked for, such as a call, and what the AI promised. Only with your tick.',
      howLong: inDays(days?.action_items),
    },
    {
      what: 'Notes',
      why: `What ${reader} and colleagues write down about your enquiry. Only with your tick.`,
      howLong: inDays(days?.notes),
    },
    {
      what: 'What the AI remembers',
      why:
        'Facts, wishes and open points that you told, so that it need not ask again when you come back. “What I ' +
        'remember about you” at the top of the chat lists them: there you put each right, forget it, or choose ' +
        '“Forget everything...”. Where you ask for something not to be noted, that message is not remembered; ' +
        'once you ask for deletion or withdraw your consent, nothing more of that conversation is. Only with your ' +
        'tick.',
      howLong: inDays(days?.memories),
    },
    {
      what: 'Waitlist',
      why: 'Your address and, if you give it, your name, to write to you when early access opens.',
      howLong: inDays(days?.waitlist),
    },
    {
      what: 'In your browser',
      why:
        'A random number for this browser with the secret that proves it, the key to your running conversation ' +
        'and your choice of light or dark. You can clear them in the browser’s settings.',
      howLong: 'Until you clear it',
    },
    {
      what: 'Visits',
      why: 'How many times the pages were opened in a day: a number, without addresses or identifiers.',
      howLong: 'A number per day',
    },
    {
      what: 'Sound',
      why: 'What you say aloud is turned into words at once and then gone. The AI’s voice is made when it speaks.',
      howLong: 'Not kept',
    },
  ];
}

/** @param days null: no limit; undefined: currently unknown */
function inDays(days: number | null | undefined): string {
  if (days === undefined) return 'Cannot be told right now; look again in a minute';
  if (days === null) return 'Until you ask for its deletion';
  return days === 1 ? '1 day' : `${days} days`;
}

/** The visitor's rights, in the order people ask for them. */
const RIGHTS = [
  'A copy of what is held about you.',
  'Its correction, where it is wrong.',
  'Its deletion, at any time and without a reason.',
  'Withdrawing your consent, as easily as you gave it; what was kept because of it is then deleted.',
  'That it is not used for something you object to.',
];

/** Third parties that receive parts of a conversation, one sentence each; a single sentence if there are none. */
function othersWhoSee({ consultant, models, speech, memory, tells_others: tellsOthers }: PublicConfig): string[] {
  const chosen = `that ${consultant.first_name} has chosen, which may run at another company`;
  const sentences = [
    models.some(({ available, id }) => available && id !== 'embedded')
      ? 'To write its replies, and to understand what they are about, this site sends your messages to a language ' +
        `model ${chosen}. When that one cannot answer, or when you choose “Embedded”, the reply is written on ` +
        'this server alone.'
      : null,
    speech.transcription.providers.length > 0
      ? `What you say aloud is sent to a service ${chosen}, which turns it into words.`
      : null,
    speech.voice.provider && speech.voice.provider !== 'embedded'
      ? `The AI’s replies are sent to a service ${chosen}, which speaks them.`
      : null,
    memory.provider !== 'embedded' ? `What the AI remembers is compared by a service ${chosen}.` : null,
  ].filter((sentence) => sentence !== null);
  if (tellsOthers) {
    sentences.push(
      `When you agreed that the conversation is kept and your enquiry seems to fit ${consultant.first_name}’s ` +
        'work, or you ask for a call or complain, your name and company, the email address and telephone number ' +
        'that you gave, what you seem to be after and your own words that show it are sent to a service ' +
        `${chosen}, so that ${consultant.first_name} hears of it.`,
    );
  }
  const told =
    sentences.length > 0
      ? sentences
      : ['No other company. The replies are written on this server, and your messages are sent nowhere else.'];
  return speech.transcription.browser
    ? [
        ...told,
        'If you speak, your browser may send what your microphone hears to its maker, who turns it into words. ' +
          'The chat asks you before it does, and typing needs none of it.',
      ]
    : told;
}
