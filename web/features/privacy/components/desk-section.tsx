import type { ErasureReceipt, HeldKind, MyDataAnswer } from '@understudy/contract/privacy';
import type { MemoryInfo } from '@understudy/contract/wire';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { saveFile } from '../../../platform/download.ts';
import { callFunction, send } from '../../../platform/http.ts';
import { reportError } from '../../../platform/report-error.ts';
import { localStore, tabStore } from '../../../platform/storage.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { longDay } from '../../../ui/dates.ts';
import { memoryWords } from '../../../ui/fixed-words.ts';
import { Spinner } from '../../../ui/states.tsx';
import { createDesk, type Desk, linkIn } from '../desk.ts';
import { Confirmed } from './confirmed.tsx';
import { DeskConversations } from './desk-conversations.tsx';
import { DeskFacts } from './desk-facts.tsx';
import { LinkForm } from './link-form.tsx';

const card = 'mt-6 p-5 sm:p-6';
const heading = 'text-xl';

/** Longest wait for a file: it is written while it is read. */
const FILE_TIMEOUT_MS = 600_000;

async function fetchFile(name: string, body: unknown): Promise<Blob> {
  const response = await send(`/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMs: FILE_TIMEOUT_MS,
  });
  return response.blob();
}

/** The desk: what is held about whoever sits at this browser or opened a mailed link, and what they can do with it. */
export function DeskSection() {
  const [desk] = useState(() =>
    createDesk({
      ...{ call: callFunction, fetchFile, lasting: localStore, tab: tabStore, report: reportError },
      link: linkIn(window.location.hash),
    }),
  );
  useEffect(() => {
    // Whoever sees the address later has nothing.
    if (linkIn(window.location.hash)) window.history.replaceState(window.history.state, '', window.location.pathname);
    void desk.load();
    return desk.close;
  }, [desk]);
  const state = useSyncExternalStore(desk.store.subscribe, desk.store.get);
  const receipt = useSyncExternalStore(desk.receipt.subscribe, desk.receipt.get);
  return (
    <section aria-labelledby="desk" className="mt-12">
      <h2 id="desk" className="text-2xl sm:text-3xl">
        {t('desk.title')}
      </h2>
      {receipt ? <Receipt receipt={receipt} /> : null}
      {state.is === 'loading' ? (
        <Card className={card}>
          <Spinner label={t('desk.loading')} />
        </Card>
      ) : null}
      {state.is === 'failed' ? (
        <Card role="alert" className={card}>
          <p>{state.sentence}</p>
          <Button variant="outline" className="mt-4" onClick={() => void desk.load()}>
            {t('ui.tryAgain')}
          </Button>
        </Card>
      ) : null}
      {state.is === 'empty' ? (
        <>
          <p className="mt-4 max-w-measure text-lg">{t(state.isOldLink ? 'desk.oldLink' : 'desk.nothing')}</p>
          <LinkForm desk={desk} />
        </>
      ) : null}
      {state.is === 'there' ? <Held desk={desk} data={state.data} /> : null}
    </section>
  );
}

/** Everything that is held, part by part. */
function Held({ desk, data }: { desk: Desk; data: MyDataAnswer }) {
  const whose = { visitor: t('desk.ofBrowser'), session: t('desk.ofSession'), address: '' }[data.of];
  const running = data.conversations.filter(({ ended_at, consent }) => ended_at === null && consent);
  return (
    <>
      <p className="mt-4 max-w-measure text-lg">
        {data.of === 'address' ? t('desk.ofAddress', { email: data.email ?? '' }) : whose}
      </p>
      <Card className={card}>
        <h3 className={heading}>{t('desk.overview')}</h3>
        <ul className="mt-3 max-w-measure space-y-1.5">
          {heldWords(data).map((words) => (
            <li key={words} className="dash-item">
              {words}
            </li>
          ))}
        </ul>
        <Download desk={desk} />
      </Card>
      {data.of === 'session' ? null : <DeskFacts desk={desk} facts={data.facts} />}
      <DeskConversations desk={desk} conversations={data.conversations} total={data.counts.conversations} />
      {data.memories.length > 0 ? <Memories desk={desk} memories={data.memories} /> : null}
      {running.length > 0 ? <Consent desk={desk} count={running.length} /> : null}
      <EraseAll desk={desk} data={data} />
      {data.of === 'address' ? null : <LinkForm desk={desk} isAside />}
    </>
  );
}

/** The retention that applies to a kind; null for one that has none of its own. */
const KEPT_AS: Record<HeldKind, keyof NonNullable<MyDataAnswer['retention_days']>> = {
  conversations: 'transcripts',
  messages: 'transcripts',
  memories: 'memories',
  inquiry: 'leads',
  bookings: 'leads',
  action_items: 'action_items',
  notes: 'notes',
  episodes: 'transcripts',
  sent: 'transcripts',
  waitlist: 'waitlist',
};

/** One sentence for each kind of which anything is held, with how long it is kept. */
function heldWords({ counts, retention_days: days }: MyDataAnswer): string[] {
  return (Object.entries(counts) as [HeldKind, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => {
      const kept = days?.[KEPT_AS[kind]];
      const what = t(`desk.held.${kind}`, { count });
      if (kept === undefined) return what;
      return kept === null ? t('desk.keptUntilAsked', { what }) : t('desk.keptFor', { what, days: kept });
    });
}

function Download({ desk }: { desk: Desk }) {
  const [busy, setBusy] = useState<'json' | 'html' | null>(null);
  const [said, setSaid] = useState<{ words: string; isBad: boolean } | null>(null);
  const download = async (format: 'json' | 'html') => {
    if (busy) return;
    setBusy(format);
    setSaid(null);
    const file = await desk.download(format);
    setBusy(null);
    if (typeof file === 'string') return setSaid({ words: file, isBad: true });
    saveFile(`my-data-${new Date().toISOString().slice(0, 10)}.${format}`, file);
    setSaid({ words: t('desk.downloaded'), isBad: false });
  };
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-3">
        {(['html', 'json'] as const).map((format) => (
          <Button key={format} variant="outline" aria-disabled={busy !== null} onClick={() => void download(format)}>
            {busy === format ? t('desk.downloading') : t(`desk.download.${format}`)}
          </Button>
        ))}
      </div>
      <p role="status" className={`mt-3 text-sm empty:hidden ${said?.isBad ? 'text-destructive-text' : ''}`}>
        {said?.words}
      </p>
    </>
  );
}

function Memories({ desk, memories }: { desk: Desk; memories: readonly MemoryInfo[] }) {
  return (
    <Card className={card}>
      <h3 className={heading}>{t('desk.memories')}</h3>
      <ul className="mt-3 divide-y border-y">
        {memories.map((memory) => (
          <li key={memory.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <span className="min-w-0 flex-1 basis-60">
              <span className="wrap-anywhere block">{memory.corrected ? memory.text : memoryWords(memory.text)}</span>
              <span className="text-muted-foreground text-sm">
                {t('desk.memoryUntil', { until: longDay(memory.expires_at) })}
              </span>
            </span>
            <Confirmed
              label={t('desk.forget')}
              about={memory.text}
              title={t('desk.forgetTitle')}
              body={t('desk.forgetBody')}
              act={() => desk.erase('memory', [memory.id])}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Consent({ desk, count }: { desk: Desk; count: number }) {
  return (
    <Card className={card}>
      <h3 className={heading}>{t('desk.consent')}</h3>
      <p className="mt-2 max-w-measure">{t('desk.consentBody', { count })}</p>
      <div className="mt-4">
        <Confirmed
          label={t('desk.offRecord')}
          title={t('desk.offRecordTitle')}
          body={t('desk.offRecordBody')}
          act={desk.withdraw}
        />
      </div>
    </Card>
  );
}

function EraseAll({ desk, data: { of, conversations, counts } }: { desk: Desk; data: MyDataAnswer }) {
  const held = conversations.filter((conversation) => conversation.held).length;
  return (
    <Card className={`${card} border-destructive-text`}>
      <h3 className={heading}>{t('desk.erase')}</h3>
      <p className="mt-2 max-w-measure">{t(of === 'session' ? 'desk.eraseSessionBody' : 'desk.eraseBody')}</p>
      {counts.bookings > 0 ? <p className="mt-2 max-w-measure">{t('desk.eraseBooked')}</p> : null}
      {held > 0 ? <p className="mt-2 max-w-measure">{t('desk.eraseHeld', { count: held })}</p> : null}
      <div className="mt-4">
        <Confirmed
          label={t('desk.eraseAll')}
          title={t('desk.eraseTitle')}
          body={t('desk.eraseConfirm')}
          isStrong
          act={() => desk.erase('all', [])}
        />
      </div>
    </Card>
  );
}

/** Tables of a receipt that have words; others are added up as 'other records'. */
const RECEIPT_WORDS: Readonly<Record<string, HeldKind>> = {
  sessions: 'conversations',
  utterances: 'messages',
  memories: 'memories',
  leads: 'inquiry',
  bookings: 'bookings',
  action_items: 'action_items',
  notes: 'notes',
  waitlist: 'waitlist',
};

/** What was erased, with a number, to keep. */
function Receipt({ receipt }: { receipt: ErasureReceipt }) {
  const { number, at, counts, postponed } = receipt;
  const box = useRef<HTMLDivElement>(null);
  // The number identifies the receipt: a second one gets the focus too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => box.current?.focus(), [number]);
  const told = Object.entries(counts).filter(([table, count]) => count > 0 && RECEIPT_WORDS[table]);
  return (
    <Card ref={box} tabIndex={-1} role="status" className={`${card} border-primary-text outline-none`}>
      <h3 className={heading}>{t('desk.receipt')}</h3>
      <p className="mt-2 max-w-measure">{t('desk.receiptNumber', { number, day: longDay(at) })}</p>
      <ul className="mt-2 max-w-measure space-y-1">
        {told.map(([table, count]) => (
          <li key={table} className="dash-item">
            {t(`desk.held.${RECEIPT_WORDS[table] ?? 'sent'}`, { count })}
          </li>
        ))}
      </ul>
      {postponed > 0 ? <p className="mt-2 max-w-measure">{t('desk.receiptPostponed', { count: postponed })}</p> : null}
      <p className="mt-2 max-w-measure text-muted-foreground text-sm">{t('desk.receiptCopies')}</p>
      <Button
        variant="outline"
        size="sm"
        className="mt-4"
        onClick={() =>
          saveFile(
            `receipt-${number}.json`,
            new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' }),
          )
        }
      >
        {t('desk.receiptDownload')}
      </Button>
    </Card>
  );
}
