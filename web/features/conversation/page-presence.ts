/** Page lifecycle events: `page_left` ends the session after a while, `page_returned` cancels that. */
export type PagePresence = 'page_left' | 'page_returned';

/**
 * Reports when the page is closed, left or put into the back/forward cache, and when it is restored from there. A page
 * that is loaded anew reports its own return.
 * @param page the window
 * @returns a function that stops watching
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
