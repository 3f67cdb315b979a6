import { PRIORITY_LIST_SIZE } from '@understudy/contract/constants';
import {
  EXPORT_FORMATS,
  EXPORT_PRESETS,
  type ExportFormat,
  type ExportPreset,
} from '@understudy/contract/export-formats';
import { useId, useRef, useState } from 'react';
import { type DownloadState, formatWords, progressWords, useDownload } from '../../../platform/download.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, Label, Select } from '../../../ui/field.tsx';
import { useAdminClient } from '../api/admin-client.tsx';
import { useSessions } from '../api/queries.ts';
import { type DashboardPlace, filterParams } from '../search.ts';
import { sessionCount } from '../session-words.ts';
import { FilterWords } from './filters.tsx';

const presetWords = (): Record<ExportPreset, string> => ({
  plain: t('dashboard.defaultColumns'),
  hubspot: 'HubSpot',
  salesforce: t('dashboard.salesforce'),
  pipedrive: t('dashboard.pipedrive'),
});

/** 'Export Data': the sessions of the current filter as a file. */
export function ExportDialog({ place, onClose }: { place: DashboardPlace; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [preset, setPreset] = useState<ExportPreset>('plain');
  const [transcripts, setTranscripts] = useState(false);
  const { data } = useSessions({ ...place, cursor: null }, PRIORITY_LIST_SIZE);
  const { state, start, cancel } = useDownload(useAdminClient(), 'export');
  const id = useId();
  const isRunning = state.is === 'running';
  // A CRM import would treat each transcript row as a lead.
  const hasPreset = format === 'csv' && !transcripts;
  const begin = () => {
    const name = `sessions-${place.range}-${new Date().toISOString().slice(0, 10)}`;
    const columns = hasPreset ? { preset } : {};
    const said = transcripts ? { transcripts: 'yes' } : {};
    return start(name, format, { ...filterParams(place), sort: place.sort, ...columns, ...said });
  };
  return (
    <Dialog title={t('dashboard.exportData')} dialog={dialog} hasCross onClose={onClose}>
      <p className="text-muted-foreground">
        {data ? `${sessionCount(data.total, data.total_is_more)}: ` : ''}
        <FilterWords place={place} />
      </p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <div>
          <Label htmlFor={`${id}-format`}>{t('dashboard.format')}</Label>
          <Select
            id={`${id}-format`}
            className="mt-1"
            value={format}
            disabled={isRunning}
            onChange={({ target }) => setFormat(target.value as ExportFormat)}
          >
            {EXPORT_FORMATS.map((one) => (
              <option key={one} value={one}>
                {formatWords(one)}
              </option>
            ))}
          </Select>
        </div>
        <div>
          <Label htmlFor={`${id}-preset`}>{t('dashboard.columnNames')}</Label>
          <Select
            id={`${id}-preset`}
            className="mt-1"
            value={hasPreset ? preset : 'plain'}
            disabled={isRunning || !hasPreset}
            onChange={({ target }) => setPreset(target.value as ExportPreset)}
          >
            {EXPORT_PRESETS.map((one) => (
              <option key={one} value={one}>
                {presetWords()[one]}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <label htmlFor={`${id}-transcripts`} className="mt-4 flex min-h-11 items-start gap-3">
        <Checkbox
          id={`${id}-transcripts`}
          className="mt-0.5"
          checked={transcripts}
          disabled={isRunning}
          onChange={({ target }) => setTranscripts(target.checked)}
        />
        <span>
          {t('dashboard.withTranscripts')}
          <span className="block text-muted-foreground text-sm">
            {format === 'csv' ? t('dashboard.oneRowForEachMessage') : t('dashboard.eachSessionHoldsItsMessages')}
          </span>
        </span>
      </label>
      <DownloadProgress
        state={state}
        total={data && !data.total_is_more && (format !== 'csv' || !transcripts) ? data.total : null}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {isRunning ? (
          <Button variant="outline" onClick={cancel}>
            {t('dashboard.cancel')}
          </Button>
        ) : (
          <>
            <Button variant="outline" onClick={() => dialog.current?.close()}>
              {t('dashboard.close')}
            </Button>
            <Button onClick={() => void begin()}>
              {state.is === 'failed' ? t('dashboard.tryAgain') : t('dashboard.export')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Progress and result of the download. */
function DownloadProgress({ state, total }: { state: DownloadState; total: number | null }) {
  if (state.is === 'idle') return null;
  if (state.is === 'failed') {
    return (
      <p role="alert" className="mt-5 text-destructive-text">
        {t('dashboard.theExportFailed', { error: sentenceOf(state.error) })}
      </p>
    );
  }
  const isDone = state.is === 'done';
  return (
    <div className="mt-5">
      <progress
        aria-label={t('dashboard.export')}
        className="confidence"
        max={Math.max(1, total ?? 1)}
        value={isDone ? Math.max(1, total ?? 1) : total === null ? undefined : Math.min(state.rows, total)}
      />
      <p role="status" className="mt-2 text-sm tabular-nums">
        {progressWords(state)}
      </p>
    </div>
  );
}
