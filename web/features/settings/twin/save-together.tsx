import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TwinTextsSaved } from '@understudy/contract/settings';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { keys } from '../api/keys.ts';
import type { Draft } from '../drafts/draft.ts';
import { TEXT_PREFIX } from '../drafts/stored-drafts.ts';
import { putDraft, useDrafts, useRefusal, useSettingsPage } from '../settings-context.tsx';

/** Saves all unsaved texts at once, since some are valid only together. Renders nothing for fewer than two. */
export function SaveTogether() {
  const { calls, drafts } = useSettingsPage();
  const cache = useQueryClient();
  const refusal = useRefusal('admin');
  const unsaved = [...useDrafts()].filter(([key]) => key.startsWith(TEXT_PREFIX)) as [string, Draft<string>][];
  const save = useMutation({
    mutationFn: (sent: typeof unsaved) =>
      calls.change<TwinTextsSaved>('POST', 'twin/save', {
        texts: sent.map(([key, { form, version }]) => ({ file: key.slice(TEXT_PREFIX.length), text: form, version })),
      }),
    onSuccess: async (_, sent) => {
      for (const [key, draft] of sent) if (drafts.get().get(key) === draft) putDraft(drafts, key, null);
      // A text opened next must not briefly show its old version.
      cache.removeQueries({ queryKey: keys.texts, type: 'inactive' });
      await cache.invalidateQueries({ queryKey: keys.texts });
    },
  });
  return (
    <div aria-live="polite" className="mb-8 space-y-3 empty:hidden">
      {unsaved.length > 1 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>{unsaved.length} texts are unsaved. Texts that depend on each other are saved together.</p>
          <Button
            disabled={refusal !== null}
            aria-disabled={save.isPending}
            onClick={() => !save.isPending && save.mutate(unsaved)}
          >
            Save all {unsaved.length}
          </Button>
        </div>
      ) : null}
      {save.error ? <FormAlert>{sentenceOf(save.error, 'The server cannot be reached.')}</FormAlert> : null}
      {save.isSuccess && unsaved.length === 0 ? <p className="text-success-text">Saved together.</p> : null}
    </div>
  );
}
