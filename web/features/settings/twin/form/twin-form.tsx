import type { TwinTextDetail, TwinTextProblem } from '@understudy/contract/twin-texts';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { capitalised } from '../../../../ui/id-words.ts';
import { useSettingsPage, useText } from '../../settings-context.tsx';
import type { TextEdit } from '../text-edit.tsx';
import { withoutPlace } from '../texts.ts';
import { type Choice, type Field, type FieldSection, placeOf } from './field-types.ts';
import { rootOf, sectionsOf, voiceChoices } from './fields.ts';
import { Fields } from './fields-view.tsx';
import { controlId, FormProvider, isWithin, type TwinFormState } from './form-context.ts';
import { RepliesForm } from './replies-form.tsx';
import { WithIndex } from './with-index.tsx';
import { type Path, readYaml, valueAt, withField } from './yaml-edit.ts';

const VOICES_FILE = 'voices.yaml';

interface TwinFormProps {
  detail: TwinTextDetail;
  edit: TextEdit;
  /** The first mistake in all unsaved texts. */
  problem: TwinTextProblem | null;
  /** Whether saving was just refused. */
  isSaveRefused: boolean;
  isReadOnly: boolean;
  /** The text itself, for one that is no valid YAML. */
  asText: ReactNode;
  onShowText: () => void;
}

/**
 * A text as a form. The text stays what is edited: the form reads it, and writes each field into its source, so that
 * comments, order and form of everything else stay as they are.
 */
