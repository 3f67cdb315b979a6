export function PersonalitiesPage() {
  return (
    <main id="content">
      <h1>Personalities</h1>
    </main>
  );
}
