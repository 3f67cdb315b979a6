/**
 * Why an address, a calendar or a calendar server cannot be read or written, as the server words it in English; the
 * dashboard has its own words for each code (`calendar.problem.{code}`). Values are filled in.
 */
export const READ_PROBLEMS = {
  no_address: 'This is not an address of a web page, such as https://example.com/about.',
  no_scheme: 'Only addresses that begin with http:// or https:// can be imported.',
  has_password: 'The address must not contain a user name or password.',
  unknown_host: 'There is no website at {host}. Check the address.',
  private_address: '{host} is an address of a private network. Only public websites can be imported.',
  timeout: '{host} did not finish its answer within {seconds} seconds.',
  refuses_connections: '{host} could not be read: it refuses connections.',
  connection_closed: '{host} could not be read: it closed the connection.',
  bad_certificate: '{host} could not be read: its certificate is not valid.',
  connection_failed: '{host} could not be read: the connection failed.',
  connection_error: '{host} could not be read: {detail}.',
  bad_redirect: '{host} redirects to an invalid address.',
  too_many_redirects: '{host} redirects more than {most} times.',
  sends_on: '{host} sends this address on to another one. Enter the final address.',
  status_gone: '{host} answered with status {status}: there is no such page.',
  status_refused: '{host} answered with status {status}: the page is not public, or refuses programs.',
  status_busy: '{host} answered with status {status}: too many requests, try again later.',
  status_broken: '{host} answered with status {status}: the website has a problem.',
  status: '{host} answered with status {status}.',
  not_page_type: 'What {host} has at this address is neither a web page, a text nor a PDF ({type}).',
  not_sitemap_type: 'What {host} has at this address is not a sitemap ({type}).',
  not_calendar_type: 'What {host} has at this address is not an iCalendar file ({type}).',
  packed: 'The answer is packed in a way that cannot be read ({encoding}).',
  answer_too_large: 'The answer is larger than {megabytes} MB.',
  file_too_large: 'The file is larger than {megabytes} MB.',
  not_a_calendar: 'This is not an iCalendar file.',
  calendar_cut: 'The calendar is damaged: it cannot be read to its end.',
  calendar_broken: 'The calendar is damaged, or of a kind that cannot be read.',
  too_many_events: 'The calendar has more events than can be read. Export fewer of them.',
  calendar_too_slow:
    'The calendar took too long to read: it is too large, or one of its events repeats in a way that does not end.',
  too_many_calendars: 'There are {most} calendars already.',
  server_refused: 'The calendar server answered: user name or password are not accepted.',
  server_has_none: 'The calendar server answered: there is no calendar at this address.',
  server_no_calendar: 'The calendar server answered: this address is not that of a calendar.',
  server_broken: 'The calendar server answered: it has a problem ({status}).',
  server_status: 'The calendar server answered: {status}.',
  server_not_calendar: 'The calendar server did not answer as a calendar does.',
  server_unreachable: 'The calendar server could not be reached.',
  moved_onto_another: 'In your calendar it was moved to a time at which another meeting is booked.',
  unread: 'The calendar could not be read.',
} as const;

export type ReadProblemCode = keyof typeof READ_PROBLEMS;

/** What cannot be read, for pages that have their own words for it. */
export interface ReadProblem {
  code: ReadProblemCode;
  /** What the sentence names, such as `host`. */
  values: Record<string, string>;
}

/** The sentence of a problem, in English. */
export const readProblemSentence = ({ code, values }: ReadProblem): string =>
  READ_PROBLEMS[code].replace(/\{(\w+)\}/g, (name, value: string) => values[value] ?? name);
