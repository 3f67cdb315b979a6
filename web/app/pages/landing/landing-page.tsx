export function LandingPage() {
  return (
    <main id="content">
      <h1>Landing</h1>
    </main>
  );
}
