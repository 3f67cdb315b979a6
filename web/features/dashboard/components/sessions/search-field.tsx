import { SEARCH_MAX_CHARS } from '@understudy/contract/admin';
import { type ComponentProps, useEffect, useState } from 'react';
import { Input, Label } from '../../../../ui/field.tsx';

/** Debounce before the database is queried. */
const TYPING_MS = 250;

/** A search stored in the address: debounced while typing, and updated by the back button. */
export function SearchField({
  id,
  label,
  value,
  onSearch,
  ...input
}: Omit<ComponentProps<typeof Input>, 'type' | 'value' | 'onChange'> & {
  id: string;
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address changed by other means, such as the back button or a cleared filter.
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <Label htmlFor={id} className="sr-only">
        {label}
      </Label>
      <Input
        id={id}
        type="search"
        autoComplete="off"
        maxLength={SEARCH_MAX_CHARS}
        value={text}
        onChange={({ target }) => setText(target.value)}
        {...input}
      />
    </>
  );
}
