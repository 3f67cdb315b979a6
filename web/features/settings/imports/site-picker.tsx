import { IMPORT_MAX_SITE_PAGES, type SitePages } from '@understudy/contract/imports';
import { useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Input, Label } from '../../../ui/field.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { FormAlert } from '../../../ui/states.tsx';

interface SitePickerProps {
  site: SitePages;
  isStarting: boolean;
  problem: string | null;
  onStart: (pages: string[]) => void;
  onBack: () => void;
}

/** An address without what all pages of a site share. */
function pathOf(page: string): string {
  const url = URL.parse(page);
  return url ? decode(url.pathname + url.search) : page;
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Chooses pages that a sitemap lists. */
export function SitePicker({ site, isStarting, problem, onStart, onBack }: SitePickerProps) {
  const id = useId();
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const shown = site.pages.filter((page) => pathOf(page).toLowerCase().includes(filter.trim().toLowerCase()));
  const isFull = chosen.size >= IMPORT_MAX_SITE_PAGES;
  const toggle = (page: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(page);
    else next.delete(page);
    setChosen(next);
  };
  const rest = shown.filter((page) => !chosen.has(page)).slice(0, IMPORT_MAX_SITE_PAGES - chosen.size);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.size > 0 && !isStarting) onStart(site.pages.filter((page) => chosen.has(page)));
      }}
    >
      <p className="wrap-anywhere font-medium">
        {site.total > site.pages.length
          ? t('imports.pagesShown', { shown: numberWords(site.pages.length), total: numberWords(site.total) })
          : t('imports.pagesFound', { count: site.total })}
        <span className="block font-normal text-muted-foreground text-sm">{site.sitemap}</span>
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <div className="min-w-40 flex-1 sm:max-w-72">
          <Label htmlFor={id}>{t('imports.pagesFilter')}</Label>
          <Input
            id={id}
            type="search"
            className="mt-1.5"
            placeholder={t('imports.pagesFilterPlaceholder')}
            autoComplete="off"
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
          />
        </div>
        <Button variant="outline" disabled={rest.length === 0} onClick={() => setChosen(new Set([...chosen, ...rest]))}>
          {t('imports.pagesAll', { count: rest.length })}
        </Button>
        <Button variant="ghost" disabled={chosen.size === 0} onClick={() => setChosen(new Set())}>
          {t('imports.pagesClear')}
        </Button>
      </div>
      <ul className="mt-4 max-h-96 divide-y overflow-y-auto rounded-md border">
        {shown.map((page) => (
          <li key={page}>
            <label htmlFor={`${id}-${page}`} className="flex min-h-11 items-center gap-3 px-3 py-2 hover:bg-muted">
              <Checkbox
                id={`${id}-${page}`}
                checked={chosen.has(page)}
                disabled={isFull && !chosen.has(page)}
                onChange={({ target }) => toggle(page, target.checked)}
              />
              <span className="wrap-anywhere min-w-0">{pathOf(page)}</span>
            </label>
          </li>
        ))}
        {shown.length === 0 ? (
          <li className="px-3 py-3 text-muted-foreground text-sm">{t('imports.pagesNone')}</li>
        ) : null}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={chosen.size === 0} aria-disabled={isStarting}>
          {isStarting ? t('imports.starting') : t('imports.importPages', { count: chosen.size })}
        </Button>
        <Button variant="ghost" onClick={onBack}>
          {t('imports.otherAddress')}
        </Button>
        <p aria-live="polite" className="text-muted-foreground text-sm">
          {t('imports.pagesChosen', { chosen: chosen.size, most: IMPORT_MAX_SITE_PAGES })}
        </p>
      </div>
      {problem ? (
        <div className="mt-4">
          <FormAlert>{problem}</FormAlert>
        </div>
      ) : null}
    </form>
  );
}
