import { LANGUAGES } from '@understudy/contract/languages';
import { MAIL_TEMPLATES } from '@understudy/contract/mail';
import { z } from 'zod';
import type { Sealer } from '../../platform/sealer.ts';

/** Where the links in mails lead. */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe';
export const ITEM_PATH = '/mail/item';

const PURPOSE = 'mail link';
const language = z.enum(LANGUAGES);
const linkSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('unsubscribe'),
    address: z.string(),
    template: z.enum(MAIL_TEMPLATES),
    language,
  }),
  z.strictObject({
    kind: z.literal('item'),
    reminder: z.guid(),
    /** Who got the mail. */
    address: z.string(),
    language,
    /** In milliseconds since the epoch. */
    expires: z.number(),
  }),
]);

/** What a link in a mail allows. */
export type MailLink = z.infer<typeof linkSchema>;

/**
 * The token of a link. It is sealed rather than signed, so that logs of proxies do not learn the address, and opens
 * only unchanged. A link to unsubscribe never expires.
 */
export const sealLink = (sealer: Sealer, link: MailLink): string =>
  sealer.seal(Buffer.from(JSON.stringify(link)), PURPOSE).toString('base64url');

/** Opens a token; null if it was forged or changed, or is of another installation. */
export function openLink(sealer: Sealer, token: string): MailLink | null {
  try {
    const plain = sealer.open(Buffer.from(token, 'base64url'), PURPOSE);
    return linkSchema.parse(JSON.parse(plain.toString('utf8')));
  } catch {
    return null;
  }
}
