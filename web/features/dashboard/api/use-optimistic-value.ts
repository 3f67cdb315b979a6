import { useEffect, useState } from 'react';

/**
 * The value of a control that saves on change: the new choice at once, until the server has accepted or refused it,
 * then the stored value. If React learnt of the choice later, it would briefly revert a checkbox or select.
 *
 * @param kept the stored value, as far as known
 * @param change whether the latest change was accepted or refused
 * @returns the value to show, and a function to call with a choice before it is sent
 */
export function useOptimisticValue<Value>(
  kept: Value,
  { isSuccess, isError }: { isSuccess: boolean; isError: boolean },
): [shown: Value, wish: (value: Value) => void] {
  const [wished, setWished] = useState<{ value: Value } | null>(null);
  const isOver = isSuccess || isError;
  useEffect(() => {
    if (isOver) setWished(null);
  }, [isOver]);
  return [wished ? wished.value : kept, (value) => setWished({ value })];
}
