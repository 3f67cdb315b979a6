import { createContext, use } from 'react';
import type { FieldValue, Path } from './yaml-edit.ts';

/** A text that is edited as a form. */
export interface TwinFormState {
  fields: Record<string, unknown>;
  isReadOnly: boolean;
  set: (path: Path, value: FieldValue) => void;
  /** The mistake in the text, by its place; null if there is none in a field. */
  problem: { path: Path; message: string } | null;
}

const FormContext = createContext<TwinFormState | null>(null);
export const FormProvider = FormContext.Provider;

/** The form's state; throws outside {@link FormProvider}. */
export function useForm(): TwinFormState {
  const form = use(FormContext);
  if (!form) throw new Error('useForm is used outside FormProvider');
  return form;
}

/** The id of the control at a place. */
export const controlId = (path: Path): string => `twin-field-${path.join('-').replace(/[^\w-]/g, '_')}`;

/** Whether a place is another, or lies within it. */
export const isWithin = (path: Path, outer: Path): boolean => outer.every((part, at) => path[at] === part);

/** The mistake of a control: at its place, or within it. */
export function useProblem(path: Path): string | null {
  const { problem } = useForm();
  return problem && isWithin(problem.path, path) ? problem.message : null;
}
