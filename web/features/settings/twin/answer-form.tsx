import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TwinText, TwinTextDetail, TwinTexts } from '@understudy/contract/twin-texts';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { CallError } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Label, Select, Textarea } from '../../../ui/field.tsx';
import { Failure, FormAlert, Spinner } from '../../../ui/states.tsx';
import { keys, textPath } from '../calls.ts';
import {
  ANSWERS_FILE,
  type Answer,
  answerFiles,
  answerProblems,
  idsElsewhere,
  passageOf,
  passageWords,
  topicOf,
  written,
} from './answer.ts';
import { AnswerResult, type Exchange, firstLine, type Saved } from './answer-result.tsx';
import { type NewPassage, textName, withoutPlace } from './texts.ts';

/** What was typed, which survives that the form is closed. */
export type AnswerDraft = Answer;

interface AnswerFormProps {
  calls: AdminCalls;
  exchange: Exchange;
  /** What was typed before; undefined for a new form. */
  draft: AnswerDraft | undefined;
  onDraft: (draft: AnswerDraft | undefined) => void;
  /** Why nothing may be changed; null if it may. */
  refusal: string | null;
  /** Ids of passages in unsaved texts. */
  unsavedIds?: ReadonlySet<string>;
  /** Shows the saved text. */
  openText?: (place: { file: string; passage: string }) => ReactNode;
  /** Whether it stands in a page, which cannot be left by a button. */
  isInPage?: boolean;
  onClose: () => void;
  modes: readonly { id: string; name: string }[];
}

/** Writes an answer into the twin's knowledge, and shows what the twin says then. */
export function AnswerForm(props: AnswerFormProps) {
  const { calls, exchange } = props;
  const texts = useQuery({
    queryKey: keys.texts,
    queryFn: ({ signal }) => calls.get<TwinTexts>('twin', {}, signal),
  });
  const passage = exchange.passage;
  const file = passage?.file ?? null;
  const text = useQuery({
    queryKey: keys.text(file ?? ''),
    queryFn: ({ signal }) => calls.get<TwinTextDetail>(textPath(file ?? ''), {}, signal),
    enabled: file !== null,
    // The form starts from the text as it is now.
    staleTime: 0,
  });
  const failed = texts.error ?? text.error;
  if (failed) {
    const retry = () => void Promise.all([texts.refetch(), file ? text.refetch() : null]);
    return <Failure onRetry={retry}>{sentenceOf(failed)}</Failure>;
  }
  if (!texts.data || (file !== null && (!text.data || !text.isFetchedAfterMount)))
    return <Spinner label={t('answer.loading')} />;
  const parts = passage && text.data && !text.data.removed ? passageOf(text.data.text, passage.id) : null;
  return <Form {...props} texts={texts.data.items} original={parts?.answer ?? null} />;
}

/** The passage was changed by somebody else. */
interface Conflict {
  by: string | null;
  /** What it says now; null if it is gone. */
  theirs: string | null;
}
type State =
  | { is: 'typing'; note?: string }
  | { is: 'saving' }
  | { is: 'failed'; words: string }
  | { is: 'conflict'; conflict: Conflict }
  | { is: 'saved'; saved: Saved };

const NO_TEXT = { text: '', version: 0, removed: false, edited_by: null };

