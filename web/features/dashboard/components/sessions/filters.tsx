import type { Range } from '@understudy/contract/admin';
import { RANGE_DAYS } from '@understudy/contract/constants';
import type { Intent } from '@understudy/contract/leads';
import { type RefCallback, useEffect, useState } from 'react';
import { Input, Label, Select } from '../../../../ui/field.tsx';
import type { DashboardPlace } from '../../search.ts';
import { FILTER_INTENTS, RANGE_WORDS, sentenceCase } from '../../words/session-words.ts';

/** Wait after a keystroke before the database is asked. */
const TYPING_MS = 250;
/** The longest search that the server reads. */
const SEARCH_MOST = 200;
/** The select's value for days of one's own choice. */
const CUSTOM = 'custom';

/** Time range, intent, search; each stands in the address. */
export function Filters({
  place,
  intents,
  search,
  onMove,
}: {
  place: DashboardPlace;
  /** Intents that occur in the range. */
  intents: readonly Intent[];
  search: RefCallback<HTMLInputElement>;
  onMove: (change: Partial<DashboardPlace>, replace?: boolean) => void;
}) {
  return (
    <search className="flex flex-wrap items-end gap-3">
      <RangeSelect range={place.range} onRange={(range) => onMove({ range })} />
      <div>
        <Label htmlFor="filter-intent" className="sr-only">
          Intent
        </Label>
        <Select
          id="filter-intent"
          value={place.intent}
          onChange={({ target }) => onMove({ intent: target.value as Intent | 'all' })}
        >
          {FILTER_INTENTS.map(({ id, words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
          {othersOf(intents, place.intent).map((intent) => (
            <option key={intent} value={intent}>
              {sentenceCase(intent)}
            </option>
          ))}
        </Select>
      </div>
      <SearchField value={place.q} field={search} onSearch={(q) => onMove({ q }, true)} />
    </search>
  );
}

/** The intents beyond the filter's own five; a chosen one stays, also where it does not occur. */
function othersOf(intents: readonly Intent[], chosen: Intent | 'all'): Intent[] {
  const own = new Set<string>(FILTER_INTENTS.map(({ id }) => id));
  const all = chosen === 'all' ? intents : [...intents, chosen];
  return [...new Set(all)].filter((intent) => !own.has(intent)).sort();
}

/** How far back; where days can be chosen, also these. */
export function RangeSelect({
  range,
  custom = null,
  onRange,
}: {
  range: Range;
  custom?: { isChosen: boolean; onChoose: () => void } | null;
  onRange: (range: Range) => void;
}) {
  const choose = (chosen: string) => (chosen === CUSTOM ? custom?.onChoose() : onRange(chosen as Range));
  return (
    <div>
      <Label htmlFor="filter-range" className="sr-only">
        Time range
      </Label>
      <Select
        id="filter-range"
        value={custom?.isChosen ? CUSTOM : range}
        onChange={({ target }) => choose(target.value)}
      >
        {(Object.keys(RANGE_DAYS) as Range[]).map((id) => (
          <option key={id} value={id}>
            {RANGE_WORDS[id]}
          </option>
        ))}
        {custom ? <option value={CUSTOM}>Custom</option> : null}
      </Select>
    </div>
  );
}

function SearchField({
  value,
  field,
  onSearch,
}: {
  value: string;
  field: RefCallback<HTMLInputElement>;
  onSearch: (q: string) => void;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address was changed by other means: the back button, a cleared filter.
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="min-w-0 grow basis-64">
      <Label htmlFor="filter-search" className="sr-only">
        Search by email or name
      </Label>
      <Input
        ref={field}
        id="filter-search"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_MOST}
        placeholder="Search by email or name..."
        aria-keyshortcuts="/"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
}
