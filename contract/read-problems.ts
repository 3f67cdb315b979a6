import type { Language } from './languages.ts';

/**
 * Why an address, a file, a web page, a calendar or a calendar server cannot be read or written, in English. Pages have
 * the words of each language (`problem.{code}` in `web/texts`). Values are filled in.
 */
export const READ_PROBLEMS = {
  no_address: 'This is not an address such as https://example.com.',
  no_scheme: 'Only addresses that begin with http:// or https:// can be read.',
  has_password: 'The address must not contain a user name or password.',
  unknown_host: 'There is no server at {host}. Check the address.',
  private_address: '{host} is an address of a private network. Only addresses on the internet can be read.',
  timeout: '{host} did not finish its answer within {seconds} seconds.',
  refuses_connections: '{host} refuses connections.',
  connection_closed: '{host} closed the connection.',
  bad_certificate: 'The certificate of {host} is not valid.',
  connection_failed: 'The connection to {host} failed.',
  connection_error: 'The connection to {host} failed ({detail}).',
  bad_redirect: '{host} redirects to an invalid address.',
  too_many_redirects: '{host} redirects more than {most} times.',
  sends_on: '{host} sends this address on to another one. Enter the final address.',
  status_gone: '{host} has nothing at this address (status {status}).',
  status_refused: '{host} does not give out what is at this address (status {status}).',
  status_busy: '{host} got too many requests. Try again later (status {status}).',
  status_broken: '{host} has a problem (status {status}).',
  status: '{host} answered with status {status}.',
  not_page_type: 'What {host} has at this address is neither a web page, a text nor a PDF ({type}).',
  not_sitemap_type: 'What {host} has at this address is not a sitemap ({type}).',
  not_calendar_type: 'What {host} has at this address is not an iCalendar file ({type}).',
  packed: 'The answer is packed in a way that cannot be read ({encoding}).',
  answer_too_large: 'The answer is larger than {megabytes} MB.',
  file_too_large: 'The file is larger than {megabytes} MB.',
  file_empty: 'The file is empty.',
  file_protected: 'The file is protected with a password. Save it without one, and upload it again.',
  unknown_format: 'The file is neither a PDF, a Word document (.docx), a web page, Markdown nor plain text.',
  old_word: 'Documents of Word 97 to 2003 (.doc) cannot be read. Save it as .docx, and upload it again.',
  rich_text: 'Rich text (.rtf) cannot be read. Save it as .docx, and upload it again.',
  spreadsheet: 'Spreadsheets and slides cannot be read. Export them as a PDF, and upload that.',
  archive_empty: 'The file is an empty archive.',
  archive_not_word: 'The archive is not a Word document (.docx). Upload the documents in it one by one.',
  archive_too_large: 'The file unpacks to far more than a document needs, so it is not opened.',
  word_damaged: 'The Word document is damaged. Open and save it again in Word, then upload it.',
  word_no_text: 'The document has no text. If its pages are pictures, it needs text recognition (OCR) first.',
  pdf_damaged: 'The PDF is damaged. Open it and save or print it as a PDF anew, then upload that.',
  pdf_no_text:
    'The PDF has no text: its pages are pictures, such as scans. Run text recognition (OCR) on it, and upload the ' +
    'result.',
  pdf_too_many_pages: 'The PDF has {pages} pages, and {most} are the most. Split it, and upload the parts.',
  page_silent: 'Page {page} has no text, and was left out.',
  pages_silent: '{count} pages have no text, and were left out: {pages}.',
  page_no_text:
    'The page has no text of its own. Pages that scripts put together in the browser cannot be read: paste the text.',
  page_too_deep: 'The page is nested too deeply to be read.',
  sitemap_empty: 'The sitemap lists no pages.',
  no_text: 'There is no text in it.',
  text_too_long: 'The text has more than {most} characters. Split it, and import the parts.',
  document_too_slow:
    'It took more than {seconds} seconds to read, so reading was stopped. Split the document, or paste its text.',
  document_too_large: 'Reading it takes more memory than a document needs. Split the document, or paste its text.',
  document_broken: 'The document is damaged, or of a kind that cannot be read. Save it anew, or paste its text.',
  server_stopped: 'The server stopped each time while this was read. Split the document, or paste its text.',
  /** What has no code: a mistake in the twin's texts, and problems of imports that were kept as sentences. */
  sentence: '{sentence}',
  not_a_calendar: 'This is not an iCalendar file.',
  calendar_cut: 'The calendar is damaged: it cannot be read to its end.',
  calendar_broken: 'The calendar is damaged, or of a kind that cannot be read.',
  too_many_events: 'The calendar has more events than can be read. Export fewer of them.',
  calendar_too_slow:
    'The calendar took too long to read: it is too large, or one of its events repeats without an end.',
  too_many_calendars: 'There are {most} calendars already. Remove one first.',
  server_refused: 'The calendar server does not accept the user name or the password.',
  server_has_none: 'The calendar server has no calendar at this address.',
  server_no_calendar: 'This address is not that of a calendar on the server.',
  server_broken: 'The calendar server has a problem (status {status}).',
  server_status: 'The calendar server answered with status {status}.',
  server_not_calendar: 'The calendar server did not answer as a calendar does.',
  server_unreachable: 'The calendar server could not be reached.',
  moved_onto_another: 'In your calendar it was moved to a time at which another meeting is booked.',
  unread: 'It could not be read.',
} as const;

export type ReadProblemCode = keyof typeof READ_PROBLEMS;

/** What cannot be read, for pages that have their own words for it. */
export interface ReadProblem {
  code: ReadProblemCode;
  /** What the sentence names, such as `host`; a number as digits, such as `1500`. */
  values: Record<string, string>;
}

/** The values of a problem with its numbers as readers of a language write them. */
export const valuesFor = (values: ReadProblem['values'], language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      /^\d+(?:\.\d+)?$/.test(value) ? Number(value).toLocaleString(language) : value,
    ]),
  );

/** The sentence of a problem, in English. */
export function readProblemSentence({ code, values }: ReadProblem): string {
  const filled = valuesFor(values, 'en');
  return READ_PROBLEMS[code].replace(/\{(\w+)\}/g, (name, value: string) => filled[value] ?? name);
}
