import type { Range } from '@understudy/contract/admin';
import { RANGE_DAYS } from '@understudy/contract/constants';
import type { Intent } from '@understudy/contract/leads';
import type { RefCallback } from 'react';
import { Label, Select } from '../../../../ui/field.tsx';
import { sentenceCase } from '../../../../ui/id-words.ts';
import type { DashboardPlace } from '../../search.ts';
import { FILTER_INTENTS, RANGE_WORDS } from '../../words/session-words.ts';
import { SearchField } from './search-field.tsx';

/** The select's value for custom days. */
const CUSTOM = 'custom';

/** Time range, intent and search, all stored in the address. */
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
      <div className="min-w-0 grow basis-64">
        <SearchField
          ref={search}
          id="filter-search"
          label="Search by email or name"
          placeholder="Search by email or name..."
          spellCheck={false}
          aria-keyshortcuts="/"
          value={place.q}
          onSearch={(q) => onMove({ q }, true)}
        />
      </div>
    </search>
  );
}

/** Intents beyond the filter's own five; a selected one stays even if it does not occur. */
function othersOf(intents: readonly Intent[], chosen: Intent | 'all'): Intent[] {
  const own = new Set<string>(FILTER_INTENTS.map(({ id }) => id));
  const all = chosen === 'all' ? intents : [...intents, chosen];
  return [...new Set(all)].filter((intent) => !own.has(intent)).sort();
}

/** The time range; also custom days where available. */
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
