/** An address or a number, which breaks behind its '@' rather than in the middle of a word. */
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
