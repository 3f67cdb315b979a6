import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { keys } from '../calls.ts';
import type { SetupSaver } from './setup-saver.ts';

/** Takes the last publication back. */
export function UndoPublishing({ saver, onUndone }: { saver: SetupSaver; onUndone: () => void }) {
  const cache = useQueryClient();
  const undo = useMutation({
    mutationFn: saver.undo,
    onSuccess: async () => {
      onUndone();
      await cache.invalidateQueries({ queryKey: keys.texts });
    },
  });
  return (
    <div className="mt-6">
      <p className="text-sm">
        {t('setup.undoAsk')} <TextButton onClick={() => !undo.isPending && undo.mutate()}>{t('setup.undo')}</TextButton>
      </p>
      {undo.error ? <FormAlert>{sentenceOf(undo.error)}</FormAlert> : null}
    </div>
  );
}
