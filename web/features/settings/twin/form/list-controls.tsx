import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { Input, Textarea } from '../../../../ui/field.tsx';
import { capitalised } from '../../../../ui/id-words.ts';
import { controlId, isWithin, useForm, useProblem } from './form-context.ts';
import { type ControlProps, Problem, shownText } from './row.tsx';
import { type Path, valueAt } from './yaml-edit.ts';

/** A list with one item in another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), items[from] as Item, ...rest.slice(to)];
}

interface ItemButtonsProps {
  /** Names the item to screen readers. */
  name: string;
  at: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
  className?: string;
}

/** Moves or removes an item of a list: on a phone below it, with a word. */
export function ItemButtons({ name, at, count, onMove, onRemove, className }: ItemButtonsProps) {
  const { isReadOnly } = useForm();
  if (isReadOnly) return null;
  const button = (label: string, icon: ReactNode, isOff: boolean, onClick: () => void) => (
    <Button variant="ghost" size="icon" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      {icon}
    </Button>
  );
  return (
    <div className={cn('flex shrink-0 text-muted-foreground max-sm:-mx-3', className)}>
      {button(t('twinForm.moveUp', { name }), <ChevronUp aria-hidden />, at === 0, () => onMove(at - 1))}
      {button(t('twinForm.moveDown', { name }), <ChevronDown aria-hidden />, at === count - 1, () => onMove(at + 1))}
      <RemoveButton name={name} onRemove={onRemove} />
    </div>
  );
}

/** Removes an item: a word on a phone, a sign elsewhere. */
function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  const label = t('twinForm.remove', { name });
  return (
    <Button
      variant="ghost"
      aria-label={label}
      title={label}
      className="px-3 text-muted-foreground text-sm max-sm:ml-auto sm:w-11 sm:px-0"
      onClick={onRemove}
    >
      <Trash2 aria-hidden />
      <span className="sm:hidden">{t('setup.removeShort')}</span>
    </Button>
  );
}

/** What frames a list: its name, its hint and its problem. */
export function List({
  field,
  path,
  children,
}: Pick<ControlProps<'lines' | 'groups' | 'pairs'>, 'field' | 'path'> & { children: ReactNode }) {
  const { problem } = useForm();
  const id = controlId(path);
  const isOwn = problem !== null && problem.path.length === path.length && isWithin(problem.path, path);
  return (
    <fieldset id={id} tabIndex={-1} className="min-w-0 outline-none">
      <legend className={field.isLabelHidden ? 'sr-only' : 'mb-1.5 font-medium text-sm'}>
        {field.label}
        {field.isOptional ? <span className="font-normal text-muted-foreground"> {t('twinForm.optional')}</span> : null}
      </legend>
      {field.hint ? <p className="mb-2 text-muted-foreground text-sm">{field.hint}</p> : null}
      {children}
      <Problem id={id} problem={isOwn ? problem.message : null} />
    </fieldset>
  );
}

export function AddButton({ item, onAdd }: { item: string; onAdd: () => void }) {
  const { isReadOnly } = useForm();
  return (
    <Button variant="outline" size="sm" className="mt-3 min-h-11" disabled={isReadOnly} onClick={onAdd}>
      <Plus aria-hidden />
      {t('twinForm.add', { item })}
    </Button>
  );
}

/** Texts in an order. Enter adds one below; one that is empty is not written. */
export function LinesControl({ field, path }: ControlProps<'lines'>) {
  const { fields, set } = useForm();
  const value = valueAt(fields, path);
  return (
    <List field={field} path={path}>
      <Lines
        path={path}
        item={field.item}
        lines={Array.isArray(value) ? value.map(shownText) : []}
        onChange={(lines) => set(path, lines.length === 0 && field.isOptional ? undefined : lines)}
      />
    </List>
  );
}

interface LinesProps {
  path: Path;
  item: string;
  lines: readonly string[];
  onChange: (lines: string[]) => void;
}

