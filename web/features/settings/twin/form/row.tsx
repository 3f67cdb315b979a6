import type { ReactNode } from 'react';
import { t } from '../../../../platform/texts.ts';
import { Label } from '../../../../ui/field.tsx';
import type { Field } from './field-types.ts';
import { controlId, useForm, useProblem } from './form-context.ts';
import type { FieldValue, Path } from './yaml-edit.ts';

/** A field with its place in the document. */
export interface ControlProps<Is extends Field['is'] = Field['is']> {
  field: Extract<Field, { is: Is }>;
  path: Path;
}

/** Attributes of a control that has a label, a hint and a problem. */
interface Attributes {
  id: string;
  disabled: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface RowProps {
  field: Pick<Field, 'label' | 'hint' | 'isOptional' | 'isLabelHidden'>;
  path: Path;
  children: (attributes: Attributes) => ReactNode;
}

/** A control with its label above, its hint and its problem below. */
export function Row({ field: { label, hint, isOptional, isLabelHidden }, path, children }: RowProps) {
  const { isReadOnly } = useForm();
  const problem = useProblem(path);
  const id = controlId(path);
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <>
      <Label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5'}>
        {label}
        {isOptional ? <span className="font-normal text-muted-foreground"> {t('twinForm.optional')}</span> : null}
      </Label>
      {children({
        id,
        disabled: isReadOnly,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-muted-foreground text-sm">
          {hint}
        </p>
      ) : null}
      <Problem id={id} problem={problem} />
    </>
  );
}

export function Problem({ id, problem }: { id: string; problem: string | null }) {
  if (!problem) return null;
  return (
    <p id={`${id}-problem`} className="wrap-anywhere mt-1.5 text-destructive-text text-sm">
      {problem}
    </p>
  );
}

/** A text as it is shown: without the line end with which YAML may close it. */
export const shownText = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value).replace(/\n+$/, '');

/** A text as it is written, with the line end that the old one had; undefined for an optional one that is empty. */
export function writtenText(typed: string, old: unknown, isOptional = false): FieldValue {
  if (typed.trim() === '' && isOptional) return undefined;
  return typeof old === 'string' && old.endsWith('\n') && typed !== '' ? `${typed}\n` : typed;
}