function Form({
  texts,
  original,
  ...props
}: AnswerFormProps & {
  texts: readonly TwinText[];
  /** What the passage says, if there is one to change. */
  original: string | null;
}) {
  const { calls, exchange, isInPage = false, onClose, onDraft, refusal, modes, unsavedIds } = props;
  const passage = original === null ? null : exchange.passage;
  const cache = useQueryClient();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const fresh = (to: string | null): Answer => ({
    file: to === null ? ANSWERS_FILE : (passage?.file ?? ANSWERS_FILE),
    passage: to,
    questions: exchange.question,
    answer: to === null ? exchange.said : (original ?? ''),
    subject: topicOf(exchange.question),
  });
  // The passage of a doubtful reply answers another question, which it must go on answering.
  const [answer, setAnswer] = useState<Answer>(
    () => props.draft ?? fresh(exchange.isSure ? (passage?.id ?? null) : null),
  );
  /**
   * What the passage said when the form was opened or saved: if it says something else now, somebody changed it.
   * Undefined after an undo, which itself is refused where somebody did.
   */
  const base = useRef<string | null | undefined>(original);
  const [isTried, setTried] = useState(false);
  const [state, setState] = useState<State>({ is: 'typing' });
  const problems = isTried ? answerProblems(answer) : [];

  useEffect(() => {
    // The question is there already.
    if (exchange.question) form.current?.querySelector<HTMLElement>('[name="answer"]')?.focus();
  }, [exchange.question]);

  const change = (more: Partial<Answer>) => {
    const next = { ...answer, ...more };
    // The topic follows the question until somebody writes another.
    if (more.questions !== undefined && answer.subject === topicOf(firstLine(answer.questions)))
      next.subject = topicOf(firstLine(more.questions));
    setAnswer(next);
    onDraft(next);
    if (state.is === 'failed') setState({ is: 'typing' });
  };
  const choose = (value: string) => {
    const to = value.startsWith('#') ? value.slice(1) : null;
    const untouched = answer.answer === fresh(answer.passage).answer;
    const file = to === null ? value : (passage?.file ?? answer.file);
    change({ file, passage: to, ...(untouched ? { answer: fresh(to).answer } : {}) });
  };

  /** Reads the text as it is now; a text that does not exist yet is empty. */
  const readNow = async (file: string) => {
    const isThere = (await calls.get<TwinTexts>('twin')).items.some((one) => one.file === file);
    return isThere ? calls.get<TwinTextDetail>(textPath(file)) : NO_TEXT;
  };
  const save = async (isSure = false, mergedWith?: string | null): Promise<void> => {
    setState({ is: 'saving' });
    try {
      const now = await readNow(answer.file);
      const text = now.removed ? '' : now.text;
      const said = answer.passage === null ? null : passageOf(text, answer.passage);
      const made = written(text, answer, new Set([...idsElsewhere(texts, answer.file, text), ...(unsavedIds ?? [])]));
      if (!made) return setState({ is: 'conflict', conflict: { by: now.edited_by, theirs: null } });
      if (said && !isSure && base.current !== undefined && said.answer !== base.current)
        return setState({ is: 'conflict', conflict: { by: now.edited_by, theirs: said.answer } });
      const body = { text: made.text, version: now.version };
      const detail = await calls.change<TwinTextDetail>('PUT', textPath(answer.file), body);
      base.current = passageOf(detail.text, made.id)?.answer ?? null;
      onDraft(undefined);
      setState({
        is: 'saved',
        saved: { file: detail.file, version: detail.version, id: made.id, answer, mergedWith },
      });
      void cache.invalidateQueries({ queryKey: keys.texts });
    } catch (error) {
      // Between reading and writing somebody saved: read again what they wrote, once.
      if (error instanceof CallError && error.code === 'conflict' && mergedWith === undefined) {
        const by = await readNow(answer.file).then(
          (now) => now.edited_by,
          () => null,
        );
        return save(isSure, by);
      }
      setState({ is: 'failed', words: withoutPlace(sentenceOf(error, t('answer.unreachable')), answer.file) });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = answerProblems(answer);
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus();
    if (state.is !== 'saving') void save();
  };
  const edit = (saved: Saved, note?: string) => {
    // A second attempt changes what the first one wrote.
    const next = note ? saved.answer : { ...saved.answer, passage: saved.id };
    setAnswer(next);
    onDraft(next);
    if (note) base.current = undefined;
    setState({ is: 'typing', ...(note ? { note } : {}) });
  };

  if (state.is === 'saved') return <AnswerResult {...props} saved={state.saved} onEdit={edit} />;
  const field = (name: keyof NewPassage, label: string, hint: string, control: (props: Control) => ReactNode) => {
    const problem = problems.find((one) => one.field === name)?.message;
    return (
      <div>
        <Label htmlFor={`${id}-${name}`}>{label}</Label>
        {control({
          id: `${id}-${name}`,
          name,
          className: 'mt-1.5',
          'aria-invalid': problem ? true : undefined,
          'aria-describedby': `${id}-${name}-hint`,
          value: answer[name],
          onChange: ({ target }) => change({ [name]: target.value }),
        })}
        <p
          id={`${id}-${name}-hint`}
          className={`mt-1.5 text-sm ${problem ? 'text-destructive-text' : 'text-muted-foreground'}`}
        >
          {problem ?? hint}
        </p>
      </div>
    );
  };
  const chosen = answer.passage === null ? answer.file : `#${answer.passage}`;
  const passages = [passage?.id, answer.passage].filter((one): one is string => Boolean(one));
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <fieldset disabled={refusal !== null} className="min-w-0 space-y-4">
        {refusal ? <p className="text-muted-foreground text-sm">{refusal}</p> : null}
        {exchange.passage && original === null ? <p className="text-sm">{t('answer.gone')}</p> : null}
        {state.is === 'typing' && state.note ? <p role="status">{state.note}</p> : null}
        {field('questions', t('answer.question'), t('answer.questionHint'), (control) => (
          <Textarea {...control} rows={1} />
        ))}
        {field('answer', t('answer.answer'), t('answer.answerHint'), (control) => (
          <Textarea {...control} rows={4} className="mt-1.5 min-h-28" />
        ))}
        <div>
          <Label htmlFor={`${id}-where`}>{t('answer.where')}</Label>
          <Select id={`${id}-where`} className="mt-1.5" value={chosen} onChange={({ target }) => choose(target.value)}>
            {[...new Set(passages)].map((one) => (
              <option key={one} value={`#${one}`}>
                {passageWords(one === passage?.id ? passage.title : one)}
              </option>
            ))}
            {answerFiles(texts).map((file) => (
              <option key={file} value={file}>
                {isThere(texts, file) ? textName(file, modes) : t('answer.newText')}
              </option>
            ))}
          </Select>
        </div>
        {answer.passage === null
          ? field('subject', t('answer.topic'), t('answer.topicHint'), (control) => (
              <Input {...control} autoComplete="off" />
            ))
          : null}
        {state.is === 'failed' ? <FormAlert>{state.words}</FormAlert> : null}
        {state.is === 'conflict' ? (
          <ConflictNotice
            conflict={state.conflict}
            onKeepMine={() => void save(true)}
            onTakeTheirs={(theirs) => {
              base.current = theirs;
              change({ answer: theirs });
              setState({ is: 'typing' });
            }}
          />
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" aria-disabled={state.is === 'saving'} disabled={state.is === 'conflict'}>
            {state.is === 'saving' ? t('answer.saving') : t('answer.save')}
          </Button>
          {isInPage ? null : (
            <Button variant="ghost" onClick={onClose}>
              {t('answer.cancel')}
            </Button>
          )}
        </div>
      </fieldset>
    </form>
  );
}

const isThere = (texts: readonly TwinText[], file: string) => texts.some((one) => one.file === file && !one.removed);

interface Control {
  id: string;
  name: string;
  className: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** Says that somebody else changed the passage, and lets the writer choose. */
function ConflictNotice({
  conflict: { by, theirs },
  onKeepMine,
  onTakeTheirs,
}: {
  conflict: Conflict;
  onKeepMine: () => void;
  onTakeTheirs: (theirs: string) => void;
}) {
  return (
    <div role="alert" className="wrap-anywhere space-y-3 rounded-md border border-destructive-text px-4 py-3">
      <p>
        {theirs === null
          ? t('answer.gone')
          : t('answer.conflict', { by: by ?? t('answer.somebody'), what: t('answer.theirs') })}
      </p>
      {theirs === null ? null : (
        <>
          <p className="whitespace-pre-wrap text-sm">{theirs}</p>
          <div className="flex flex-wrap gap-3">
            <Button size="sm" onClick={onKeepMine}>
              {t('answer.keepMine')}
            </Button>
            <Button size="sm" variant="outline" onClick={() => onTakeTheirs(theirs)}>
              {t('answer.takeTheirs')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
