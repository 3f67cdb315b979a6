/** Words of money. All lower case. */
import { NUMBER_WORDS } from '../../../platform/text/number-words.ts';

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Signs and codes of currencies, which stand before or after the figure. */
export const CURRENCIES = set(
  `€ £ $ ₹ ¥ ₺ ₦ ₵ us$ ca$ nt$ a$ c$ hk$ s$ r$ nz$ mx$ t€ teur euro euros eur dollar dollars usd bucks pound pounds gbp quid sterling franc francs chf sfr crown crowns kč czk kronor kroner sek nok dkk zł złoty zloty zlotys pln rupee rupees inr rs naira ngn shilling shillings kes ksh lira liras tl peso pesos reais brl yen jpy rmb yuan cny twd cad canadian aud birr etb cedi cedis ghs rand zar dirham dirhams aed forint forints huf lei ron leva bgn denar denars hryvnia sgd hkd try mxn nzd`,
);
/** Signs that stand right before a figure. */
export const SIGNS = set(
  '€ £ $ ₹ ¥ ₺ ₦ ₵ us$ ca$ nt$ a$ c$ hk$ s$ r$ nz$ mx$ eur usd gbp chf cad aud nzd sek nok dkk pln czk huf try inr ngn kes zar aed sgd hkd jpy cny rmb twd brl mxn ghs ron bgn etb rs ksh',
);
export const TIMES: ReadonlyMap<string, number> = new Map([
  ['k', 1_000],
  ['grand', 1_000],
  ['thousand', 1_000],
  ['tausend', 1_000],
  ['tisíc', 1_000],
  ['mille', 1_000],
  ['mil', 1_000],
  ['t€', 1_000],
  ['teur', 1_000],
  ['hundred', 100],
  ['lakh', 100_000],
  ['lakhs', 100_000],
  ['lac', 100_000],
  ['lacs', 100_000],
  ['crore', 10_000_000],
  ['crores', 10_000_000],
  ['m', 1_000_000],
  ['mn', 1_000_000],
  ['mio', 1_000_000],
  ['million', 1_000_000],
  ['millions', 1_000_000],
  ['bn', 1_000_000_000],
]);
export const SPOKEN: ReadonlyMap<string, number> = new Map([...NUMBER_WORDS, ['half', 0.5]]);
/** Words before a figure that make it approximate. */
export const APPROXIMATELY = set(
  'about around roughly up to 2 max max. maximum at most no more than not hasta under below less over least circa ca ca. approx approx. approximately maybe perhaps nearly almost some between from somewhere',
);
/** Words after a figure that show what it counts. */
export const COUNTED = set(
  `people person persons ppl staff employees heads headcount members guests attendees delegates listeners owners managers students teachers nurses doctors drivers workers volunteers shops stores sites clubs clinics branches schools hotels offices locations desks years year yrs months month weeks week days day hours hour hrs h min mins minute minutes seconds s km miles kg tonnes tons emails mails messages orders invoices quotes refunds calls tickets requests rows pages words times visitors leads percent am pm copies units pcs pieces cases patients trucks loads batches rooms seats of partners lawyers developers engineers guys men women lads souls customers clients farms suppliers pupils children kids cups bottles loaves watches steps signatures stamps slides sessions copies decisions companies firms partners providers advisers firms offers languages subscribers followers downloads views readers users viewers likes clicks`,
);