/** The lines themselves, with those that are still empty. */
export function Lines({ path, item, lines, onChange }: LinesProps) {
  const { isReadOnly } = useForm();
  const [rows, setRows] = useState<readonly string[]>(lines);
  const [focused, setFocused] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const isWritten = (line: string) => line.trim() !== '';
  // Somebody else's change, an undo or another version.
  const shown = JSON.stringify(rows.filter(isWritten)) === JSON.stringify(lines) ? rows : lines;
  useEffect(() => {
    if (focused === null) return;
    list.current?.querySelectorAll('textarea')[focused]?.focus();
    setFocused(null);
  }, [focused]);
  const change = (next: readonly string[]) => {
    setRows(next);
    const written = next.filter(isWritten);
    if (JSON.stringify(written) !== JSON.stringify(lines)) onChange(written);
  };
  const add = (at: number) => {
    change([...shown.slice(0, at), '', ...shown.slice(at)]);
    setFocused(at);
  };
  const remove = (at: number) => {
    change(shown.filter((_, one) => one !== at));
    if (shown.length > 1) setFocused(Math.max(0, at - 1));
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      add(at + 1);
    } else if (event.key === 'Backspace' && shown[at] === '') {
      event.preventDefault();
      remove(at);
    }
  };
  const placeOf = (at: number) => [...path, shown.slice(0, at).filter(isWritten).length];
  return (
    <>
      <ol ref={list} className="space-y-2">
        {shown.map((line, at) => (
          <LineRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands in its place
            key={at}
            path={placeOf(at)}
            name={t('twinForm.itemNumber', { item, number: at + 1 })}
            line={line}
            isReadOnly={isReadOnly}
            onChange={(typed) => change(shown.map((one, place) => (place === at ? typed : one)))}
            onKey={(event) => onKey(event, at)}
            buttons={(name) => (
              <ItemButtons
                name={name}
                at={at}
                count={shown.length}
                onMove={(to) => change(moved(shown, at, to))}
                onRemove={() => remove(at)}
              />
            )}
          />
        ))}
      </ol>
      <AddButton item={item} onAdd={() => add(shown.length)} />
    </>
  );
}

interface LineRowProps {
  path: Path;
  name: string;
  line: string;
  isReadOnly: boolean;
  onChange: (typed: string) => void;
  onKey: (event: KeyboardEvent) => void;
  buttons: (name: string) => ReactNode;
}

function LineRow({ path, name, line, isReadOnly, onChange, onKey, buttons }: LineRowProps) {
  const problem = useProblem(path);
  const id = controlId(path);
  return (
    <li className="max-sm:rounded-lg max-sm:border max-sm:px-3 max-sm:pt-2.5 max-sm:pb-1">
      <p aria-hidden className="text-muted-foreground text-sm sm:hidden">
        {capitalised(name)}
      </p>
      <div className="flex items-start gap-1 max-sm:mt-1 max-sm:flex-col max-sm:items-stretch">
        <Textarea
          id={id}
          rows={1}
          aria-label={name}
          aria-invalid={problem && line !== '' ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          disabled={isReadOnly}
          value={line}
          onKeyDown={onKey}
          onChange={({ target }) => onChange(target.value)}
        />
        {buttons(name)}
      </div>
      <Problem id={id} problem={line === '' ? null : problem} />
    </li>
  );
}

/** Names with another name or none: models with what took their place. */
export function PairsControl({ field, path }: ControlProps<'pairs'>) {
  const { fields, set, isReadOnly } = useForm();
  const value = valueAt(fields, path);
  const pairs = Object.entries(typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});
  const [fresh, setFresh] = useState('');
  const id = controlId([...path, 'new']);
  const canAdd = fresh.trim() !== '' && !pairs.some(([key]) => key === fresh.trim());
  const add = () => {
    if (!canAdd) return;
    set([...path, fresh.trim()], null);
    setFresh('');
  };
  return (
    <List field={field} path={path}>
      <ul className="space-y-2">
        {pairs.map(([key, successor]) => (
          <PairRow
            key={key}
            name={key}
            successor={shownText(successor)}
            path={[...path, key]}
            label={field.valueLabel}
          />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Input
          id={id}
          aria-label={t('twinForm.add', { item: field.keyLabel })}
          placeholder={field.keyLabel}
          autoComplete="off"
          spellCheck={false}
          className="max-w-80"
          disabled={isReadOnly}
          value={fresh}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          onChange={({ target }) => setFresh(target.value)}
        />
        <Button variant="outline" disabled={isReadOnly || !canAdd} onClick={add}>
          <Plus aria-hidden />
          {t('twinForm.add', { item: field.keyLabel })}
        </Button>
      </div>
    </List>
  );
}

function PairRow({ name, successor, path, label }: { name: string; successor: string; path: Path; label: string }) {
  const { set, isReadOnly } = useForm();
  const problem = useProblem(path);
  const id = controlId(path);
  return (
    <li className="max-sm:rounded-lg max-sm:border max-sm:px-3 max-sm:pt-2.5 max-sm:pb-1">
      <div className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[1fr_1fr_auto]">
        <span className="wrap-anywhere min-w-0">{name}</span>
        <Input
          id={id}
          aria-label={`${label}: ${name}`}
          placeholder={t('twinForm.stillServed')}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          disabled={isReadOnly}
          value={successor}
          onChange={({ target }) => set(path, target.value.trim() === '' ? null : target.value)}
        />
        {isReadOnly ? null : <RemoveButton name={name} onRemove={() => set(path, undefined)} />}
      </div>
      <Problem id={id} problem={problem} />
    </li>
  );
}
