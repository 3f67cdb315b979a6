import { useText, useTexts } from '../../settings-context.tsx';
import { BrandColorField } from '../brand-color-field.tsx';
import { PortraitField, usePortraitSrc } from '../portrait-field.tsx';
import { Rename } from '../rename.tsx';
import { controlId, useForm, useProblem } from './form-context.ts';
import { type ControlProps, Problem } from './row.tsx';
import { readYaml, valueAt } from './yaml-edit.ts';

const PERSONA_FILE = 'persona.yaml';

/** Whom the twin speaks for, and what changes that in every text. */
export function Named({ path }: ControlProps) {
  const { data } = useTexts();
  return (
    <>
      {data ? <Rename consultant={data.consultant} /> : null}
      <Problem id={controlId(path)} problem={useProblem(path)} />
    </>
  );
}

/** The portrait, with a way to choose, crop and upload another. */
export function Portrait({ path }: ControlProps) {
  const { fields, set, isReadOnly } = useForm();
  const { data } = useText(PERSONA_FILE);
  const read = data ? readYaml(data.text) : null;
  const file = textOrNull(valueAt(fields, path));
  const saved = read && 'fields' in read ? textOrNull(valueAt(read.fields, path)) : null;
  return (
    <>
      <PortraitField
        value={file}
        src={usePortraitSrc(file, saved)}
        onChange={(next) => set(path, next)}
        disabled={isReadOnly}
      />
      <Problem id={controlId(path)} problem={useProblem(path)} />
    </>
  );
}

/** The colour of visitors' pages. */
export function BrandColor({ path }: ControlProps) {
  const { fields, set, isReadOnly } = useForm();
  return (
    <>
      <BrandColorField
        value={textOrNull(valueAt(fields, path))}
        onChange={(color) => set(path, color ?? undefined)}
        disabled={isReadOnly}
      />
      <Problem id={controlId(path)} problem={useProblem(path)} />
    </>
  );
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
