import { useQuery } from '@tanstack/react-query';
import { TWIN_MOVE_SLOTS, type TwinMoves } from '@understudy/contract/twin-texts';
import { useId, useState } from 'react';
import { t } from '../../../../platform/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox, Input, Label } from '../../../../ui/field.tsx';
import { sentenceCase } from '../../../../ui/id-words.ts';
import { keys } from '../../calls.ts';
import { Fetched } from '../../components/section-frame.tsx';
import { useSettingsPage } from '../../settings-context.tsx';
import { useForm } from './form-context.ts';
import { Lines } from './list-controls.tsx';
import { shownText } from './row.tsx';
import { WithIndex } from './with-index.tsx';

type Move = TwinMoves['items'][number];

/** What the twin says without a language model, move by move: the product's lines, or one's own. */
export function RepliesForm() {
  const { calls } = useSettingsPage();
  const query = useQuery({
    queryKey: keys.moves,
    queryFn: ({ signal }) => calls.get<TwinMoves>('twin/moves', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Fetched query={query} what="text">
      {({ items }) => <Moves moves={onceEach(items)} />}
    </Fetched>
  );
}

/** A move can stand in the table several times, for several situations; its own lines apply to all of them. */
function onceEach(moves: readonly Move[]): Move[] {
  const known = new Map<string, Move>();
  for (const move of moves) {
    const first = known.get(move.move);
    known.set(move.move, first ? { ...first, lines: [...first.lines, ...move.lines] } : move);
  }
  return [...known.values()];
}

function Moves({ moves }: { moves: readonly Move[] }) {
  const { fields } = useForm();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOwnOnly, setOwnOnly] = useState(false);
  const wanted = typed.trim().toLowerCase();
  const ownOf = (move: string): string[] | null => {
    const own = fields[move];
    return Array.isArray(own) ? own.map(shownText) : null;
  };
  const found = moves.filter(({ move, lines }) => {
    const own = ownOf(move);
    if (isOwnOnly && own === null) return false;
    return [sentenceCase(move), ...lines, ...(own ?? [])].some((text) => text.toLowerCase().includes(wanted));
  });
  const slots = TWIN_MOVE_SLOTS.filter((slot) => found.some((move) => move.slot === slot));
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <Label htmlFor={`${id}-search`} className="mb-1.5">
            {t('twinForm.searchMoves')}
          </Label>
          <Input
            id={`${id}-search`}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <label htmlFor={`${id}-own`} className="flex min-h-11 items-center gap-3">
          <Checkbox id={`${id}-own`} checked={isOwnOnly} onChange={({ target }) => setOwnOnly(target.checked)} />
          {t('twinForm.ownOnly')}
        </label>
      </div>
      <p role="status" className="mt-3 text-muted-foreground text-sm">
        {t('twinForm.movesFound', { count: found.length })}
      </p>
      <div className="mt-6">
        <WithIndex sections={slots.map((slot) => ({ id: `${id}-${slot}`, name: t(`twinForm.slots.${slot}`) }))}>
          <div className="space-y-8">
            {slots.map((slot) => (
              <section
                key={slot}
                id={`${id}-${slot}`}
                aria-label={t(`twinForm.slots.${slot}`)}
                tabIndex={-1}
                className="form-section"
              >
                <h3 className="text-lg">{t(`twinForm.slots.${slot}`)}</h3>
                <ul className="mt-3 divide-y rounded-lg border bg-card">
                  {found.map((move) =>
                    move.slot === slot ? <MoveRow key={move.move} move={move} own={ownOf(move.move)} /> : null,
                  )}
                </ul>
              </section>
            ))}
          </div>
        </WithIndex>
      </div>
    </>
  );
}

function MoveRow({ move: { move, lines }, own }: { move: Move; own: string[] | null }) {
  const { set, isReadOnly } = useForm();
  const name = sentenceCase(move);
  return (
    <li className="px-4 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="wrap-anywhere min-w-0 flex-1 font-medium">{name}</h4>
        {own ? <Badge>{t('twinForm.own')}</Badge> : null}
        {isReadOnly ? null : (
          <Button
            variant="outline"
            size="sm"
            className="min-h-11"
            aria-label={`${own ? t('twinForm.useUsual') : t('twinForm.writeOwn')}: ${name}`}
            onClick={() => set([move], own ? undefined : [...lines])}
          >
            {own ? t('twinForm.useUsual') : t('twinForm.writeOwn')}
          </Button>
        )}
      </div>
      {own ? (
        <div className="mt-3">
          <Lines path={[move]} item={t('twinForm.moveLine')} lines={own} onChange={(next) => set([move], next)} />
        </div>
      ) : (
        <ul className="mt-1 space-y-1 text-muted-foreground text-sm">
          {lines.map((line) => (
            <li key={line} className="wrap-anywhere max-w-measure">
              {line}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
