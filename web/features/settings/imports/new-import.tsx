import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IMPORT_FILE_MAX_BYTES, type KnowledgeImport, type SitePages } from '@understudy/contract/imports';
import { FileUp } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cn } from '../../../ui/cn.ts';
import { Input, Label, Textarea } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { SitePicker } from './site-picker.tsx';

const SOURCES = ['page', 'file', 'text'] as const;
type Source = (typeof SOURCES)[number];

interface QuietProps {
  /** Whether the page has another main action. */
  isQuiet: boolean;
}

/** Chooses what to import, starts it, and opens it. */
export function NewImport({ isQuiet }: QuietProps) {
  const name = useId();
  const [source, setSource] = useState<Source>('page');
  return (
    <Card className="p-4 sm:p-5">
      <fieldset>
        <legend className="font-medium">{t('imports.chooseSource')}</legend>
        <div className="mt-2 grid grid-cols-3 gap-2 sm:max-w-md">
          {SOURCES.map((one) => (
            <label key={one} className="import-source">
              <input
                type="radio"
                className="sr-only"
                name={name}
                checked={source === one}
                onChange={() => setSource(one)}
              />
              {t(`imports.sources.${one}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-5">
        {source === 'file' ? (
          <FromFile isQuiet={isQuiet} />
        ) : source === 'page' ? (
          <FromWebsite isQuiet={isQuiet} />
        ) : (
          <FromText isQuiet={isQuiet} />
        )}
      </div>
    </Card>
  );
}

/** Opens an import that was just started. */
function useOpen(): (started: KnowledgeImport) => void {
  const { go } = useSettingsPage();
  const cache = useQueryClient();
  return (started) => {
    cache.setQueryData(keys.import(started.id), started);
    void cache.invalidateQueries({ queryKey: keys.imports, exact: true });
    go({ section: 'imports', file: null, importId: started.id });
  };
}

function useStart() {
  const { calls } = useSettingsPage();
  const open = useOpen();
  return useMutation({
    mutationFn: (body: object) => calls.change<KnowledgeImport>('POST', 'imports', body),
    onSuccess: open,
  });
}

const variantOf = ({ isQuiet }: QuietProps) => (isQuiet ? 'outline' : 'primary');

function FromFile(quiet: QuietProps) {
  const { calls } = useSettingsPage();
  const open = useOpen();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn(file: File) {
      stop.current = new AbortController();
      return calls.upload<KnowledgeImport>('imports/file', { name: file.name }, file, stop.current.signal);
    },
    onSuccess: open,
    onError: (error) => setProblem(stop.current?.signal.aborted ? null : sentenceOf(error)),
  });
  const take = (files: FileList | null): void => {
    const [file, second] = files ?? [];
    if (!file || upload.isPending) return;
    const found = second ? t('imports.fileOne') : file.size > IMPORT_FILE_MAX_BYTES ? t('imports.fileTooLarge') : null;
    setProblem(found);
    if (!found) upload.mutate(file);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard */}
      <div
        className={cn('import-drop', isOver && 'is-over')}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        {upload.isPending ? (
          <div className="w-full max-w-sm" role="status">
            <p className="wrap-anywhere">{t('imports.uploading', { name: upload.variables.name })}</p>
            <progress
              className="import-progress mt-3"
              aria-label={t('imports.uploading', { name: upload.variables.name })}
            />
            <Button variant="outline" size="sm" className="mt-3 min-h-11" onClick={() => stop.current?.abort()}>
              {t('imports.stopUpload')}
            </Button>
          </div>
        ) : (
          <>
            <FileUp aria-hidden className="size-7 text-muted-foreground" />
            <p className="max-sm:hidden">{isOver ? t('imports.fileDropNow') : t('imports.fileDrop')}</p>
            <Button variant={variantOf(quiet)} onClick={() => input.current?.click()}>
              {t('imports.fileChoose')}
            </Button>
          </>
        )}
        <input
          ref={input}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('imports.fileChoose')}
          accept=".pdf,.docx,.md,.markdown,.txt,.html,.htm,application/pdf,text/*"
          onChange={({ target }) => {
            take(target.files);
            target.value = '';
          }}
        />
      </div>
      <p className="mt-2 text-muted-foreground text-sm">{t('imports.fileHint')}</p>
      <Problem>{problem}</Problem>
    </div>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return children ? (
    <div className="mt-4">
      <FormAlert>{children}</FormAlert>
    </div>
  ) : null;
}

function FromWebsite(quiet: QuietProps) {
  const { calls } = useSettingsPage();
  const id = useId();
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const start = useStart();
  const find = useMutation({
    mutationFn: () => calls.change<SitePages>('POST', 'imports/site-pages', { url }),
  });
  const isBusy = start.isPending || find.isPending;
  const begin = (act: () => void) => {
    start.reset();
    find.reset();
    setProblem(url.trim() === '' ? t('imports.missingUrl') : null);
    if (url.trim() === '') document.getElementById(id)?.focus();
    else if (!isBusy) act();
  };
  if (find.data) {
    return (
      <SitePicker
        site={find.data}
        isStarting={start.isPending}
        problem={start.error ? sentenceOf(start.error) : null}
        onStart={(pages) => start.mutate({ kind: 'site', url: find.data.sitemap, pages })}
        onBack={() => {
          find.reset();
          start.reset();
        }}
      />
    );
  }
  const failure = start.error ?? find.error;
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        begin(() => start.mutate({ kind: 'page', url }));
      }}
    >
      <Label htmlFor={id}>{t('imports.url')}</Label>
      <Input
        id={id}
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        className="mt-1.5"
        placeholder={t('imports.urlPlaceholder')}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem ? true : undefined}
        value={url}
        onChange={({ target }) => {
          setUrl(target.value);
          setProblem(null);
        }}
      />
      <p
        id={`${id}-hint`}
        className={cn('mt-1.5 text-sm', problem ? 'text-destructive-text' : 'text-muted-foreground')}
      >
        {problem ?? t('imports.urlHint')}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" variant={variantOf(quiet)} aria-disabled={isBusy}>
          {start.isPending ? t('imports.starting') : t('imports.importPage')}
        </Button>
        <Button variant="outline" aria-disabled={isBusy} onClick={() => begin(() => find.mutate())}>
          {find.isPending ? t('imports.findingPages') : t('imports.findPages')}
        </Button>
      </div>
      <Problem>{failure ? sentenceOf(failure) : null}</Problem>
    </form>
  );
}

function FromText(quiet: QuietProps) {
  const id = useId();
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const start = useStart();
  const missing = {
    title: isTried && title.trim() === '' ? t('imports.missingTitle') : null,
    text: isTried && text.trim() === '' ? t('imports.missingText') : null,
  };
  const hint = (field: 'title' | 'text', words: string) => (
    <p
      id={`${id}-${field}-hint`}
      className={cn('mt-1.5 text-sm', missing[field] ? 'text-destructive-text' : 'text-muted-foreground')}
    >
      {missing[field] ?? words}
    </p>
  );
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        const first = title.trim() === '' ? 'title' : text.trim() === '' ? 'text' : null;
        if (first) document.getElementById(`${id}-${first}`)?.focus();
        else if (!start.isPending) start.mutate({ kind: 'text', title, text });
      }}
    >
      <div>
        <Label htmlFor={`${id}-title`}>{t('imports.title')}</Label>
        <Input
          id={`${id}-title`}
          className="mt-1.5 max-w-md"
          autoComplete="off"
          maxLength={200}
          placeholder={t('imports.titlePlaceholder')}
          aria-describedby={`${id}-title-hint`}
          aria-invalid={missing.title ? true : undefined}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        {hint('title', t('imports.titleHint'))}
      </div>
      <div>
        <Label htmlFor={`${id}-text`}>{t('imports.text')}</Label>
        <Textarea
          id={`${id}-text`}
          rows={8}
          className="mt-1.5 max-h-96 min-h-44 overflow-y-auto"
          aria-describedby={`${id}-text-hint`}
          aria-invalid={missing.text ? true : undefined}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {hint('text', t('imports.textHint'))}
      </div>
      <Button type="submit" variant={variantOf(quiet)} aria-disabled={start.isPending}>
        {start.isPending ? t('imports.starting') : t('imports.importText')}
      </Button>
      <Problem>{start.error ? sentenceOf(start.error) : null}</Problem>
    </form>
  );
}
