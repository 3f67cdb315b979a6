/** Everything that the script says by itself; the button's text is the owner's. */
export interface WidgetWords {
  /** The name of the window with the chat. */
  title: string;
  close: string;
  loading: string;
  failed: string;
  again: string;
  elsewhere: string;
}

const WORDS: Record<string, WidgetWords> = {
  en: {
    title: 'Chat with {name}',
    close: 'Close chat',
    loading: 'Loading the chat',
    failed: 'The chat did not load. Check your connection, then try again.',
    again: 'Try again',
    elsewhere: 'Open the chat in a new tab',
  },
  de: {
    title: 'Chat mit {name}',
    close: 'Chat schließen',
    loading: 'Der Chat wird geladen',
    failed: 'Der Chat wurde nicht geladen. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    again: 'Noch einmal versuchen',
    elsewhere: 'Chat in neuem Tab öffnen',
  },
  es: {
    title: 'Chat con {name}',
    close: 'Cerrar el chat',
    loading: 'Cargando el chat',
    failed: 'El chat no se ha cargado. Comprueba la conexión e inténtalo de nuevo.',
    again: 'Intentar de nuevo',
    elsewhere: 'Abrir el chat en otra pestaña',
  },
};

/** The words in the first of these languages that there are words in. @param languages tags such as `de-AT` */
export function wordsIn(languages: readonly (string | null | undefined)[], name: string): WidgetWords {
  const known = languages.map((tag) => WORDS[tag?.slice(0, 2).toLowerCase() ?? '']).find(Boolean);
  const words = known ?? (WORDS['en'] as WidgetWords);
  return { ...words, title: words.title.replace('{name}', () => name) };
}
