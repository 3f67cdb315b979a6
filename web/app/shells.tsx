/** First screens for the build to paint into index.html, by path. */
export function renderShells(): Record<string, string> {
  return {};
}
