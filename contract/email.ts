/** Validates a typed address against the limits of email itself (RFC 5321, 4.5.3.1). */

/** Longest address allowed in email. */
export const ADDRESS_MAX_CHARS = 254;
const LOCAL_PART_MAX_CHARS = 64;
const LABEL_MAX_CHARS = 63;

/** A sentence for the person who typed it; null if no problem is found. */
export function emailProblem(address: string): string | null {
  const at = address.lastIndexOf('@');
  if (at < 1 || at === address.length - 1) return 'That does not look like an email address.';
  if (address.length > ADDRESS_MAX_CHARS) return `An email address has at most ${ADDRESS_MAX_CHARS} characters.`;
  if (at > LOCAL_PART_MAX_CHARS) {
    return `An email address has at most ${LOCAL_PART_MAX_CHARS} characters before the @.`;
  }
  const labels = address.slice(at + 1).split('.');
  if (labels.some((label) => label.length > LABEL_MAX_CHARS)) {
    return `Between two dots after the @, an email address has at most ${LABEL_MAX_CHARS} characters.`;
  }
  return null;
}
