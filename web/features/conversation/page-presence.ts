/**
 * The events of a page that goes and comes back: `page_left` ends the session after a while, `page_returned` does not.
 */
export type PagePresence = 'page_left' | 'page_returned';

/**
 * Tells when the page is closed, left or put away by the browser, and when the browser shows it again as it was. A page
 * that is loaded anew tells of its return by itself.
 * @param page the window
 * @returns a function that stops it
 */
export function watchPage(page: EventTarget, tell: (presence: PagePresence) => void): () => void {
  const onHide = () => tell('page_left');
  const onShow = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) tell('page_returned');
  };
  page.addEventListener('pagehide', onHide);
  page.addEventListener('pageshow', onShow);
  return () => {
    page.removeEventListener('pagehide', onHide);
    page.removeEventListener('pageshow', onShow);
  };
}
