import { t } from '../../../platform/texts.ts';
import { ImportsPart, ImportsSection } from '../imports/imports-section.tsx';
import { useImports } from '../imports/use-imports.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { Rows, StepPart, type StepProps, TextField } from './setup-fields.tsx';

const MOST_SERVICES = 20;
const MOST_ANSWERS = 30;

/** Whether an import is open that is not finished. */
export function useIsReviewing(): boolean {
  const { importId } = useSettingsPage().place;
  const { data } = useImports();
  if (!importId) return false;
  return data?.items.find(({ id }) => id === importId)?.state !== 'applied';
}

/** What the twin knows: from a website or files, the offers, and the questions that visitors ask most. */
export function StepKnowledge({ answers, change }: StepProps) {
  const { place } = useSettingsPage();
  const isReviewing = useIsReviewing();
  return (
    <>
      {place.importId ? (
        <ImportsSection />
      ) : (
        <StepPart title={t('setup.imports')} about={t('setup.importsAbout')}>
          <ImportsPart />
        </StepPart>
      )}
      {/* An import under review needs the whole step. */}
      {isReviewing ? null : <OffersAndQuestions answers={answers} change={change} />}
    </>
  );
}

/** What the consultant offers, and what people always ask. */
function OffersAndQuestions({ answers, change }: Pick<StepProps, 'answers' | 'change'>) {
  return (
    <>
      <StepPart title={t('setup.services')} about={t('setup.servicesAbout')}>
        <Rows
          rows={answers.services}
          fresh={{ name: '', summary: '', price: '', duration: '' }}
          most={MOST_SERVICES}
          add={t('setup.addService')}
          nameOf={({ name }, at) => name || t('setup.serviceNumber', { number: at + 1 })}
          onChange={(services) => change({ services })}
        >
          {({ name, summary, price, duration }, set) => (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                className="sm:col-span-2"
                label={t('setup.serviceName')}
                value={name}
                maxLength={80}
                placeholder={t('setup.serviceExample')}
                onChange={(value) => set({ name: value })}
              />
              <TextField
                className="sm:col-span-2"
                label={t('setup.serviceSummary')}
                value={summary}
                rows={2}
                maxLength={600}
                onChange={(value) => set({ summary: value })}
              />
              <TextField
                label={t('setup.servicePrice')}
                value={price}
                maxLength={120}
                placeholder={t('setup.priceExample')}
                onChange={(value) => set({ price: value })}
              />
              <TextField
                label={t('setup.serviceDuration')}
                value={duration}
                maxLength={120}
                placeholder={t('setup.durationExample')}
                onChange={(value) => set({ duration: value })}
              />
            </div>
          )}
        </Rows>
      </StepPart>
      <StepPart title={t('setup.questions')} about={t('setup.questionsAbout')}>
        <Rows
          rows={answers.answers}
          fresh={{ question: '', answer: '' }}
          most={MOST_ANSWERS}
          add={t('setup.addQuestion')}
          nameOf={({ question }, at) => question || t('setup.questionNumber', { number: at + 1 })}
          onChange={(next) => change({ answers: next })}
        >
          {({ question, answer }, set) => (
            <div className="space-y-4">
              <TextField
                label={t('setup.question')}
                value={question}
                maxLength={300}
                placeholder={t('setup.questionExample')}
                onChange={(value) => set({ question: value })}
              />
              <TextField
                label={t('setup.answer')}
                value={answer}
                rows={3}
                maxLength={4_000}
                onChange={(value) => set({ answer: value })}
              />
            </div>
          )}
        </Rows>
      </StepPart>
    </>
  );
}
