import { useEffect, useState } from 'react';

/**
 * What a control shows that is kept as soon as it is changed: what was chosen, at once, until the server has taken or
 * refused it, then what is kept. React would put a box or a list back for a moment where it learnt of the choice later.
 *
 * @param kept as it stands on the server, as far as is known
 * @param change whether the newest change has been taken or refused
 * @returns what is to be shown, and what to call with a choice before it is sent
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
