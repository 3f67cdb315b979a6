/** Attempts to steer the twin away from its part. */
import { fold } from '../../platform/text/words.ts';

const LEET: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' };

/** Undoes letters written as digits, for words that mix the two. */
function unleet(text: string): string {
  // Each word is looked at whole: one that is looked for behind any place of a long word would cost its square.
  return text.replace(/\S+/g, (word) =>
    /[a-z]/i.test(word) && /[013457@$]/.test(word) ? word.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign) : word,
  );
}

const ENCODED = /^[A-Za-z0-9+/]{24,}={0,2}$/;
const INVISIBLE = /[\u{E0000}-\u{E007F}\u{2800}-\u{28FF}]/u;

/** Attempts to get at the instructions or to replace them; the text may be disguised. */
const MANIPULATION: RegExp[] = [
  /\b(ignore|disregard|forget|override|bypass|drop|skip)\b.{0,40}\b(instruction|rule|prompt|guideline|direction|restriction|everything (above|before)|previous|prior|training|safety)/,
  /\b(system|initial|hidden|original|secret|developer|internal|base|first) ?(prompt(?! ?book)|instruction|message|directive)/,
  /\b(your|the) (prompt(?! ?(book|corner))|instructions|guidelines|directives|rules|configuration|config|context window|pre-?prompt)\b/,
  /\b(reveal|print|output|show|repeat|recite|dump|leak|echo|display|translate|summari[sz]e|spell|encode|write out)\b.{0,50}\b(above|prompt(?! ?(book|corner))|instructions?|verbatim|word for word|rules you|your rules|everything before|preceding|beginning of)/,
  /\brepeat (after me|the (word|following|text|phrase)|this|everything|all)|\b(repeat|say|write|print|type|output)\b.{0,60}\b(forever|endlessly|(thousand|million) times|\d{3,} times)\b/,
  /\b(you are|you're|ur) (now|no longer)\b|\bfrom now on\b|\bnew (instructions?|persona|role|identity)\b/,
  /\b(act|behave|respond|answer|roleplay|role-play) as (if|though|a|an|my|the)\b|\bpretend\b|\bimagine you are\b|\blet'?s role ?-?play\b|\bstay in character\b/,
  /\b(jailbreak|jail break|dan mode|do anything now|developer mode|god mode|sudo|admin mode|debug mode|unfiltered|uncensored|no restrictions)\b/,
  /<\|?(im_start|im_end|system|endoftext)|\[\/?(inst|sys|system)\]|^\s*#{2,} ?(system|instruction)|\b(role|"role")\W{1,4}(system|assistant)|^\s*(system|assistant|developer) ?:|^data: ?[{[]|\[done\]/m,
  /\b(base64|rot13|rot-13|morse|braille|hex|leetspeak|pig latin|reverse[sd]?|backwards)\b.{0,60}\b(decode|prompt|instruction|answer|follow|say|obey|write|do)|\bdecode (this|the following|and)\b/,
  /\b(vtaber|cerivbhf|vafgehpgvbaf|flfgrz|cebzcg)\b/,
  /\b(lead_?score|canary|api[ _-]?keys?|password|access token|env(ironment)? variables?|database dump)\b/,
  /\b(other|previous|another|last) (visitors?|users?|customers?|people)('s)?\b.{0,40}\b(say|said|ask|asked|message|chat|conversation|email|data|name|talk|told|wrote)/,
];

/** Whether somebody tries to steer the twin away from its part, in whatever dress. */
export function isManipulation(message: string): boolean {
  if (INVISIBLE.test(message)) return true;
  const text = fold(message);
  const plain = unleet(text);
  const joined = text.replace(/\b(\w)[ .\-_*](?=\w\b)/g, '$1');
  const reversed = [...text].reverse().join('');
  if (message.split(/\s+/).some((word) => ENCODED.test(word) && /[A-Z]/.test(word) && /[a-z]/.test(word))) return true;
  if (/^[.\-/| ]{12,}$/.test(message.trim())) return true;
  const versions = [...new Set([text, plain, joined, reversed])];
  return MANIPULATION.some((pattern) => versions.some((version) => pattern.test(version)));
}
