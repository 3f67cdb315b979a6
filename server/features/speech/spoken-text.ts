/**
 * What a voice is given to say for a shown text: the same words without what only eyes read. The shown text stays as it
 * is. Pure; every expression is linear in the text.
 */

const CURRENCIES: Record<string, [one: string, many: string]> = {
  '€': ['euro', 'euros'],
  $: ['dollar', 'dollars'],
  '£': ['pound', 'pounds'],
  '¥': ['yen', 'yen'],
};
const MAGNITUDES: Record<string, string> = { k: 'thousand', m: 'million', bn: 'billion', b: 'billion' };

/** Applied one after the other. */
const RULES: [RegExp, string | ((...groups: string[]) => string)][] = [
  // Pause markers, also broken ones; they are silence, not words (specification, section 5).
  [/\[pause:[^\]]{0,40}\]/giu, ' '],
  // Markdown: pictures by their text, links by theirs, code and emphasis by what stands inside, headings and lists
  // bare.
  [/!?\[([^\]\n]{0,300})\]\([^)\s]{0,500}\)/gu, '$1'],
  [/```[a-z]*|[`*~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/giu, ''],
  [/^[ \t]{0,8}(?:#{1,6}|>+|[-•·]|\d{1,3}[.)])[ \t]+/gmu, ''],
  [/<\/?[a-z][^<>]{0,300}>/giu, ' '],
  [
    /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gu,
    (address) => address.replace('@', ' at ').replaceAll('.', ' dot '),
  ],
  [/\bhttps?:\/\/[^\s<>"')\]]{1,2000}|\bwww\.[^\s<>"')\]]{1,2000}/giu, spokenAddress],
  [/([€$£¥])\s?(\d[\d,]{0,15}(?:\.\d{1,6})?)\s?(k|m|bn|b)?(?![\p{L}\p{N}])/giu, spokenMoney],
  [/(\d[\d,]{0,15}(?:\.\d{1,6})?)\s?([€£¥])/gu, (_, number, sign) => spokenMoney('', sign, number)],
  [/(\d)\s?[–-]\s?(?=\d)/gu, '$1 to '],
  [/\be\.g\.,?/giu, 'for example'],
  [/\bi\.e\.,?/giu, 'that is'],
  [/\bvs\.?(?=\s)/giu, 'versus'],
  [/\betc\./giu, 'et cetera.'],
  [/(?<![\p{L}\p{N}])[~≈](?=\d)/gu, 'about '],
  [/#(?=\d)/gu, 'number '],
  [/\band\/or\b/giu, 'and or'],
  [/(?<=[\p{L}\p{N}])\/(?=\p{L})/gu, ' or '],
  [/\s+[–—-]{1,3}\s+|—/gu, ', '],
  [/\s?&\s?/gu, ' and '],
  [/\s?(?:→|⇒|=>|->)\s?/gu, ' to '],
  [/[“”„«»]/gu, '"'],
  [/[‘’]/gu, "'"],
  [/…/gu, '...'],
  [/\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3]|\p{Emoji_Modifier}/gu, ' '],
  // Whatever else has no sound: signs that a synthesiser would name, controls, characters that turn the direction.
  [/[<>{}[\]|\\^=_@#*~`]|[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' '],
  [/([!?])[!?]+/gu, '$1'],
  [/\s+/gu, ' '],
  [/\s+(?=[,.;:!?])/gu, ''],
];

/** The words of a shown text as they are to be spoken; empty when nothing in it can be. */
export function spokenText(shown: string): string {
  let text = shown;
  for (const [pattern, replacement] of RULES) text = text.replace(pattern, replacement as string);
  text = text.trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** An address by its host; nobody wants a path read out. */
function spokenAddress(address: string): string {
  const tail = /[.,;:!?]+$/u.exec(address)?.[0] ?? '';
  const host =
    address
      .replace(/^https?:\/\//iu, '')
      .replace(/^www\./iu, '')
      .split(/[/?#:]/u)[0] ?? '';
  return host.replace(/[.,;:!?]+$/u, '').replaceAll('.', ' dot ') + tail;
}

function spokenMoney(_: string, sign: string, number: string, magnitude?: string): string {
  const [one, many] = CURRENCIES[sign] ?? ['', ''];
  const amount = number.replace(/,+$/u, '');
  const comma = amount === number ? '' : ',';
  if (magnitude) return `${amount} ${MAGNITUDES[magnitude.toLowerCase()]} ${many}${comma}`;
  const [whole = '', cents] = amount.split('.');
  if (cents?.length === 2 && cents !== '00') return `${whole} ${many} ${cents}${comma}`;
  return `${cents === '00' ? whole : amount} ${amount === '1' ? one : many}${comma}`;
}
