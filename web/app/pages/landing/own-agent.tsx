/** The benefits of an own agent and its audiences: the four blocks and two lists of section 2. */
const BENEFITS = [
  {
    title: 'Your personality',
    text: 'It sounds like you, works from what you have written, and leaves out what you would never say.',
  },
  {
    title: 'Family support',
    text: 'It knows the school, the allergies and whose turn it is, so nobody has to ask you twice.',
  },
  {
    title: 'Schedule management',
    text: 'It keeps your appointments, finds the free half hour, and says no in your words when there is none.',
  },
  {
    title: 'Always available',
    text: 'It answers at three in the morning and while you are on holiday, and hands over to you when it should.',
  },
];

const USES = [
  {
    title: 'For parents',
    items: [
      'Who picks up whom, and what to bring',
      'Forms, deadlines and parents’ evenings',
      'Bedtime stories that start with your idea',
      'One answer for the sitter, the school and grandma',
    ],
  },
  {
    title: 'For professionals',
    items: [
      'First conversations with new contacts',
      'The questions every client asks',
      'Meetings prepared from what was said before',
      'Enquiries sorted by who to call first, and why',
    ],
  },
];

/** The section 'Want Your Own AI Agent' (section 2). */
export function OwnAgent() {
  return (
    <section aria-labelledby="own-agent-title" className="border-t bg-card">
      <div className="mx-auto max-w-page px-5 py-16 sm:px-8 lg:py-24">
        <h2 id="own-agent-title" className="max-w-xl text-3xl sm:text-4xl">
          Want Your Own AI Agent
        </h2>
        <p className="mt-3 max-w-measure text-lg text-muted-foreground">
          We are building personal agents for people who get asked the same things over and over. Here is what yours
          will do.
        </p>
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:mt-14 lg:grid-cols-[3fr_2fr]">
          <ul className="grid content-start gap-x-10 gap-y-9 sm:grid-cols-2">
            {BENEFITS.map((benefit) => (
              <li key={benefit.title}>
                <h3 className="text-xl">{benefit.title}</h3>
                <p className="mt-2 text-muted-foreground">{benefit.text}</p>
              </li>
            ))}
          </ul>
          <div className="grid content-start gap-x-10 gap-y-9 sm:grid-cols-2 lg:border-l lg:pl-12">
            {USES.map((use) => (
              <div key={use.title}>
                <h3 className="text-xl">{use.title}</h3>
                <ul className="mt-3 space-y-2 text-muted-foreground">
                  {use.items.map((item) => (
                    <li key={item} className="dash-item">
                      {item}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
