import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { type KnowledgeSearch, type ReplyTrace, TURN_STAGES, type TurnDetail } from '@understudy/contract/reply-trace';
import { type ReactNode, useId, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { memoryWords } from '../../../../ui/fixed-words.ts';
import { Failure, Spinner } from '../../../../ui/states.tsx';
import { useTurn } from '../../api/queries.ts';
import { decisionWords, factWords, moveWords, stageWords, whyWords } from '../../why-words.ts';
import { StageTimes } from './utterance.tsx';

/** A reply of the twin in the transcript. */
export interface Reply {
  turnId: string;
  /** What the visitor had said; empty for a greeting or follow-up. */
  question: string;
  /** The whole reply, in its segments. */
  said: string;
}

/** The buttons under a reply: why it was given, and how to answer better. */
export function ReplyTools({
  sessionId,
  reply,
  modeName,
  onBetter,
}: {
  sessionId: string;
  reply: Reply;
  modeName: (mode: string) => string;
  /** Null where the page has no form for it. */
  onBetter: ((reply: Reply) => void) | null;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="no-print w-full max-w-[min(34rem,92%)] self-end">
      <div className="flex flex-wrap justify-end gap-x-1">
        <Button
          variant="ghost"
          size="sm"
          className="text-muted-foreground"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {whyWords().why}
        </Button>
        {onBetter && reply.question ? (
          <Button variant="ghost" size="sm" className="text-muted-foreground" onClick={() => onBetter(reply)}>
            {whyWords().better}
          </Button>
        ) : null}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <Why sessionId={sessionId} turnId={reply.turnId} modeName={modeName} /> : null}
      </div>
    </div>
  );
}

function Why({
  sessionId,
  turnId,
  modeName,
}: {
  sessionId: string;
  turnId: string;
  modeName: (mode: string) => string;
}) {
  const query = useTurn(sessionId, turnId);
  if (query.data) return <Found turn={query.data} modeName={modeName} />;
  if (query.error) return <Failure onRetry={() => void query.refetch()}>{sentenceOf(query.error)}</Failure>;
  return <Spinner label={whyWords().loading} />;
}

function Found({ turn, modeName }: { turn: TurnDetail; modeName: (mode: string) => string }) {
  const { trace, mode, used } = turn;
  return (
    <div className="wrap-anywhere my-2 space-y-4 rounded-md border bg-muted/50 p-4 text-sm" data-testid="why">
      {trace ? null : <p>{whyWords().isOld}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted-foreground">{whyWords().answeredBy}</dt>
        <dd>{writerWords(turn)}</dd>
        <dt className="text-muted-foreground">{whyWords().mode}</dt>
        <dd>{modeName(mode)}</dd>
      </dl>
      {trace ? (
        <Recorded trace={trace} />
      ) : used.length > 0 ? (
        <Part title={whyWords().given}>
          <ul className="space-y-1">
            {used.map((passage) => (
              <li key={passage.id}>
                <PassageLink {...passage} />
              </li>
            ))}
          </ul>
        </Part>
      ) : null}
    </div>
  );
}

/** Who answered, in words. */
function writerWords({ provider, model, model_asked: asked }: TurnDetail): string {
  if (provider === '') return whyWords().nobody;
  const who = provider === 'embedded' ? whyWords().embedded : `${model} (${provider})`;
  return model === asked ? who : `${who}, ${whyWords().asked(asked)}`;
}

function Recorded({ trace: { searches, facts, memories, moves, stages } }: { trace: ReplyTrace }) {
  const times = TURN_STAGES.flatMap((stage) => {
    const at = stages[stage];
    return at === null ? [] : [{ words: stageWords(stage), at }];
  });
  return (
    <>
      <Part title={whyWords().passages}>
        {searches.length === 0 ? <p>{whyWords().noPassages}</p> : null}
        {searches.map((search, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the searches of a reply do not change
          <Search key={index} search={search} />
        ))}
        {searches.length > 0 ? <p className="text-muted-foreground">{whyWords().shares}</p> : null}
      </Part>
      <Part title={whyWords().moves}>
        <p>{moves.map(moveWords).join(', ') || whyWords().noMoves}</p>
      </Part>
      <Part title={whyWords().facts}>
        <p>
          {facts.map(({ field, value }) => (value ? `${factWords(field)}: ${value}` : factWords(field))).join('; ') ||
            whyWords().noFacts}
        </p>
      </Part>
      <Part title={whyWords().memories}>
        {memories.length === 0 ? <p>{whyWords().noMemories}</p> : null}
        <ul className="list-disc pl-5">
          {memories.map((memory, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the memories of a reply do not change places
            <li key={index}>{memory === null ? whyWords().forgotten : memoryWords(memory)}</li>
          ))}
        </ul>
      </Part>
      <Part title={whyWords().stages}>
        <StageTimes stages={times} />
      </Part>
    </>
  );
}

function Search({ search }: { search: KnowledgeSearch }) {
  return (
    <div className="mb-2">
      <p>{decisionWords(search)}</p>
      <ol className="mt-1 divide-y border-y">
        {search.passages.map((passage) => (
          <li key={passage.id} className="flex items-baseline gap-x-3 py-1.5">
            <span className="min-w-0 flex-1">
              <PassageLink {...passage} />
              {passage.used ? <span className="ml-2 text-success-text">{whyWords().used}</span> : null}
            </span>
            <span className="text-muted-foreground tabular-nums">{whyWords().share(passage.share)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A passage's title, linked to its text in the settings. */
function PassageLink({ id, title, file }: { id: string; title: string; file: string | null }) {
  if (!file)
    return (
      <>
        {title} <span className="text-muted-foreground">({whyWords().removed})</span>
      </>
    );
  return (
    <Link
      to={paths.admin}
      search={{ tab: 'settings', section: 'twin', file, ...(file.startsWith('knowledge/') ? { passage: id } : {}) }}
      className="underline underline-offset-4"
    >
      {title}
    </Link>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted-foreground">{title}</h3>
      {children}
    </section>
  );
}
