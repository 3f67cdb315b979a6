import { X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import type { Problem } from '../groups/group-form.ts';
import { PRICE_WORDS, type PriceLine } from '../groups/prices.ts';
import { FieldRow } from './field-row.tsx';

export interface PriceRowProps {
  at: number;
  row: PriceLine;
  currency: string;
  problems: readonly Problem[];
  onChange: (row: PriceLine) => void;
  onRemove: () => void;
}

/** One model's price. */
export function PriceRowFields({ at, row, currency, problems, onChange, onRemove }: PriceRowProps) {
  const { name, figures } = PRICE_WORDS[row.kind];
  return (
    <li className="px-4 py-4 sm:px-5">
      <div className="flex items-center justify-between gap-4">
        <p className="font-medium">{name}</p>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove the price of ${row.model || 'this row'}`}
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
      <div className="mt-1 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {(['provider', 'model'] as const).map((field) => (
          <FieldRow
            key={field}
            group="prices"
            field={`rows.${at}.${field}`}
            label={field === 'provider' ? 'Provider' : 'Model'}
            problems={problems}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                value={row[field]}
                onChange={({ target }) => onChange({ ...row, [field]: target.value })}
              />
            )}
          </FieldRow>
        ))}
        {figures.map((words, place) => (
          <FieldRow
            key={words}
            group="prices"
            field={`rows.${at}.figures.${place}`}
            label={`${words}${currency ? `, ${currency}` : ''}`}
            problems={problems}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                className="tabular-nums"
                value={row.figures[place] ?? ''}
                onChange={({ target }) =>
                  onChange({ ...row, figures: row.figures.map((one, other) => (other === place ? target.value : one)) })
                }
              />
            )}
          </FieldRow>
        ))}
      </div>
    </li>
  );
}
