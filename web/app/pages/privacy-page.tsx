export function PrivacyPage() {
  return (
    <main id="content">
      <h1>Privacy</h1>
    </main>
  );
}
