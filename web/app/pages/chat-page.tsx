export function ChatPage() {
  return (
    <main id="content">
      <h1>Chat</h1>
    </main>
  );
}
