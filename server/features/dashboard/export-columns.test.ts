import type { ExportedSession } from '@understudy/contract/export-formats';
import { expect, test } from 'vitest';
import { EXPORT_COLUMNS } from './export-columns.ts';

const phoneOf = (phone: string) =>
  EXPORT_COLUMNS.plain.find(([name]) => name === 'Phone')?.[1]({ phone } as ExportedSession);

test('who complained is told in a column of its own', () => {
  const [, cell] = EXPORT_COLUMNS.plain.find(([name]) => name === 'Complaint') ?? [];
  expect([true, false].map((complaint) => cell?.({ complaint } as ExportedSession))).toEqual(['Yes', 'No']);
  expect(cell?.({ complaint: true, asks_person: true } as ExportedSession)).toBe('No');
});

test.each([
  ['+44 (0)20-7946-0000', '+44 20 7946 0000'],
  ['+49(0)30/123456', '+49 30 123456'],
  ['+49 (30) 1234-56', '+49 30 1234 56'],
  ['+31 6 1234 5678', '+31 6 1234 5678'],
  ['020 7946 0000', '020 7946 0000'],
])('a number can be dialled as it is exported: %s', (told, exported) => {
  expect(phoneOf(told)).toBe(exported);
});
