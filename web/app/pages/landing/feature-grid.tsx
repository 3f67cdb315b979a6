import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useConfig } from '../../../platform/config.ts';
import { featureGroups } from './features.ts';

/** The nine feature cards (section 2) in three groups, set like a theatre programme: hairlines, no boxes. */
export function FeatureGrid() {
  const { first_name: firstName } = useConfig().consultant;
  return (
    <section aria-labelledby="features-title" className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
      <h2 id="features-title" className="text-3xl sm:text-4xl">
        What it can do
      </h2>
      <p className="mt-3 max-w-measure text-lg text-muted-foreground">
        Everything below works today. What is still on its way is marked as coming.
      </p>
      <div className="mt-10 grid gap-x-12 gap-y-12 lg:mt-14 lg:grid-cols-3">
        {featureGroups(firstName).map(({ title, features }) => (
          <section key={title} aria-label={title}>
            <h3 className="font-medium text-lg text-primary-text">{title}</h3>
            <ul className="mt-4 grid gap-x-12 sm:max-lg:grid-cols-3 sm:max-lg:gap-x-8">
              {features.map((feature) => (
                <li key={feature.title} className="flex flex-col gap-2 border-t py-6">
                  <h4 className="font-serif text-2xl">{feature.title}</h4>
                  <p className="max-w-measure">{feature.today}</p>
                  {feature.coming ? (
                    <p className="text-muted-foreground text-sm">
                      <span className="font-semibold text-primary-text">Coming:</span> {feature.coming}
                    </p>
                  ) : null}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p className="border-t pt-7">
        <Link
          to={paths.personalities}
          className="inline-flex min-h-11 items-center font-medium text-lg text-primary-text underline underline-offset-4"
        >
          Meet the six personalities
        </Link>
      </p>
    </section>
  );
}
