import { REMEMBERED_TITLE } from '@understudy/contract/remembered';
import type { PublicConfig } from '@understudy/contract/wire';
import { expect, it } from 'vitest';
import { keptThings } from './privacy-page.tsx';

// The page does not import the name: a chunk shared only with the chat would be listed in every page's preload map.
it('calls the list of memories what the chat calls it', () => {
  const config = { consultant: { name: 'Orla Venstrom', first_name: 'Orla' }, retention_days: null };
  const told = keptThings(config as unknown as PublicConfig).map(({ why }) => why);
  expect(told.join(' ')).toContain(`“${REMEMBERED_TITLE}”`);
});
