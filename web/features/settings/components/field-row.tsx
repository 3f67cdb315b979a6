import type { SettingsGroup } from '@understudy/contract/settings';
import type { ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';
import { Label } from '../../../ui/field.tsx';
import { fieldId } from '../drafts/use-group.ts';
import type { Problem } from '../groups/group-form.ts';

/** Attributes that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldRowProps {
  group: SettingsGroup;
  /** Path in the group's form. */
  field: string;
  label: ReactNode;
  /** Hides the label visually if the context makes it clear; screen readers still announce it. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  problems: readonly Problem[];
  className?: string;
  children: (props: ControlProps) => ReactNode;
}

/** A control with its label above and its hint and errors below. */
export function FieldRow({ group, field, label, isLabelHidden, hint, problems, className, children }: FieldRowProps) {
  const id = fieldId(group, field);
  const problem = problems.find((one) => one.field === field)?.message ?? null;
  const describedBy = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div className={cn('min-w-0', className)}>
      <Label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5'}>
        {label}
      </Label>
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-muted-foreground text-sm">
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 text-destructive-text text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
