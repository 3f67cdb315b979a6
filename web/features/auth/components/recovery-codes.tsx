import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';

/** Recovery codes, which are shown this once: to copy, to download, to confirm. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isKept, setKept] = useState(false);
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const keptId = useId();
  const text = `${codes.join('\n')}\n`;
  useEffect(() => heading.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid('Your browser does not let this page copy. Select the codes instead.');
    }
  };
  const download = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: 'recovery-codes.txt' });
    link.click();
    URL.revokeObjectURL(url);
    setSaid('Downloaded as recovery-codes.txt.');
  };
  return (
    <div className="space-y-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        Your recovery codes
      </h2>
      <p className="text-muted-foreground">
        Each of them replaces your app once, if you lose it. They are shown this one time: put them where your phone is
        not.
      </p>
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 rounded-md border p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="outline" size="sm" onClick={download}>
          Download
        </Button>
        <p role="status" className="text-muted-foreground text-sm">
          {said}
        </p>
      </div>
      <label htmlFor={keptId} className="flex min-h-11 w-fit items-center gap-3">
        <Checkbox id={keptId} checked={isKept} onChange={({ target }) => setKept(target.checked)} />I have put them away
      </label>
      <Button disabled={!isKept} onClick={onDone} className="w-full">
        Done
      </Button>
    </div>
  );
}
