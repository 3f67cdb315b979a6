import type { Language } from '@understudy/contract/languages';
import type { MaskWords } from './mask.ts';

/** What stands in place of what is masked, in each language: the server has no catalogue. */
export const MASK_WORDS: Record<Language, MaskWords> = {
  en: {
    name: '[name]',
    email: '[email]',
    link: '[link]',
    phone: '[phone number]',
    address: '[address]',
    account: '[account number]',
  },
  de: {
    name: '[Name]',
    email: '[E-Mail]',
    link: '[Link]',
    phone: '[Telefonnummer]',
    address: '[Adresse]',
    account: '[Kontonummer]',
  },
  es: {
    name: '[nombre]',
    email: '[correo]',
    link: '[enlace]',
    phone: '[teléfono]',
    address: '[dirección]',
    account: '[cuenta]',
  },
};
