import type { SearchHit } from '@understudy/contract/admin';
import { Fragment } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { LinkRow } from '../../../../ui/link-row.tsx';
import { Empty, Failure, Loading } from '../../../../ui/states.tsx';
import { When } from '../../../../ui/when.tsx';
import { useTranscriptSearch } from '../../api/queries.ts';
import { speakerWords } from '../../words/session-words.ts';
import { SessionLink } from '../session-link.tsx';
import { Score } from '../tier.tsx';
import { SearchField } from './search-field.tsx';

/** The transcript search field, stored in the address. */
export function TranscriptField({ find, onFind }: { find: string; onFind: (find: string) => void }) {
  return (
    <div>
      <SearchField
        id="transcript-search"
        label="Search in all transcripts"
        placeholder="Search in all transcripts..."
        value={find}
        onSearch={onFind}
      />
    </div>
  );
}

/** Matches of the search; each links to its place in the transcript. */
export function TranscriptHits({ find }: { find: string }) {
  const query = useTranscriptSearch(find, null);
  if (query.isPending) return <Loading words="Searching transcripts" />;
  if (query.error) {
    return <Failure onRetry={() => void query.refetch()}>The search failed: {sentenceOf(query.error)}</Failure>;
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
    <LinkRow as="li" className="tier-row px-4 py-4 sm:px-6">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <SessionLink id={session.id} at={seq} className="wrap-anywhere font-semibold">
          {session.contact_name ?? 'Anonymous'}
        </SessionLink>
        <Score score={session.lead_score} />
        <When at={session.started_at} className="text-muted-foreground text-sm tabular-nums" />
      </p>
      <p className="wrap-anywhere mt-1 max-w-measure">
        <span className="text-muted-foreground">{speakerWords(speaker)}: </span>
        <Marked text={excerpt} />
      </p>
    </LinkRow>
  );
}

/** Matches are delimited by U+0002 and U+0003 (SearchHit). */
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
