import type { ConnectedModel } from '@understudy/contract/settings';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { localStore } from '../../../platform/storage.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loading } from '../../../ui/states.tsx';
import type { SettingsCalls } from '../settings-context.tsx';

/** A separate chunk: once a model is connected, it is not needed here. */
const ModelConnectionView = lazy(async () => ({
  default: (await import('./model-connection.tsx')).ModelConnectionView,
}));

const PUT_OFF = 'connect-model-later';

/** The dashboard's first card: connects a language model as long as there is none. */
export function FirstModelCard({
  calls,
  mayConnect,
  settingsLink,
}: {
  calls: SettingsCalls;
  /** Whether the current user may connect one. */
  mayConnect: boolean;
  settingsLink: ReactNode;
}) {
  const { basic_answers: isBasic } = useConfig();
  const [isPutOff, setPutOff] = useState(() => localStore.read(PUT_OFF) !== null);
  const [connected, setConnected] = useState<ConnectedModel | null>(null);
  if (!mayConnect || !isBasic || isPutOff) return null;
  if (connected) {
    return (
      <Card className="border-success px-5 py-4" role="status">
        <p>
          <span className="font-medium">Connected.</span> {connected.model} writes the replies from the next message on.{' '}
          {settingsLink}
        </p>
      </Card>
    );
  }
  return (
    <Card className="px-5 py-5 sm:px-6">
      <section aria-labelledby="connect-model">
        <h2 id="connect-model" className="text-xl">
          Connect a language model
        </h2>
        <p className="mt-1 mb-5 max-w-measure text-muted-foreground">
          Visitors get basic answers now. With a model your twin holds a real conversation, in the visitor’s language.
          It takes a minute and no restart.
        </p>
        <Suspense fallback={<Loading words="Opening" />}>
          <ModelConnectionView
            calls={calls}
            onConnected={setConnected}
            dismiss={
              <Button
                variant="ghost"
                onClick={() => {
                  localStore.write(PUT_OFF, 'yes');
                  setPutOff(true);
                }}
              >
                Not now
              </Button>
            }
          />
        </Suspense>
      </section>
    </Card>
  );
}
