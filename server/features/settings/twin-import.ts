import type { Queries } from '../../platform/database/transaction.ts';
import { audit, COMMAND_LINE } from '../accounts/index.ts';

/** Who imports a twin: `npm run twin -- import` is the only way. */
export const COMMAND_IMPORTER = {
  name: COMMAND_LINE.email,
  audit: (db: Queries, detail: Record<string, unknown>): Promise<void> =>
    audit(db, COMMAND_LINE, 'twin_imported', detail),
};
