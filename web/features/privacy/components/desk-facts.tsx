import { CORRECTION_MAX_CHARS, type DeskFact } from '@understudy/contract/privacy';
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import type { Desk } from '../desk.ts';

/** The facts about the visitor, each of which they can correct or take away. */
export function DeskFacts({ desk, facts }: { desk: Desk; facts: readonly DeskFact[] }) {
  return (
    <Card className="mt-6 p-5 sm:p-6">
      <h3 className="text-xl">{t('desk.facts')}</h3>
      <p className="mt-2 max-w-measure text-muted-foreground">{t('desk.factsBody')}</p>
      <dl className="mt-3 divide-y border-y">
        {facts.map((fact) => (
          <Fact key={fact.field} desk={desk} fact={fact} />
        ))}
      </dl>
    </Card>
  );
}

function Fact({ desk, fact }: { desk: Desk; fact: DeskFact }) {
  const { field, value, corrected } = fact;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    // The focus returns to the button from which the form was opened.
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const name = t(`desk.fact.${field}`);
  return (
    <div className="grid items-center gap-x-6 gap-y-1 py-3 sm:grid-cols-[9rem_1fr_auto]">
      <dt className="text-muted-foreground">{name}</dt>
      {isOpen ? (
        <dd className="sm:col-span-2">
          <Correction desk={desk} fact={fact} name={name} onDone={() => setOpen(false)} />
        </dd>
      ) : (
        <>
          <dd className="wrap-anywhere min-w-0">
            {value ?? <span className="text-muted-foreground">{t('desk.unknown')}</span>}
            {corrected ? <span className="ml-2 text-primary-text text-sm">{t('desk.byYou')}</span> : null}
          </dd>
          <dd>
            <Button
              ref={button}
              variant="outline"
              size="sm"
              aria-label={t('desk.labelOf', { label: t('desk.correct'), about: name })}
              onClick={() => setOpen(true)}
            >
              {t('desk.correct')}
            </Button>
          </dd>
        </>
      )}
    </div>
  );
}

function Correction({ desk, fact, name, onDone }: { desk: Desk; fact: DeskFact; name: string; onDone: () => void }) {
  const [words, setWords] = useState(fact.value ?? '');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const id = useId();
  const save = async (value: string | null) => {
    if (isBusy) return;
    setBusy(true);
    const problem = await desk.correct(fact.field, value);
    setBusy(false);
    setFailure(problem);
    if (problem === null) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim()) void save(words.trim());
  };
  return (
    <form onSubmit={submit} className="max-w-measure">
      <Label htmlFor={id} className="sr-only">
        {name}
      </Label>
      <Input
        id={id}
        type={fact.field === 'email' ? 'email' : fact.field === 'phone' ? 'tel' : 'text'}
        autoFocus
        required
        maxLength={CORRECTION_MAX_CHARS}
        value={words}
        disabled={isBusy}
        aria-invalid={failure ? true : undefined}
        aria-describedby={failure ? `${id}-failure` : undefined}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
        }}
      />
      {failure ? (
        <p id={`${id}-failure`} role="alert" className="mt-1.5 text-destructive-text text-sm">
          {failure}
        </p>
      ) : null}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button type="submit" size="sm" disabled={isBusy}>
          {t('desk.save')}
        </Button>
        {fact.value === null ? null : (
          <Button variant="outline" size="sm" disabled={isBusy} onClick={() => void save(null)}>
            {t('desk.removeFact')}
          </Button>
        )}
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={onDone}>
          {t('desk.cancel')}
        </Button>
      </div>
    </form>
  );
}
