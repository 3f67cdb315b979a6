import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TwinRenamePreview, TwinTexts, TwinTextsSaved } from '@understudy/contract/twin-texts';
import { type FormEvent, useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import { TEXT_PREFIX } from '../drafts.ts';
import { useDrafts, useRefusal, useSettingsPage } from '../settings-context.tsx';
import { changeWords, DiffView } from './diff-view.tsx';
import { textName } from './texts.ts';

type Consultant = TwinTexts['consultant'];
/** A saved change, and how to undo it. */
interface Saved {
  words: string;
  undo: TwinTextsSaved['saved'][number] | null;
}

/** The consultant's name, with the action that changes it in every text. */
export function Rename({ consultant }: { consultant: Consultant }) {
  const { calls } = useSettingsPage();
  const refusal = useRefusal('admin');
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  const refresh = () => {
    // A text opened next must not briefly show its old version.
    cache.removeQueries({ queryKey: keys.texts, type: 'inactive' });
    return Promise.all([
      cache.invalidateQueries({ queryKey: keys.texts }),
      cache.invalidateQueries({ queryKey: keys.settings }),
    ]);
  };
  const undo = useMutation({
    mutationFn: (change: NonNullable<Saved['undo']>) => calls.change<TwinTextsSaved>('POST', 'twin/undo', change),
    onSuccess: async () => {
      await refresh();
      setSaved({ words: t('twin.renameUndone'), undo: null });
    },
  });
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0">
          <span className="text-muted-foreground text-sm">{t('twin.theTwinSpeaksFor')}</span>
          <span className="wrap-anywhere block font-medium">{consultant.name}</span>
          <span className="wrap-anywhere block text-muted-foreground text-sm">
            {consultant.first_name}, {consultant.email}
          </span>
        </p>
        {isOpen ? null : (
          <Button
            variant="outline"
            disabled={refusal !== null}
            onClick={() => {
              setOpen(true);
              setSaved(null);
              undo.reset();
            }}
          >
            {t('twin.rename')}
          </Button>
        )}
      </div>
      {isOpen ? (
        <RenameForm
          consultant={consultant}
          onClose={() => setOpen(false)}
          onRenamed={async (name, [first]) => {
            await refresh();
            setOpen(false);
            setSaved({ words: t('twin.theTwinNowSpeaksFor', { name }), undo: first ?? null });
          }}
        />
      ) : null}
      <div aria-live="polite" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm empty:hidden">
        {saved ? (
          <>
            <p className="text-success-text">{t('twin.openPagesShowItAfter', { words: saved.words })}</p>
            {saved.undo ? (
              <Button
                variant="outline"
                size="sm"
                aria-disabled={undo.isPending}
                onClick={() => saved.undo && !undo.isPending && undo.mutate(saved.undo)}
              >
                {t('twin.undoTheRename')}
              </Button>
            ) : null}
          </>
        ) : null}
        {undo.error ? <FormAlert>{sentenceOf(undo.error)}</FormAlert> : null}
      </div>
    </Card>
  );
}

interface RenameFormProps {
  consultant: Consultant;
  onClose: () => void;
  onRenamed: (name: string, saved: TwinTextsSaved['saved']) => Promise<void>;
}

