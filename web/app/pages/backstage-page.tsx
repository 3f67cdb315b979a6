export function BackstagePage() {
  return (
    <main id="content">
      <h1>Backstage</h1>
    </main>
  );
}
