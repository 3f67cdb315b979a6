import type { SessionSummaryAnswer } from '@understudy/contract/wire';
import { Download } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { callFunction, serverSentence } from '../../../platform/http.ts';
import { reportError } from '../../../platform/report-error.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { fixedWords } from '../../../ui/fixed-words.ts';
import { SummaryLines } from '../../../ui/summary-lines.tsx';

interface SummaryDialogProps {
  session: { session_id: string; session_secret: string };
  onClose: () => void;
}

type View = { is: 'loading' } | { is: 'failed'; sentence: string } | { is: 'there'; summary: SessionSummaryAnswer };

/** 'Get the summary': the conversation so far, to read and to save. */
export function SummaryDialog({ session, onClose }: SummaryDialogProps) {
  const { consultant } = useConfig();
  const dialog = useRef<HTMLDialogElement>(null);
  const view = useSummary(session);
  return (
    <Dialog
      title={t('leads.summary')}
      dialog={dialog}
      hasCross
      onClose={onClose}
      className="w-[min(38rem,calc(100vw-2rem))]"
    >
      {view.is === 'loading' ? <p className="text-muted-foreground">{t('leads.summarizing')}</p> : null}
      {view.is === 'failed' ? (
        <div role="alert" className="space-y-4">
          <p>{view.sentence}</p>
          <Button variant="outline" onClick={view.again}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      ) : null}
      {view.is === 'there' ? (
        <div className="space-y-5">
          <Summary summary={view.summary} />
          <Button
            variant="outline"
            onClick={() =>
              saveText(`conversation-${view.summary.started_at.slice(0, 10)}.md`, summaryText(view.summary, consultant))
            }
          >
            <Download aria-hidden />
            {t('leads.download')}
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}

/** The summary, fetched when the dialog opens and again on request. */
function useSummary(session: SummaryDialogProps['session']) {
  const [view, setView] = useState<View>({ is: 'loading' });
  const credentials = useRef(session);
  const asked = useRef<AbortController | null>(null);
  const ask = useCallback(async () => {
    asked.current?.abort();
    const own = new AbortController();
    asked.current = own;
    setView({ is: 'loading' });
    try {
      const options = { signal: own.signal };
      const summary = await callFunction<SessionSummaryAnswer>('session_summary', credentials.current, options);
      setView({ is: 'there', summary });
    } catch (error) {
      if (own.signal.aborted) return;
      reportError(error, 'Failed to sum up the conversation');
      setView({ is: 'failed', sentence: serverSentence(error, notReached()) });
    }
  }, []);
  useEffect(() => {
    void ask();
    return () => asked.current?.abort();
  }, [ask]);
  return { ...view, again: () => void ask() };
}

const notReached = () => t('leads.noSummary');

function Summary({ summary }: { summary: SessionSummaryAnswer }) {
  const { first_name: firstName } = useConfig().consultant;
  const { executive_summary, action_items, topics, open_questions } = summary;
  if (!executive_summary && action_items.length === 0) {
    return <p>{t('leads.nothingToSummarize')}</p>;
  }
  return (
    <>
      <SummaryLines text={executive_summary} className="font-serif text-lg leading-relaxed" />
      <Part
        title={t('leads.nextSteps')}
        lines={action_items.map(({ text, owner, priority }) => ({
          text: fixedWords(text),
          note: t('leads.itemNote', { owner: ownerInWords(owner, firstName), priority }),
        }))}
      />
      <Part title={t('leads.topics')} lines={topics.map((text) => ({ text }))} />
      <Part title={t('leads.openQuestions')} lines={open_questions.map((text) => ({ text }))} />
    </>
  );
}

function Part({ title, lines }: { title: string; lines: { text: string; note?: string }[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="text-lg">{title}</h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {lines.map(({ text, note }) => (
          <li key={text} className="break-words">
            {text}
            {note ? <span className="text-muted-foreground text-sm"> · {note}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How long the browser has to take over the text before its URL is revoked. */
const KEPT_MS = 10_000;

/** Offers a text to the visitor as a file download. */
function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** Who is responsible for an item: the owner's `you` is the consultant from the visitor's point of view. */
function ownerInWords(owner: string, consultant: string): string {
  if (owner === 'you') return consultant;
  return owner === 'visitor' ? t('leads.you') : owner;
}

/** A summary as a Markdown file that also reads well as plain text. */
export function summaryText(summary: SessionSummaryAnswer, consultant: { name: string; first_name: string }): string {
  const { executive_summary, action_items, topics, open_questions, started_at } = summary;
  const items = action_items.map(({ text, owner, priority }) => {
    const note = t('leads.itemNote', { owner: ownerInWords(owner, consultant.first_name), priority });
    return `${fixedWords(text)} (${note})`;
  });
  return [
    `# ${t('chat.conversationWith', { name: consultant.name })}`,
    started_at.slice(0, 10),
    fixedWords(executive_summary).replaceAll('\n', '\n\n'),
    ...section(t('leads.nextSteps'), items),
    ...section(t('leads.topics'), topics),
    ...section(t('leads.openQuestions'), open_questions),
  ]
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`## ${title}`, lines.map((line) => `- ${line.replace(/\s+/g, ' ')}`).join('\n')] : [];
}
