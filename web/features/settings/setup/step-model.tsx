import { t } from '../../../platform/texts.ts';
import { ModelConnectionView } from '../components/model-connection.tsx';
import { useSettingsPage } from '../settings-context.tsx';

/** A language model, which the twin can do without. */
export function StepModel() {
  const { calls } = useSettingsPage();
  return (
    <>
      <p className="mb-6 max-w-measure">{t('setup.modelOptional')}</p>
      <ModelConnectionView calls={calls} />
    </>
  );
}
