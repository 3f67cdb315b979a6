import { passageIdOf } from '@understudy/contract/passage-id';
import { useState } from 'react';
import { t } from '../../../../platform/texts.ts';
import { Checkbox, Input, Select, Textarea } from '../../../../ui/field.tsx';
import { RangeSlider } from '../range-slider.tsx';
import { controlId, useForm, useProblem } from './form-context.ts';
import { HearVoice } from './hear-voice.tsx';
import { type ControlProps, Problem, Row, shownText, writtenText } from './row.tsx';
import { valueAt } from './yaml-edit.ts';

/** A field's value, and what writes what is typed into it. */
function useText({ field, path }: ControlProps): { value: string; change: (typed: string) => void } {
  const { fields, set } = useForm();
  const old = valueAt(fields, path);
  return { value: shownText(old), change: (typed) => set(path, writtenText(typed, old, field.isOptional)) };
}

const TYPES = { email: 'email', url: 'url' } as const;

export function Line(props: ControlProps) {
  const { value, change } = useText(props);
  const { fields, set } = useForm();
  const { field, path } = props;
  const giveId = () => {
    const place = [...path.slice(0, -1), 'id'];
    if (field.is !== 'line' || !field.givesId || valueAt(fields, place) !== '') return;
    const id = passageIdOf(value.replace(/^(?:the|a|an) /i, ''));
    if (id !== '') set(place, id);
  };
  const type = TYPES[field.is as keyof typeof TYPES];
  return (
    <Row {...props}>
      {(attributes) =>
        type ? (
          <Input
            {...attributes}
            type={type}
            autoComplete="off"
            value={value}
            onChange={({ target }) => change(target.value)}
          />
        ) : (
          // One line of text, on as many as it takes to see it all.
          <Textarea
            {...attributes}
            rows={1}
            autoComplete="off"
            value={value}
            onBlur={giveId}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onChange={({ target }) => change(target.value.replaceAll('\n', ' '))}
          />
        )
      }
    </Row>
  );
}

/** A text of several lines. While it is typed into it shows line ends at its end, which the text in YAML leaves out. */
export function Paragraph(props: ControlProps) {
  const { value, change } = useText(props);
  const [typed, setTyped] = useState<string | null>(null);
  // Undoing or another owner's text shows at once.
  const shown = typed !== null && typed.trimEnd() === value.trimEnd() ? typed : value;
  return (
    <Row {...props}>
      {(attributes) => (
        <Textarea
          {...attributes}
          rows={3}
          className="min-h-22"
          value={shown}
          onBlur={() => setTyped(null)}
          onChange={({ target }) => {
            setTyped(target.value);
            change(target.value.replace(/\n+$/, ''));
          }}
        />
      )}
    </Row>
  );
}

const isWord = (word: string): boolean => word !== '';
const wordsIn = (typed: string): string[] =>
  typed
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(isWord);

/** Short texts, with commas between them. What is typed stays as it is until the field is left. */
export function Words({ field, path }: ControlProps<'words'>) {
  const { fields, set } = useForm();
  const value = valueAt(fields, path);
  const kept = Array.isArray(value) ? value.map(shownText) : [];
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Row field={field} path={path}>
      {(attributes) => (
        <Textarea
          {...attributes}
          rows={1}
          value={typed ?? kept.join(', ')}
          onBlur={() => setTyped(null)}
          onChange={({ target }) => {
            setTyped(target.value);
            const words = wordsIn(target.value);
            if (JSON.stringify(words) !== JSON.stringify(kept))
              set(path, words.length === 0 && field.isOptional ? undefined : words);
          }}
        />
      )}
    </Row>
  );
}

