import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPreview,
  type SettingsAnswer,
} from '@understudy/contract/settings';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { plainDay } from '../../../ui/dates.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input, Select } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { countOf, kindAbout, kindWords, rowsOf, shortened, wholeCount } from '../group-forms.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { type Confirm, FieldRow, type GroupEdit, GroupSection } from './group-section.tsx';

interface Question {
  kinds: RetentionKind[];
  preview: RetentionPreview;
  answer: (isSure: boolean) => void;
}

/** Retention of each kind of data. */
export function RetentionSection() {
  const { calls } = useSettingsPage();
  const [question, setQuestion] = useState<Question | null>(null);
  const confirm: Confirm<'retention'> = async (before, after) => {
    // If the old value is unreadable, any kind may have been shortened.
    const kinds = before.unreadable ? [...RETENTION_KINDS] : shortened(before.value, after);
    if (kinds.length === 0) return {};
    const preview = await calls.change<RetentionPreview>('POST', 'settings/retention/preview', { value: after });
    const isSure = await new Promise<boolean>((answer) => setQuestion({ kinds, preview, answer }));
    setQuestion(null);
    return isSure ? { confirm_rows: rowsOf(preview) } : null;
  };
  return (
    <>
      <GroupSection group="retention" confirm={confirm} introduction={t('settings.olderDataIsDeletedEvery')}>
        {(edit, answer) => (
          <>
            <Held held={answer.retention_held} />
            <Card>
              <ul className="divide-y">
                {RETENTION_KINDS.map((kind) => (
                  <KindRow key={kind} kind={kind} edit={edit} />
                ))}
              </ul>
            </Card>
          </>
        )}
      </GroupSection>
      {question ? (
        <RetentionDialog
          kinds={question.kinds}
          preview={question.preview}
          onAnswer={(isSure) => question.answer(isSure)}
        />
      ) : null}
    </>
  );
}

function KindRow({
  kind,
  edit: { form, set, problems, setting },
}: {
  kind: RetentionKind;
  edit: GroupEdit<'retention'>;
}) {
  const { forever, days } = form[kind];
  const put = (change: Partial<typeof form.leads>) => set({ ...form, [kind]: { ...form[kind], ...change } });
  const usual = setting.usual[kind];
  return (
    <li className="grid items-start gap-x-6 gap-y-2 px-4 py-4 sm:grid-cols-[1fr_16rem] sm:px-5">
      <div className="min-w-0">
        <p className="font-medium">{kindWords()[kind]}</p>
        <p className="text-muted-foreground text-sm">
          {t('settings.default', { about: kindAbout()[kind], days: usual ?? 0 })}
        </p>
      </div>
      <div className="flex items-start gap-2">
        <Select
          aria-label={t('settings.keptFor', { kind: kindWords()[kind] })}
          className="min-w-0 flex-1"
          value={forever ? 'forever' : 'days'}
          onChange={({ target }) => put({ forever: target.value === 'forever' })}
        >
          <option value="days">{t('settings.forDays')}</option>
          <option value="forever">{t('settings.forever')}</option>
        </Select>
        {forever ? null : (
          <FieldRow
            group="retention"
            field={kind}
            label={t('settings.keptDays', { kind: kindWords()[kind] })}
            isLabelHidden
            problems={problems}
            className="w-24"
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                className="text-right tabular-nums"
                value={days}
                onChange={({ target }) => put({ days: target.value })}
              />
            )}
          </FieldRow>
        )}
      </div>
    </li>
  );
}

/** The clock jumped ahead, so nothing is deleted until somebody confirms it. */
function Held({ held }: { held: SettingsAnswer['retention_held'] }) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const refusal = useRefusal('owner');
  const confirm = useMutation({
    mutationFn: () => calls.change<unknown>('POST', 'settings/retention/confirm-clock', {}),
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.settings }),
  });
  if (!held) return null;
  return (
    <div className="mb-6 rounded-md border border-destructive-text p-4 text-sm">
      <p className="max-w-measure">
        <Text
          id="settings.deletionIsPaused"
          values={{ count: held.rows }}
          tags={{
            last: () => <When at={held.last_run_at} />,
            day: () => <time dateTime={held.deletes_at}>{plainDay(held.deletes_at)}</time>,
          }}
        />
      </p>
      <Button
        variant="outline"
        size="sm"
        className="mt-3 min-h-11"
        disabled={refusal !== null}
        aria-disabled={confirm.isPending}
        onClick={() => !confirm.isPending && confirm.mutate()}
      >
        {confirm.isPending ? t('settings.confirming') : t('settings.theClockIsRightDelete')}
      </Button>
      {refusal ? <p className="mt-2 text-muted-foreground">{refusal}</p> : null}
      {confirm.error ? <FormAlert>{sentenceOf(confirm.error)}</FormAlert> : null}
    </div>
  );
}

interface RetentionDialogProps {
  /** Kinds whose retention would be shortened. */
  kinds: readonly RetentionKind[];
  preview: RetentionPreview;
  onAnswer: (isSure: boolean) => void;
}

/** Shows what a shorter retention would delete before it takes effect. */
function RetentionDialog({ kinds, preview, onAnswer }: RetentionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const total = rowsOf(preview);
  // Rows due under another kind's unchanged retention are counted too, since the same run deletes them.
  const told = (Object.keys(preview) as RetentionKind[]).filter((kind) => preview[kind] > 0 || kinds.includes(kind));
  const close = (sure: boolean) => dialog.current?.close(sure ? 'sure' : '');
  return (
    <Dialog
      title={total > 0 ? t('settings.deleteNow', { what: wholeCount(preview) }) : t('settings.keepItForAShorter')}
      dialog={dialog}
      onClose={() => onAnswer(dialog.current?.returnValue === 'sure')}
    >
      <p className="text-muted-foreground">
        {total > 0 ? t('settings.theNextRunDeletesEverything') : t('settings.nothingIsThatOldYet')}
      </p>
      <ul className="mt-4 divide-y border-y">
        {told.map((kind) => (
          <li key={kind} className="flex justify-between gap-4 py-2">
            <span>{kindWords()[kind]}</span>
            <span className="tabular-nums">{countOf(kind, preview[kind])}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => close(false)}>
          {t('settings.cancel')}
        </Button>
        <Button variant={total > 0 ? 'destructive' : 'primary'} onClick={() => close(true)}>
          {total > 0 ? t('settings.saveAndDelete', { what: wholeCount(preview) }) : t('settings.save')}
        </Button>
      </div>
    </Dialog>
  );
}
