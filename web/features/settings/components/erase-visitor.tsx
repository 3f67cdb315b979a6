import { useMutation } from '@tanstack/react-query';
import type { VisitorErasure } from '@understudy/contract/settings';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { counted } from '../../../ui/numbers.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { ErasureCounts } from './erasure-counts.tsx';
import { Danger, TypedConfirm } from './typed-confirm.tsx';

/** Erases all data about the visitors who left an address. */
export function EraseVisitor() {
  const { calls } = useSettingsPage();
  const id = useId();
  const [email, setEmail] = useState('');
  const preview = useMutation({
    mutationFn: () => calls.change<VisitorErasure>('POST', 'danger/erase-visitor/preview', { email: email.trim() }),
  });
  const erase = useMutation({
    mutationFn: (address: string) =>
      calls.change<VisitorErasure>('POST', 'danger/erase-visitor', { email: address, confirm: address }),
    onSuccess: () => preview.reset(),
  });
  const found = preview.data;
  const asked = found?.email ?? '';
  const failure = preview.error ?? erase.error;
  return (
    <Danger
      title="Erase a visitor"
      about={
        'Deletes everything stored about visitors who left this address: conversations, memories, leads, ' +
        'notes and action items.'
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          erase.reset();
          if (email.trim() !== '' && !preview.isPending) preview.mutate();
        }}
      >
        <Label htmlFor={id}>The visitor’s email address</Label>
        <div className="mt-1.5 flex flex-wrap gap-2">
          <Input
            id={id}
            type="email"
            className="max-w-80"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={({ target }) => {
              setEmail(target.value);
              preview.reset();
              erase.reset();
            }}
          />
          <Button type="submit" variant="outline" disabled={email.trim() === ''} aria-disabled={preview.isPending}>
            {preview.isPending ? 'Looking...' : 'Preview'}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="mt-4 text-sm empty:hidden">
        {failure ? <FormAlert>{sentenceOf(failure, 'The server cannot be reached.')}</FormAlert> : null}
        {found && found.total === 0 ? <p>Nothing is stored about this address.</p> : null}
        {found && found.total > 0 ? (
          <>
            <p>
              {found.visitors === 1 ? 'One visitor has' : `${found.visitors} visitors have`} left this address. This
              would be deleted:
            </p>
            <ErasureCounts counts={found.counts} className="max-w-80" />
          </>
        ) : null}
        {erase.data ? (
          <p className="text-success-text">
            Erased: {counted(erase.data.total, 'record')} about {erase.data.email}.
          </p>
        ) : null}
      </div>
      {found && found.total > 0 ? (
        <TypedConfirm
          key={asked}
          phrase={asked}
          button={`Erase ${counted(found.total, 'record')}`}
          isBusy={erase.isPending}
          onConfirm={() => erase.mutate(asked)}
        />
      ) : null}
    </Danger>
  );
}
