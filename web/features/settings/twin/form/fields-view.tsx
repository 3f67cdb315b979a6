import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../../platform/texts.ts';
import { cn } from '../../../../ui/cn.ts';
import {
  ChoiceControl,
  ChoicesControl,
  Color,
  Line,
  NumberControl,
  Paragraph,
  Slider,
  Switch,
  Words,
} from './controls.tsx';
import { type Field, placeOf } from './field-types.ts';
import { isWithin, useForm } from './form-context.ts';
import { AddButton, ItemButtons, LinesControl, List, moved, PairsControl } from './list-controls.tsx';
import { BrandColor, Named, Portrait } from './look-controls.tsx';
import { type ControlProps, shownText } from './row.tsx';
import { type FieldValue, type Path, valueAt } from './yaml-edit.ts';

/** Renders fields side by side where there is room. @param at the place of their group */
export function Fields({ fields, at }: { fields: readonly Field[]; at: Path }) {
  return (
    <div className="@container">
      <div className="grid @xl:grid-cols-2 gap-x-5 gap-y-5">
        {fields.map((field) => (
          <FieldControl key={field.at} field={field} path={placeOf(field, at)} />
        ))}
      </div>
    </div>
  );
}

function FieldControl({ field, path }: ControlProps) {
  const isWide = field.isWide || field.is === 'lines' || field.is === 'groups';
  return <div className={cn('min-w-0', isWide && '@xl:col-span-2')}>{control(field, path)}</div>;
}

/** The control of each kind of field. */
function control(field: Field, path: Path): ReactNode {
  switch (field.is) {
    case 'rename':
      return <Named field={field} path={path} />;
    case 'portrait':
      return <Portrait field={field} path={path} />;
    case 'brand_color':
      return <BrandColor field={field} path={path} />;
    case 'paragraph':
      return <Paragraph field={field} path={path} />;
    case 'words':
      return <Words field={field} path={path} />;
    case 'color':
      return <Color field={field} path={path} />;
    case 'switch':
      return <Switch field={field} path={path} />;
    case 'number':
      return <NumberControl field={field} path={path} />;
    case 'slider':
      return <Slider field={field} path={path} />;
    case 'choice':
      return <ChoiceControl field={field} path={path} />;
    case 'choices':
      return <ChoicesControl field={field} path={path} />;
    case 'lines':
      return <LinesControl field={field} path={path} />;
    case 'groups':
      return <GroupsControl field={field} path={path} />;
    case 'pairs':
      return <PairsControl field={field} path={path} />;
    default:
      return <Line field={field} path={path} />;
  }
}

type Item = { [key: string]: FieldValue };

/** Groups of fields in an order; one of them is open. */
function GroupsControl({ field, path }: ControlProps<'groups'>) {
  const { fields, set, problem } = useForm();
  const value = valueAt(fields, path);
  const items = (Array.isArray(value) ? value : []) as Item[];
  const [open, setOpen] = useState<number | null>(null);
  const [isNew, setNew] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!isNew) return;
    list.current?.querySelector<HTMLElement>('li:last-child :is(input, textarea)')?.focus();
    setNew(false);
  }, [isNew]);
  const change = (next: Item[]) => set(path, next.length === 0 && field.isOptional ? undefined : next);
  return (
    <List field={field} path={path}>
      <ol ref={list} className="divide-y rounded-lg border bg-card empty:hidden">
        {items.map((item, at) => {
          const place = [...path, at];
          const isOpen = open === at || (problem !== null && isWithin(problem.path, place));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: its id is one of its fields
            <li key={at}>
              <GroupHeader
                title={shownText(valueAt(item, [field.title])) || t('twinForm.newItem', { item: field.item })}
                isOpen={isOpen}
                onOpen={() => setOpen(isOpen ? null : at)}
                buttons={(name, className) => (
                  <ItemButtons
                    className={className}
                    name={name}
                    at={at}
                    count={items.length}
                    onMove={(to) => {
                      change(moved(items, at, to));
                      setOpen(isOpen ? to : null);
                    }}
                    onRemove={() => {
                      change(items.filter((_, one) => one !== at));
                      setOpen(null);
                    }}
                  />
                )}
              >
                <Fields fields={field.fields} at={place} />
              </GroupHeader>
            </li>
          );
        })}
      </ol>
      <AddButton
        item={field.item}
        onAdd={() => {
          change([...items, field.fresh]);
          setOpen(items.length);
          setNew(true);
        }}
      />
    </List>
  );
}

interface GroupHeaderProps {
  title: string;
  isOpen: boolean;
  onOpen: () => void;
  buttons: (name: string, className: string) => ReactNode;
  children: ReactNode;
}

/** The line of a group, which opens its fields. */
function GroupHeader({ title, isOpen, onOpen, buttons, children }: GroupHeaderProps) {
  const id = useId();
  return (
    <>
      <div className="flex items-center gap-1 pr-1 pl-4">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-12 min-w-0 flex-1 items-center gap-3 text-left"
          onClick={onOpen}
        >
          <ChevronDown aria-hidden className={`size-4 shrink-0 transition-transform ${isOpen ? '' : '-rotate-90'}`} />
          <span className="wrap-anywhere font-medium">{title}</span>
        </button>
        {buttons(title, 'max-sm:hidden')}
      </div>
      <div id={id} hidden={!isOpen} className="px-4 pt-1 pb-2 sm:pb-5">
        {isOpen ? children : null}
        {isOpen ? buttons(title, 'mt-4 border-t pt-2 sm:hidden') : null}
      </div>
    </>
  );
}