export function TwinForm({ detail, edit, problem, isSaveRefused, isReadOnly, asText, onShowText }: TwinFormProps) {
  const { file, kind } = detail;
  const root = rootOf(file);
  const read = useMemo(() => readYaml(edit.text, root), [edit.text, root]);
  const voices = useVoices(kind === 'mode');
  const sections = sectionsOf(detail, voices);
  const words = problem?.file === file ? withoutPlace(problem.message, file) : '';
  // The field itself says which one it is.
  const fieldWords = capitalised(words.replace(/^'[^']*'\s+/, ''));
  const place = problem?.file === file ? problem.path : null;
  const isInField = place !== null && (sections === null || sections.some(({ fields }) => claims(fields, [], place)));
  useFocusOnRefusal(isSaveRefused, isInField ? place : null);
  if ('broken' in read) return <Broken {...read.broken}>{asText}</Broken>;
  const form: TwinFormState = {
    fields: read.fields,
    isReadOnly,
    set: (path, value) => edit.setField(withField(edit.text, path, value), path.join('.')),
    problem: isInField && place ? { path: place, message: fieldWords } : null,
  };
  return (
    <FormProvider value={form}>
      {words && !isInField ? (
        <div role="status" className="mb-6 rounded-md border border-destructive-text px-4 py-3 text-sm">
          <p className="wrap-anywhere">{words}</p>
          <Button variant="outline" size="sm" className="mt-2 min-h-11" onClick={onShowText}>
            {t('twinForm.showInText')}
          </Button>
        </div>
      ) : null}
      {sections ? (
        <WithIndex sections={sections.map(({ name }, at) => ({ id: `${SECTION}${at}`, name }))}>
          <div className="space-y-10">
            {sections.map((section, at) => (
              <SectionOfFields key={section.name} id={`${SECTION}${at}`} section={section} place={place} />
            ))}
          </div>
        </WithIndex>
      ) : (
        <RepliesForm />
      )}
    </FormProvider>
  );
}

const SECTION = 'twin-section-';

/** @param place of the mistake in the text; null if there is none */
function SectionOfFields({ id, section, place }: { id: string; section: FieldSection; place: Path | null }) {
  const { go } = useSettingsPage();
  const { name, about, fields, isFolded, links } = section;
  if (isFolded)
    return <FoldedSection id={id} section={section} isForced={place !== null && claims(fields, [], place)} />;
  return (
    <section id={id} aria-label={name} tabIndex={-1} className="form-section">
      <h3 className="text-lg">{name}</h3>
      {about ? <p className="mt-0.5 max-w-measure text-muted-foreground text-sm">{about}</p> : null}
      <div className="mt-4">
        <Fields fields={fields.map((field) => ({ ...field, isLabelHidden: field.label === name }))} at={[]} />
      </div>
      {links ? (
        <div className="mt-5 flex flex-wrap gap-2">
          {links.map(({ section, label }) => (
            <Button
              key={section}
              variant="outline"
              size="sm"
              className="min-h-11"
              onClick={() => go({ section, file: null })}
            >
              {label}
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

interface FoldedSectionProps {
  id: string;
  section: FieldSection;
  /** Whether it holds the mistake in the text. */
  isForced: boolean;
}

/** A section of a long form. What is closed is not rendered. */
function FoldedSection({ id, section: { name, about, fields }, isForced }: FoldedSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const partId = useId();
  const isShown = isOpen || isForced;
  return (
    <section
      id={id}
      aria-label={name}
      tabIndex={-1}
      className="form-section border-t pt-2"
      // The index of the form leads here.
      onFocus={({ target, currentTarget }) => target === currentTarget && setOpen(true)}
    >
      <h3 className="text-lg">
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={partId}
          className="flex min-h-12 w-full items-center gap-3 text-left"
          onClick={() => setOpen(!isShown)}
        >
          <ChevronDown aria-hidden className={`size-4 shrink-0 transition-transform ${isShown ? '' : '-rotate-90'}`} />
          {name}
        </button>
      </h3>
      <div id={partId} hidden={!isShown} className="pb-4">
        {about ? <p className="max-w-measure text-muted-foreground text-sm">{about}</p> : null}
        <div className="mt-4">{isShown ? <Fields fields={fields} at={[]} /> : null}</div>
      </div>
    </section>
  );
}

/** The reason why a text has no form, above the text. */
function Broken({ line, reason, children }: { line: number | null; reason: string; children: ReactNode }) {
  return (
    <>
      <div role="status" className="mb-4 rounded-md border border-destructive-text px-4 py-3 text-sm">
        <p>{line === null ? t('twinForm.noFields') : t('twinForm.broken', { line })}</p>
        {reason ? <p className="wrap-anywhere mt-1 text-muted-foreground">{reason}</p> : null}
      </div>
      {children}
    </>
  );
}

/** Whether one of the fields shows a mistake at this place. @param at the place of their group */
function claims(fields: readonly Field[], at: Path, place: Path): boolean {
  return fields.some((field) => {
    const own = placeOf(field, at);
    if (!isWithin(place, own)) return false;
    if (field.is !== 'groups' || place.length === own.length) return true;
    return claims(field.fields, place.slice(0, own.length + 1), place);
  });
}

/** Moves the focus to the field because of which saving was refused. */
function useFocusOnRefusal(isRefused: boolean, place: Path | null): void {
  const told = useRef(false);
  useEffect(() => {
    if (!isRefused) told.current = false;
    if (!isRefused || told.current || place === null) return;
    told.current = true;
    for (let depth = place.length; depth > 0; depth -= 1) {
      const field = document.getElementById(controlId(place.slice(0, depth)));
      if (!field) continue;
      field.focus({ preventScroll: true });
      field.scrollIntoView({ block: 'center' });
      return;
    }
  }, [isRefused, place]);
}

/** The voices that a personality may have, with those that are not saved yet. */
function useVoices(isWanted: boolean): readonly Choice[] {
  const { drafts } = useSettingsPage();
  const { data } = useText(isWanted ? VOICES_FILE : null);
  const draft = drafts.get().get(`twin/${VOICES_FILE}`)?.form;
  const text = typeof draft === 'string' ? draft : (data?.text ?? '');
  return useMemo(() => {
    const read = readYaml(text);
    return 'fields' in read && valueAt(read.fields, ['voices']) ? voiceChoices(read.fields) : [];
  }, [text]);
}
