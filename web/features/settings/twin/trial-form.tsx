import type { TwinPreview } from '@understudy/contract/twin-texts';
import { type ReactNode, useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Input, Label, Select } from '../../../ui/field.tsx';
import { FormAlert, Spinner } from '../../../ui/states.tsx';
import { useRefusal } from '../settings-context.tsx';
import { lineProblem, withoutPlace } from './texts.ts';
import { TRY_OUT_ID } from './unsaved-bar.tsx';

type TrialState<Answer> =
  | { is: 'idle' }
  | { is: 'asking' }
  | { is: 'answered'; answer: Answer }
  | { is: 'failed'; words: string };

interface TrialFormProps<Answer> {
  name: string;
  about: string;
  /** Of the line that is said. */
  label: string;
  placeholder: string;
  modeField: ReactNode;
  button: string;
  ask(line: string): Promise<Answer>;
  children(answer: Answer): ReactNode;
  /** It stands beside the text, not below it. */
  isBeside?: boolean;
}

/** Says a line to a twin that may have unsaved texts, and shows what comes of it. Nothing is stored. */
export function TrialForm<Answer>(props: TrialFormProps<Answer>) {
  const { name, about, label, placeholder, modeField, button, children, isBeside = false } = props;
  const mayAsk = useRefusal('admin') === null;
  const id = useId();
  const [line, setLine] = useState('');
  const [state, setState] = useState<TrialState<Answer>>({ is: 'idle' });
  const isAsking = state.is === 'asking';
  const ask = async () => {
    setState({ is: 'asking' });
    try {
      setState({ is: 'answered', answer: await props.ask(line.trim()) });
    } catch (error) {
      setState({ is: 'failed', words: sentenceOf(error) });
    }
  };
  return (
    <section
      id={TRY_OUT_ID}
      aria-labelledby={`${id}-name`}
      className={cn('@container', !isBeside && 'mt-6 border-t pt-6')}
    >
      <h3 id={`${id}-name`} className="text-lg">
        {name}
      </h3>
      <p className="max-w-measure text-muted-foreground text-sm">{about}</p>
      <form
        className="mt-4 grid items-end gap-3 @xl:grid-cols-[1fr_13rem_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isAsking && line.trim() !== '') void ask();
        }}
      >
        <LineField label={label} placeholder={placeholder} line={line} onLine={setLine} />
        {modeField}
        <Button type="submit" variant="outline" disabled={!mayAsk || line.trim() === ''} aria-disabled={isAsking}>
          {isAsking ? t('twin.asking') : button}
        </Button>
      </form>
      <div aria-live="polite" className="mt-4">
        {isAsking ? <Spinner label={t('twin.theTwinIsAnswering')} /> : null}
        {state.is === 'failed' ? <FormAlert>{state.words}</FormAlert> : null}
        {state.is === 'answered' ? children(state.answer) : null}
      </div>
    </section>
  );
}

interface LineFieldProps {
  label: string;
  placeholder: string;
  line: string;
  onLine(line: string): void;
}

/** What a visitor would say. */
export function LineField({ label, placeholder, line, onLine }: LineFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        className="mt-1.5"
        autoComplete="off"
        maxLength={4000}
        placeholder={placeholder}
        value={line}
        onChange={({ target }) => onLine(target.value)}
      />
    </div>
  );
}

interface ModeFieldProps {
  label: string;
  modes: readonly { id: string; name: string }[];
  mode: string;
  onMode(mode: string): void;
}

/** The mode in which the twin answers. */
export function ModeField({ label, modes, mode, onMode }: ModeFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <Label htmlFor={id}>{label}</Label>
      <Select id={id} className="mt-1.5" value={mode} onChange={({ target }) => onMode(target.value)}>
        {modes.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** Why the twin could not answer. @param file the open text, whose problems are told by line alone */
export function unansweredWords(problem: NonNullable<TwinPreview['problem']>, file: string | null): string {
  const { line, message } = problem;
  return t('twin.theTwinCouldNotAnswer', {
    problem: problem.file === file ? lineProblem({ line, message: withoutPlace(message, file) }) : message,
  });
}