export function Color(props: ControlProps) {
  const { fields } = useForm();
  const { value, change } = useText(props);
  return (
    <Row {...props}>
      {(attributes) => (
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label={t('twinForm.pick', { label: props.field.label })}
            disabled={attributes.disabled}
            className="size-11 shrink-0 rounded-md border border-input bg-card p-1"
            value={/^#[\da-f]{6}$/i.test(value) ? value : '#8a8a8a'}
            onChange={({ target }) => change(target.value)}
          />
          <Input
            {...attributes}
            autoComplete="off"
            spellCheck={false}
            className="max-w-32 tabular-nums"
            placeholder="#c47a1c"
            value={value}
            onChange={({ target }) => change(target.value)}
          />
          {/* As it stands in the chat. */}
          <span
            aria-hidden
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3 font-medium text-sm"
          >
            <svg viewBox="0 0 8 8" aria-hidden="true" className="size-2 shrink-0">
              <circle cx="4" cy="4" r="4" fill={value} />
            </svg>
            {shownText(valueAt(fields, [...props.path.slice(0, -1), 'name']))}
          </span>
        </div>
      )}
    </Row>
  );
}

export function Switch({ field, path }: ControlProps) {
  const { fields, set, isReadOnly } = useForm();
  const id = controlId(path);
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-3">
      <Checkbox
        id={id}
        disabled={isReadOnly}
        checked={valueAt(fields, path) === true}
        onChange={({ target }) => set(path, target.checked)}
      />
      {field.label}
    </label>
  );
}

/** What is no number is written as it is typed, and refused by name. */
export function NumberControl({ field, path }: ControlProps<'number'>) {
  const { fields, set } = useForm();
  return (
    <Row field={field} path={path}>
      {(attributes) => (
        <Input
          {...attributes}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-40 tabular-nums"
          value={shownText(valueAt(fields, path))}
          onChange={({ target: { value } }) => {
            const typed = value.trim();
            if (typed === '') set(path, field.isOptional ? undefined : '');
            else set(path, /^-?\d{1,9}$/.test(typed) ? Number(typed) : typed);
          }}
        />
      )}
    </Row>
  );
}

export function Slider({ field, path }: ControlProps<'slider'>) {
  const { fields, set, isReadOnly } = useForm();
  const known = valueAt(fields, path);
  const value = typeof known === 'number' ? known : field.usual;
  return (
    <Row field={field} path={path}>
      {(attributes) => (
        <RangeSlider
          {...attributes}
          min={field.min}
          max={field.max}
          low={field.low}
          high={field.high}
          meaning={field.meaning?.(value)}
          disabled={isReadOnly}
          value={value}
          onChange={(next) => set(path, next)}
        />
      )}
    </Row>
  );
}

export function ChoiceControl({ field, path }: ControlProps<'choice'>) {
  const { fields, set } = useForm();
  const value = shownText(valueAt(fields, path) ?? field.usual);
  const choices = field.choices(fields);
  return (
    <Row field={field} path={path}>
      {(attributes) => (
        <div className="flex flex-wrap gap-2">
          <Select
            {...attributes}
            className="min-w-0 grow basis-0"
            value={value}
            onChange={({ target }) => set(path, target.value)}
          >
            {choices.some((one) => one.value === value) ? null : <option value={value}>{value}</option>}
            {choices.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </Select>
          {field.isVoice ? <HearVoice voice={value} /> : null}
        </div>
      )}
    </Row>
  );
}

/** Some of several values, in the order in which they are offered. */
export function ChoicesControl({ field, path }: ControlProps<'choices'>) {
  const { fields, set, isReadOnly } = useForm();
  const problem = useProblem(path);
  const id = controlId(path);
  const value = valueAt(fields, path);
  const chosen = Array.isArray(value) ? value.map(shownText) : [];
  const offered = field.choices.map((one) => one.value);
  const choose = (wanted: string, isChosen: boolean) => {
    const unknown = chosen.filter((one) => !offered.includes(one));
    set(path, [...offered.filter((one) => (one === wanted ? isChosen : chosen.includes(one))), ...unknown]);
  };
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className="min-w-0 outline-none"
      aria-describedby={problem ? `${id}-problem` : undefined}
    >
      <legend className="mb-1.5 font-medium text-sm">{field.label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {field.choices.map((one) => (
          <label key={one.value} htmlFor={`${id}-${one.value}`} className="flex min-h-11 items-center gap-2.5 text-sm">
            <Checkbox
              id={`${id}-${one.value}`}
              disabled={isReadOnly}
              checked={chosen.includes(one.value)}
              onChange={({ target }) => choose(one.value, target.checked)}
            />
            {one.label}
          </label>
        ))}
      </div>
      <Problem id={id} problem={problem} />
    </fieldset>
  );
}
