/**
 * Converts shown text to text for a voice: the same words, without what only makes sense in writing. The shown text
 * stays unchanged. Pure; every expression runs in linear time.
 */

const CURRENCIES: Record<string, [one: string, many: string]> = {
  '€': ['euro', 'euros'],
  $: ['dollar', 'dollars'],
  '£': ['pound', 'pounds'],
  '¥': ['yen', 'yen'],
};
const MAGNITUDES: Record<string, string> = { k: 'thousand', m: 'million', bn: 'billion', b: 'billion' };

/** Applied in order. */
const RULES: [RegExp, string | ((...groups: string[]) => string)][] = [
  // Pause markers, including broken ones, are silence rather than words (specification, section 5).
  [/\[pause:[^\]]{0,40}\]/giu, ' '],
  // Markdown: the text of images and links, the content of code and emphasis, and headings and lists without their
  // marks.
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
  // Anything else without a sound: signs that a synthesizer would name, control characters, and direction marks.
  [/[<>{}[\]|\\^=_@#*~`]|[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' '],
  [/([!?])[!?]+/gu, '$1'],
  [/\s+/gu, ' '],
  [/\s+(?=[,.;:!?])/gu, ''],
];

/** The text to speak for a shown text; empty if nothing in it can be spoken. */
export function spokenText(shown: string): string {
  let text = shown;
  for (const [pattern, replacement] of RULES) text = text.replace(pattern, replacement as string);
  text = text.trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** Reduces a URL to its host; nobody wants to hear a path. */
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
