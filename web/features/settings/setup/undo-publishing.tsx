import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { keys } from '../calls.ts';
import type { SetupSaver } from './setup-saver.ts';

/** Takes the last publication back, for as long as the wizard is open. */
export function UndoPublishing({ saver, onUndone }: { saver: SetupSaver; onUndone: () => void }) {
  const cache = useQueryClient();
  const { published } = useSyncExternalStore(saver.store.subscribe, saver.store.get);
  const undo = useMutation({
    mutationFn: saver.undo,
    onSuccess: async () => {
      onUndone();
      await cache.invalidateQueries({ queryKey: keys.texts });
    },
  });
  if (!published || published.saved.length === 0) return null;
  return (
    <div className="mt-6">
      <p className="text-sm">
        {t('setup.undoAsk')} <TextButton onClick={() => !undo.isPending && undo.mutate()}>{t('setup.undo')}</TextButton>
      </p>
      {undo.error ? <FormAlert>{sentenceOf(undo.error)}</FormAlert> : null}
    </div>
  );
}
