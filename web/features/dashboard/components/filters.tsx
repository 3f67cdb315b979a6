import { type Range, SEARCH_MAX_CHARS } from '@understudy/contract/admin';
import { RANGE_DAYS } from '@understudy/contract/constants';
import type { Intent } from '@understudy/contract/leads';
import { type ComponentProps, type RefCallback, useEffect, useState } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Input, Label, Select } from '../../../ui/field.tsx';
import { capitalised } from '../../../ui/id-words.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { CountedDays } from '../../../ui/when.tsx';
import { useStats } from '../api/queries.ts';
import type { DashboardPlace } from '../search.ts';
import { filterIntents, intentWords, rangeWords } from '../session-words.ts';

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
          {t('dashboard.intent')}
        </Label>
        <Select
          id="filter-intent"
          value={place.intent}
          onChange={({ target }) => onMove({ intent: target.value as Intent | 'all' })}
        >
          {filterIntents().map(({ id, words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
          {othersOf(intents, place.intent).map((intent) => (
            <option key={intent} value={intent}>
              {capitalised(intentWords(intent))}
            </option>
          ))}
        </Select>
      </div>
      <div className="min-w-0 grow basis-64">
        <SearchField
          ref={search}
          id="filter-search"
          label={t('dashboard.searchByEmailOrName')}
          placeholder={t('dashboard.searchByEmailPlaceholder')}
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
  const own = new Set<string>(filterIntents().map(({ id }) => id));
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
        {t('dashboard.timeRange')}
      </Label>
      <Select
        id="filter-range"
        value={custom?.isChosen ? CUSTOM : range}
        onChange={({ target }) => choose(target.value)}
      >
        {(Object.keys(RANGE_DAYS) as Range[]).map((id) => (
          <option key={id} value={id}>
            {rangeWords()[id]}
          </option>
        ))}
        {custom ? <option value={CUSTOM}>{t('dashboard.custom')}</option> : null}
      </Select>
    </div>
  );
}

/** Debounce before the database is queried. */
const TYPING_MS = 250;

/** A search stored in the address: debounced while typing, and updated by the back button. */
export function SearchField({
  id,
  label,
  value,
  onSearch,
  ...input
}: Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'onChange'> & {
  id: string;
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed by other means, such as the back button or a cleared filter.
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
    <>
      <Label htmlFor={id} className="sr-only">
        {label}
      </Label>
      <Input
        id={id}
        type="search"
        autoComplete="off"
        maxLength={SEARCH_MAX_CHARS}
        value={text}
        onChange={({ target }) => setText(target.value)}
        {...input}
      />
    </>
  );
}

/** A filter as text: 'Last 7 days, Consulting, “ana”'. */
export function FilterWords({ place: { range, intent, q } }: { place: DashboardPlace }) {
  const known = filterIntents().find(({ id }) => id === intent)?.words ?? capitalised(intentWords(intent as Intent));
  const parts = [rangeWords()[range], ...(intent === 'all' ? [] : [known]), ...(q ? [`“${q}”`] : [])];
  return <span className="wrap-anywhere">{parts.join(', ')}</span>;
}

/** What the range counts, in the charts' words, and a note if the charts count other days. */
export function RangeNote({
  place: { range },
  chartDays,
  onMove,
}: {
  place: DashboardPlace;
  /** The days chosen for the charts, as text; null if they count the range too. */
  chartDays: string | null;
  onMove: (change: Partial<DashboardPlace>) => void;
}) {
  const span = useStats(range).data?.span;
  return (
    <p className="min-h-6 max-w-prose text-muted-foreground text-sm tabular-nums">
      {span ? <CountedDays span={span} /> : null}
      {chartDays ? (
        <Text
          id="dashboard.analyticsShowsHere"
          values={{ chartDays, range: rangeWords()[range] }}
          tags={{ show: (words) => <TextButton onClick={() => onMove({ range })}>{words}</TextButton> }}
        />
      ) : null}
    </p>
  );
}
