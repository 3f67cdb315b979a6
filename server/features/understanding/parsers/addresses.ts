/** Email addresses, written or said aloud. */
import { spokenAddresses } from './spoken-addresses.ts';
import { tokensOf } from './words.ts';

/** An address in lower case, and its place as UTF-16 offsets. */
export interface Address {
  address: string;
  from: number;
  to: number;
}

const WRITTEN = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/giu;
const MAY_BE_SAID = /\b(?:dot|punkt|point|punto|punt)\b|\bat\b[^.]{0,40}\.\p{L}{2}/iu;

/** All addresses of a line, whoever they belong to, in order. */
export function addressesIn(line: string): Address[] {
  const found: Address[] = [];
  if (line.includes('@')) {
    for (const { 0: written, index } of line.matchAll(WRITTEN)) {
      const address = written.toLowerCase().replace(/[.'-]+$/, '');
      if (/\.\p{L}{2,}$/u.test(address)) found.push({ address, from: index, to: index + address.length });
    }
  }
  if (MAY_BE_SAID.test(line)) {
    for (const said of spokenAddresses(tokensOf(line)))
      if (!found.some(({ from, to }) => said.from < to && from < said.to)) found.push(said);
  }
  return found.sort((one, other) => one.from - other.from);
}

const OTHERS_BEFORE =
  /\b(?:his|her|their|colleague|boss|friend|assistant|husband|wife|not|never|old|former|previous|cc|copy|(?!(?:it|that|here|there|who|what|name)['’])\p{L}+['’]s)\b[^.!?@]{0,20}$/iu;
const OTHERS_AFTER =
  /^[^.!?@]{0,4}\b(?:is|was|no longer|my|his|her)\b[^.!?@]{0,12}\b(?:boss|colleague|old|former|friend|use|valid)\b/iu;
const AROUND = 60;

/** Whether the words around an address say that it is somebody else's, or outdated. */
export const isOthersAddress = (text: string, { from, to }: Address): boolean =>
  OTHERS_BEFORE.test(text.slice(Math.max(0, from - AROUND), from)) || OTHERS_AFTER.test(text.slice(to, to + AROUND));
