import { Plus, X } from 'lucide-react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Input } from '../../../ui/field.tsx';
import { Empty } from '../../../ui/states.tsx';
import type { Problem } from '../group-forms.ts';
import { newLine, PRICE_KINDS, type PriceLine, priceWords, unpriced } from '../price-form.ts';
import { useProviders } from '../settings-context.tsx';
import { FieldRow, type GroupEdit, GroupSection } from './group-section.tsx';

/** Provider prices, from which the cost of a conversation is computed. */
export function PricesSection() {
  return (
    <GroupSection group="prices" introduction={t('settings.analyticsUsesThesePricesTo')}>
      {(edit) => <Prices {...edit} />}
    </GroupSection>
  );
}

function Prices({ form, set, problems }: GroupEdit<'prices'>) {
  const { data } = useProviders();
  const missing = unpriced(data?.items ?? [], form.rows);
  const put = (rows: PriceLine[]) => set({ ...form, rows });
  return (
    <>
      <FieldRow group="prices" field="currency" label={t('settings.currency')} problems={problems} className="max-w-28">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            maxLength={3}
            className="uppercase"
            value={form.currency}
            onChange={({ target }) => set({ ...form, currency: target.value.toUpperCase() })}
          />
        )}
      </FieldRow>
      <Card className="mt-6">
        {form.rows.length === 0 ? (
          <Empty title={t('settings.noPricesYet')}>{t('settings.addARowForEach')}</Empty>
        ) : (
          <ul className="divide-y">
            {form.rows.map((row, at) => (
              <PriceRowFields
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else that stays while it is typed
                key={at}
                at={at}
                row={row}
                currency={form.currency}
                problems={problems}
                onChange={(next) => put(form.rows.map((one, place) => (place === at ? next : one)))}
                onRemove={() => put(form.rows.filter((_, place) => place !== at))}
              />
            ))}
          </ul>
        )}
      </Card>
      {missing.length > 0 ? (
        <div className="mt-5">
          <p className="text-sm">{t('settings.inUseWithoutAPrice')}</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {missing.map((line) => (
              <li key={`${line.kind} ${line.provider} ${line.model}`} className="min-w-0 max-w-full">
                <Button
                  variant="outline"
                  size="sm"
                  className="wrap-anywhere min-h-11"
                  onClick={() => put([...form.rows, line])}
                >
                  <Plus aria-hidden />
                  {line.provider} {line.model}
                  <span className="text-muted-foreground">{priceWords()[line.kind].name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className="mt-5 flex flex-wrap items-center gap-2">
        <span className="text-sm">{t('settings.addARowFor')}</span>
        {PRICE_KINDS.map((kind) => (
          <Button
            key={kind}
            variant="ghost"
            size="sm"
            className="min-h-11"
            onClick={() => put([...form.rows, newLine(kind)])}
          >
            <Plus aria-hidden />
            {priceWords()[kind].name}
          </Button>
        ))}
      </div>
    </>
  );
}

interface PriceRowProps {
  at: number;
  row: PriceLine;
  currency: string;
  problems: readonly Problem[];
  onChange: (row: PriceLine) => void;
  onRemove: () => void;
}

/** One model's price. */
function PriceRowFields({ at, row, currency, problems, onChange, onRemove }: PriceRowProps) {
  const { name, figures } = priceWords()[row.kind];
  return (
    <li className="px-4 py-4 sm:px-5">
      <div className="flex items-center justify-between gap-4">
        <p className="font-medium">{name}</p>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('settings.removeThePriceOf', { row: row.model || t('settings.thisRow') })}
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
            label={field === 'provider' ? t('settings.provider') : t('settings.model')}
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
