import type { Section } from '../../sections.ts';
import type { FieldValue, Path } from './yaml-edit.ts';

/** What every field has. */
interface Base {
  /** Place in the document, or in the item of a list: names with dots between them; empty for the document itself. */
  at: string;
  label: string;
  hint?: string;
  /** Left out of the text while it is empty. */
  isOptional?: boolean;
  /** Hides the label from sight where the section's name says the same. */
  isLabelHidden?: boolean;
  /** Takes the whole width beside other fields. */
  isWide?: boolean;
}

/** One of several values. */
export interface Choice {
  value: string;
  label: string;
}

/** A field of a text, with the control that edits it. */
export type Field = Base &
  /** `givesId`: an empty id beside it is derived from it once it is left. */
  (
    | { is: 'line'; givesId?: boolean }
    | { is: 'email' | 'url' | 'paragraph' | 'color' | 'brand_color' | 'switch' | 'portrait' | 'rename' }
    /** Short texts in a row, with commas between them. */
    | { is: 'words' }
    /** Texts of a sentence or more, in an order. */
    | { is: 'lines'; item: string }
    | { is: 'number'; min: number; max: number }
    /** `meaning`: what each stop means; without it the number is shown. */
    | {
        is: 'slider';
        min: number;
        max: number;
        usual: number;
        low: string;
        high: string;
        meaning?: (value: number) => string;
      }
    /** `usual`: what counts while the text says nothing; `isVoice`: it can be heard. */
    | { is: 'choice'; choices: (fields: unknown) => readonly Choice[]; usual?: string; isVoice?: true }
    /** Any number of several values. */
    | { is: 'choices'; choices: readonly Choice[] }
    | Groups
    /** Names, each with another or none: successors of models. */
    | { is: 'pairs'; keyLabel: string; valueLabel: string }
  );

/** A list of groups of fields. */
export interface Groups {
  is: 'groups';
  /** What one of them is: 'service'. */
  item: string;
  fields: readonly Field[];
  /** A new one. */
  fresh: { [key: string]: FieldValue };
  /** The field by which one is known in the list. */
  title: string;
}

/** Fields that belong together. */
export interface FieldSection {
  name: string;
  about?: string;
  fields: readonly Field[];
  /** Closed until it is opened, for a long form. */
  isFolded?: boolean;
  /** Settings that stand elsewhere. */
  links?: readonly { section: Section; label: string }[];
}

/** Where a field stands. @param at the place of its group */
export const placeOf = ({ at }: Pick<Field, 'at'>, group: Path): Path =>
  at === '' ? group : [...group, ...at.split('.')];
