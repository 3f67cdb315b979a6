import { useQuery } from '@tanstack/react-query';
import type { ModelConnection } from '@understudy/contract/settings';
import { keys } from '../calls.ts';
import { useImports } from '../imports/use-imports.ts';
import { useSettingsPage, useText, useTexts } from '../settings-context.tsx';
import type { Present } from './setup-words.ts';

/** A persona without a picture has its initials drawn. */
const NAMES_PICTURE = /^portrait: *[^\s#]/m;

/** What the twin has apart from the answers; nothing until it is known. */
export function usePresent(): Present {
  const { calls } = useSettingsPage();
  const { data: imports } = useImports();
  const { data: texts } = useTexts();
  const { data: persona } = useText('persona.yaml');
  const { data: model } = useQuery({
    queryKey: keys.model,
    queryFn: ({ signal }) => calls.get<ModelConnection>('model', {}, signal),
  });
  return {
    hasPhoto: NAMES_PICTURE.test(persona?.text ?? ''),
    hasKnowledge: texts?.items.some(({ kind, removed }) => kind === 'knowledge' && !removed) ?? false,
    hasImports: imports?.items.some(({ state }) => state === 'applied') ?? false,
    hasModel: model !== undefined && (model.connected !== null || model.environment.length > 0),
  };
}
