import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

/** Recovery codes, shown only once, to copy or download. @param onDone they are saved */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [said, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const text = `${codes.join('\n')}\n`;
  useEffect(() => heading.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      setSaid('Your browser blocked copying. Select the codes instead.');
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
        If you lose your app, each code lets you sign in once. You won't see them again. Save them somewhere other than
        your phone.
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
      <Button onClick={onDone} className="w-full">
        I have saved them
      </Button>
    </div>
  );
}