function RenameForm({ consultant, onClose, onRenamed }: RenameFormProps) {
  const { calls } = useSettingsPage();
  const id = useId();
  const [to, setTo] = useState(consultant);
  const drafts = [...useDrafts().keys()].filter((key) => key.startsWith(TEXT_PREFIX)).length;
  const preview = useMutation({
    mutationFn: () => calls.change<TwinRenamePreview>('POST', 'twin/rename/preview', to),
  });
  const rename = useMutation({
    mutationFn: ({ texts }: TwinRenamePreview) => {
      const versions = Object.fromEntries(texts.map(({ file, version }) => [file, version]));
      return calls.change<TwinTextsSaved>('POST', 'twin/rename', { ...to, versions });
    },
    onSuccess: ({ saved }) => onRenamed(to.name.trim(), saved),
  });
  const failure = preview.error ?? rename.error;
  const change = (field: keyof Consultant) => ({
    id: `${id}-${field}`,
    className: 'mt-1.5',
    autoComplete: 'off',
    value: to[field],
    onChange: ({ target }: { target: { value: string } }) => {
      setTo({ ...to, [field]: target.value });
      preview.reset();
      rename.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.reset();
    if (!preview.isPending) preview.mutate();
  };
  return (
    <form noValidate aria-label={t('twin.renameTheTwin')} className="mt-5 border-t pt-5" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <div>
          <Label htmlFor={`${id}-name`}>{t('twin.fullName')}</Label>
          <Input {...change('name')} autoFocus />
        </div>
        <div>
          <Label htmlFor={`${id}-first_name`}>{t('twin.firstName')}</Label>
          <Input {...change('first_name')} />
        </div>
        <div className="sm:col-span-2">
          <Label htmlFor={`${id}-email`}>{t('twin.contactAddress')}</Label>
          <Input {...change('email')} type="email" autoCapitalize="none" spellCheck={false} />
        </div>
      </div>
      {drafts > 0 ? <p className="mt-4 text-sm">{t('twin.unsavedChangesSaveOrDiscard', { count: drafts })}</p> : null}
      {failure ? (
        <div className="mt-4">
          <FormAlert>{sentenceOf(failure)}</FormAlert>
        </div>
      ) : null}
      {preview.data ? <Preview preview={preview.data} /> : null}
      <div className="mt-5 flex flex-wrap gap-3">
        {preview.data && preview.data.texts.length > 0 && preview.data.problem === null ? (
          <Button
            disabled={drafts > 0}
            aria-disabled={rename.isPending}
            onClick={() => preview.data && !rename.isPending && rename.mutate(preview.data)}
          >
            {rename.isPending ? t('twin.renaming') : t('twin.renameNow')}
          </Button>
        ) : (
          <Button type="submit" aria-disabled={preview.isPending}>
            {preview.isPending ? t('twin.looking') : t('twin.previewTheChanges')}
          </Button>
        )}
        <Button variant="ghost" onClick={onClose}>
          {t('twin.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Each text before and after, what stays unchanged, and any problem. */
function Preview({ preview: { texts, offers, left, problem } }: { preview: TwinRenamePreview }) {
  const { modes } = useSettingsPage();
  if (texts.length === 0) return <p className="mt-4 text-sm">{t('twin.thisIsAlreadyTheName')}</p>;
  return (
    <section aria-label={t('twin.whatTheRenameChanges')} className="mt-5 space-y-4 text-sm">
      {problem ? <FormAlert>{problem}</FormAlert> : null}
      <p className="max-w-measure">{t('twin.textsWouldChange', { count: texts.length })}</p>
      <ul className="divide-y border-y">
        {texts.map(({ file, before, after }) => (
          <li key={file}>
            <details>
              <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 py-2">
                <span className="font-medium underline underline-offset-4">{textName(file, modes)}</span>
                <span className="wrap-anywhere text-muted-foreground">{changeWords(before, after)}</span>
              </summary>
              <div className="pb-3">
                <DiffView before={before} after={after} label={t('twin.changesOf', { file })} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      {offers.length > 0 ? (
        <div>
          <p className="font-medium">{t('twin.offersInTheChat')}</p>
          <ul className="mt-1 space-y-1">
            {offers.map(({ before, after }) => (
              <li key={before}>
                <del>{before}</del> <ins className="ml-2 no-underline">{after}</ins>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {left.length > 0 ? (
        <div>
          <p className="font-medium">{t('twin.notChangedCheckWhetherThese')}</p>
          <ul className="mt-1 space-y-1 text-muted-foreground">
            {left.map(({ file, line, text }) => (
              <li key={`${file}:${line}`} className="wrap-anywhere">
                {t('twin.line', { file, line, text })}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}
