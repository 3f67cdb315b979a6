import type { SearchHit } from '@understudy/contract/admin';
import { Fragment, useEffect, useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { Input, Label } from '../../../../ui/field.tsx';
import { Empty, Failure, Loading } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { useTranscriptSearch } from '../../api/queries.ts';
import { SessionLink } from '../session-link.tsx';
import { Score } from '../tier.tsx';

const TYPING_MS = 300;

/** Asks for words that were said; the address holds them. */
export function TranscriptField({ find, onFind }: { find: string; onFind: (find: string) => void }) {
  const [text, setText] = useState(find);
  const [known, setKnown] = useState(find);
  if (known !== find) {
    setKnown(find);
    if (text.trim() !== find) setText(find);
  }
  useEffect(() => {
    if (text.trim() === find) return;
    const timer = setTimeout(() => onFind(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div>
      <Label htmlFor="transcript-search" className="sr-only">
        Search in all transcripts
      </Label>
      <Input
        id="transcript-search"
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder="Search in all transcripts..."
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
}

/** Where the words were said; each leads to its place in the transcript. */
export function TranscriptHits({ find }: { find: string }) {
  const query = useTranscriptSearch(find, null);
  if (query.isPending) return <Loading words="Searching transcripts" />;
  if (query.error) {
    return (
      <Failure onRetry={() => void query.refetch()}>
        The search failed: {sentenceOf(query.error, 'the server cannot be reached.')}
      </Failure>
    );
  }
  const hits = query.data.items;
  if (hits.length === 0) {
    return (
      <Empty title="Nobody has said that">
        Words and beginnings of words are looked for, in every conversation that is kept.
      </Empty>
    );
  }
  return (
    <ol aria-busy={query.isPlaceholderData} className="divide-y border-t">
      {hits.map((hit) => (
        <Hit key={`${hit.session.id} ${hit.seq}`} hit={hit} />
      ))}
    </ol>
  );
}

function Hit({ hit: { session, seq, speaker, excerpt } }: { hit: SearchHit }) {
  return (
    <li className="tier-row relative px-4 py-4 sm:px-6">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <SessionLink id={session.id} at={seq} className="wrap-anywhere font-semibold">
          {session.contact_name ?? 'Anonymous'}
        </SessionLink>
        <Score score={session.lead_score} />
        <When at={session.started_at} className="relative text-muted-foreground text-sm tabular-nums" />
      </p>
      <p className="wrap-anywhere mt-1 max-w-measure">
        <span className="text-muted-foreground">{speaker === 'visitor' ? 'Visitor: ' : 'AI Agent: '}</span>
        <Marked text={excerpt} />
      </p>
    </li>
  );
}

/** What was found stands between U+0002 and U+0003 (SearchHit). */
function Marked({ text }: { text: string }) {
  let offset = 0;
  return text.split('\u0002').map((piece, index) => {
    const key = offset;
    offset += piece.length + 1;
    const end = index === 0 ? -1 : piece.indexOf('\u0003');
    return (
      <Fragment key={key}>
        {end > 0 ? <mark className="utterance-quote">{piece.slice(0, end)}</mark> : null}
        {piece.slice(end + 1)}
      </Fragment>
    );
  });
}
