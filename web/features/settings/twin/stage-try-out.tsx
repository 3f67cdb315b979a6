import { SHOW_MODE_DEFAULT, SHOW_MODES } from '@understudy/contract/constants';
import type { StageDemo, StageReply, StageTrial } from '@understudy/contract/twin-stage';
import { useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { numberFormat } from '../../../ui/numbers.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { useSettingsPage } from '../settings-context.tsx';
import { showModeName } from './show-texts.ts';
import { ModeField, TrialForm, unansweredWords } from './trial-form.tsx';
import type { Unsaved } from './use-unsaved.ts';

const TABLE =
  'w-full min-w-160 text-left text-sm tabular-nums [&_td]:py-2 [&_td]:pr-4 [&_th]:py-2 [&_th]:pr-4 ' +
  '[&_th]:font-medium';

/** Says a line on stage with all unsaved texts: what the twin replies there, and which demos fit. */
export function StageTryOut({ unsaved: { texts }, file }: { unsaved: Unsaved; file: string }) {
  const { calls } = useSettingsPage();
  const [mode, setMode] = useState<string>(SHOW_MODE_DEFAULT);
  const modes = SHOW_MODES.map((id) => ({ id, name: showModeName(id) }));
  return (
    <TrialForm
      name={t('stageTry.name')}
      about={texts.length === 0 ? t('stageTry.about') : t('stageTry.aboutUnsaved', { count: texts.length })}
      label={t('stageTry.line')}
      placeholder={t('stageTry.example')}
      modeField={<ModeField label={t('stageTry.mode')} modes={modes} mode={mode} onMode={setMode} />}
      button={t('stageTry.say')}
      ask={(message) => calls.change<StageTrial>('POST', 'twin/stage', { texts, message, mode })}
    >
      {(trial) => <Trial trial={trial} file={file} />}
    </TrialForm>
  );
}

function Trial({ trial: { problem, performer, model, demos }, file }: { trial: StageTrial; file: string }) {
  if (problem) return <FormAlert>{unansweredWords(problem, file)}</FormAlert>;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {performer ? <Reply title={t('stageTry.performer')} reply={performer} /> : null}
        {model ? (
          <Reply
            title={
              model.provider === 'embedded'
                ? t('stageTry.modelFailed')
                : t('stageTry.model', { provider: model.provider })
            }
            reply={model}
          />
        ) : (
          <p className="rounded-md border border-dashed p-4 text-muted-foreground text-sm">{t('stageTry.noModel')}</p>
        )}
      </div>
      {demos.length > 0 ? <Scores demos={demos} /> : <p className="mt-4 text-sm">{t('stageTry.noDemos')}</p>}
    </>
  );
}

/** The reply in the parts in which a visitor gets it, with the silence between them. */
function Reply({ title, reply: { segments } }: { title: string; reply: StageReply }) {
  return (
    <div className="min-w-0 rounded-md border bg-card p-4">
      <h4 className="font-medium text-muted-foreground text-sm">{title}</h4>
      {segments.map(({ text, pause_ms: pause }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is what stands in its place
        <p key={at} className="wrap-anywhere mt-2 whitespace-pre-wrap">
          {pause > 0 ? (
            <span className="mr-2 text-muted-foreground text-sm">
              {t('stageTry.pause', { seconds: numberFormat({ maximumFractionDigits: 1 }).format(pause / 1000) })}
            </span>
          ) : null}
          {text}
        </p>
      ))}
    </div>
  );
}

const PARTS = ['score', 'semantic', 'context', 'performance', 'freshness', 'mode'] as const;

function Scores({ demos }: { demos: readonly StageDemo[] }) {
  const id = useId();
  const score = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <div className="mt-6">
      <h4 id={id} className="font-medium">
        {t('stageTry.scores')}
      </h4>
      <p className="max-w-measure text-muted-foreground text-sm">{t('stageTry.scoresAbout')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard */}
      <section aria-labelledby={id} tabIndex={0} className="mt-2 overflow-x-auto">
        <table className={TABLE}>
          <thead className="border-b text-muted-foreground">
            <tr>
              <th scope="col">{t('stageTry.demo')}</th>
              {PARTS.map((part) => (
                <th key={part} scope="col">
                  {t('stageTry.part', { part })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {demos.map((demo) => (
              <tr key={demo.id}>
                <th scope="row" className="wrap-anywhere">
                  {demo.title}{' '}
                  <span className="block font-normal text-muted-foreground">
                    {demo.file} · {demo.id}
                  </span>
                  {demo.use ? <Badge variant="outline">{t('stageTry.use', { use: demo.use })}</Badge> : null}
                </th>
                {PARTS.map((part) => (
                  <td key={part}>{score.format(demo[part])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
