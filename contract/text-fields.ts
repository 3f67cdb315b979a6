import { z } from 'zod';

/** A text of at least one character, without space around it. */
export const line = z.string().trim().min(1);
/** A name of a file or an entry: lower-case letters, digits and hyphens. */
export const slug = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens');
