import type { Reference } from './read-reference.ts';

/**
 * The groups with the operations that contain every search word in their name, path, text, fields or codes. Groups
 * without a match are left out.
 */
export function findOperations(groups: Reference['groups'], asked: string): Reference['groups'] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups.flatMap((group) => {
    const operations = group.operations.filter((operation) => {
      const { id, method, path, summary, about, parameters, body, answers, errors } = operation;
      const fields = [parameters, body?.fields ?? [], ...answers.map((answer) => answer.fields)].flat();
      const codes = errors.map(({ code }) => code);
      const text = [group.name, id, method, path, summary, about, ...fields.map(({ name }) => name), ...codes]
        .join(' ')
        .toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return operations.length > 0 ? [{ ...group, operations }] : [];
  });
}
