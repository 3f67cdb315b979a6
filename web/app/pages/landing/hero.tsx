import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { ExchangePlayer } from '../../../features/demo/exchange-player.tsx';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import { Portrait } from '../../../ui/portrait.tsx';

/** The first screen: portrait, one sentence, start button, and a sample exchange. */
export function Hero() {
  const { consultant, demo } = useConfig();
  return (
    <section aria-labelledby="hero-title" className="stage hero-stage">
      <div className="hero mx-auto max-w-page px-5 pt-4 pb-14 sm:px-8 lg:pt-8 lg:pb-20">
        <div className="hero-portrait spotlight">
          <Portrait src={consultant.portrait} alt={`Portrait of ${consultant.name}`} shape="arch" />
        </div>
        <p className="hero-name text-primary-text">
          <span className="block font-serif text-2xl text-foreground">{consultant.name}</span>
          {consultant.title}
        </p>
        <div className="hero-words">
          <h1 id="hero-title" className="text-[2.125rem] sm:font-display sm:text-5xl lg:text-[3.75rem]">
            {consultant.tagline}
          </h1>
          <div className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button asChild size="lg">
              <Link to={paths.chat}>Start Conversation</Link>
            </Button>
            <p className="max-w-xs text-muted-foreground text-sm">
              You talk to an AI that knows {consultant.first_name}’s work, and tells you when it does not know.
            </p>
          </div>
        </div>
        {demo ? (
          <div className="hero-exchange">
            <ExchangePlayer exchange={demo} twin={`AI ${consultant.first_name}`} />
          </div>
        ) : null}
      </div>
    </section>
  );
}
