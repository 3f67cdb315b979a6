/** An address or number, with a line break allowed after its '@' rather than within a word. */
export function ReachedAt({ value }: { value: string }) {
  const at = value.indexOf('@') + 1;
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}
