/** Which language a message is in, as far as a few everyday words tell; and one line to say in it. */

interface Language {
  name: string;
  /** 'I only speak English, but go on: ask me in English, or write to {first_name}.' */
  line: string;
  /** Everyday words that English does not have. */
  words?: string;
  script?: RegExp;
}

const LANGUAGES: Language[] = [
  {
    name: 'German',
    line: 'Leider spreche ich nur Englisch. Fragen Sie mich gern auf Englisch.',
    words:
      'ich und der das ist nicht sie wir ihr was wie viel kostet haben mit für auf guten tag hallo bitte danke können sprechen auch eine einen mein meine wann warum deutsch gerne arbeiten mich interessiert angebot uns unser unsere sind',
  },
  {
    name: 'French',
    line: 'Je ne parle que l’anglais, malheureusement. Posez-moi votre question en anglais.',
    words:
      'je vous est les des une combien ça coûte bonjour merci pour avec pas nous votre quel quelle comment pouvez suis sommes et notre demain parlez français que qui dans mon ma êtes avez oui sont',
  },
  {
    name: 'Spanish',
    line: 'Lo siento, solo hablo inglés. Puede preguntarme en inglés.',
    words:
      'hola cuánto cuanto cuesta gracias usted qué que es los las una para con por cómo como puede habla español buenos días tengo mi empresa dónde cuando quiero necesito ayuda soy somos en y el todas todos pasan mí nuestra nuestro mañana favor llámeme',
  },
  {
    name: 'Italian',
    line: 'Purtroppo parlo solo inglese. Mi scriva pure in inglese.',
    words:
      'ciao quanto costa grazie che è sono una per con come può parla italiano buongiorno lei il gli della mia azienda vorrei quando dove perché sono siamo nostra nostro',
  },
  {
    name: 'Portuguese',
    line: 'Infelizmente só falo inglês. Pode perguntar em inglês.',
    words:
      'olá ola quanto custa obrigado obrigada você voce que é uma para com como pode fala português bom dia minha empresa quando onde não nao preciso sou somos nossa nosso',
  },
  {
    name: 'Dutch',
    line: 'Helaas spreek ik alleen Engels. Stel uw vraag gerust in het Engels.',
    words:
      'ik het een van niet wij jullie wat hoe kost hoeveel hebben met voor goedemorgen goedendag dank bedankt kunt kan je spreekt nederlands mijn bedrijf wanneer waarom graag is dat en onze zijn alle mij',
  },
  {
    name: 'Danish',
    line: 'Jeg taler desværre kun engelsk. Spørg mig gerne på engelsk.',
    words:
      'jeg ikke det er og hvad hvor meget koster hej tak kan du vi med til dansk mit min virksomhed hvordan hvornår taler',
  },
  {
    name: 'Swedish',
    line: 'Tyvärr talar jag bara engelska. Fråga mig gärna på engelska.',
    words: 'jag inte det är och vad hur mycket kostar hej tack kan du vi med svenska mitt företag när talar',
  },
  {
    name: 'Polish',
    line: 'Niestety mówię tylko po angielsku. Proszę pytać po angielsku.',
    words: 'ile kosztuje dzień dobry dziękuję czy jest nie jak mówisz polsku proszę cześć moja firma mam',
  },
  {
    name: 'Turkish',
    line: 'Maalesef yalnızca İngilizce konuşuyorum. Lütfen İngilizce sorun.',
    words: 'merhaba ne kadar teşekkürler bir için nasıl var mı türkçe biliyor musunuz fiyat lütfen',
  },
  { name: 'Ukrainian', line: 'На жаль, я розмовляю лише англійською.', script: /[іїєґ]/i },
  { name: 'Russian', line: 'К сожалению, я говорю только по-английски.', script: /[\u0400-\u04FF]/ },
  { name: 'Greek', line: 'Δυστυχώς μιλάω μόνο αγγλικά.', script: /[\u0370-\u03FF]{2}/ },
  { name: 'Arabic', line: 'للأسف أتحدث الإنجليزية فقط.', script: /[\u0600-\u06FF]/ },
  { name: 'Hebrew', line: 'לצערי אני מדבר רק אנגלית.', script: /[\u0590-\u05FF]/ },
  { name: 'Hindi', line: 'क्षमा करें, मैं केवल अंग्रेज़ी बोलता हूँ।', script: /[\u0900-\u097F]/ },
  { name: 'Japanese', line: '申し訳ありませんが、英語しか話せません。', script: /[\u3040-\u30FF]/ },
  { name: 'Korean', line: '죄송하지만 저는 영어만 할 수 있습니다.', script: /[\uAC00-\uD7AF]/ },
  { name: 'Chinese', line: '抱歉，我只会说英语。', script: /[\u4E00-\u9FFF]/ },
];

const ENGLISH = new Set(
  `the and is are you i we my what how do does can of to in it for with that this have not your me our on be was at
  will would about when why who which much many need want help hi hello please`.split(/\s+/),
);

const VOCABULARIES = LANGUAGES.map(({ words = '' }) => new Set(words.split(' ').filter(Boolean)));

/** The language of a message when it is plainly not English, otherwise null. */
export function detectLanguage(message: string): { name: string; line: string } | null {
  const text = message.slice(0, 400).toLowerCase();
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const { name, line, script } of LANGUAGES) {
    // A name or a quoted word in another script does not make the message foreign.
    const foreign = script ? (text.match(new RegExp(script.source, 'gi'))?.length ?? 0) : 0;
    if (foreign > 0 && (text.match(/[a-z]/g)?.length ?? 0) < letters / 2) return { name, line };
  }
  const words = text.match(/[\p{L}]+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  let best: { language: Language; hits: number } | null = null;
  for (const [at, language] of LANGUAGES.entries()) {
    const hits = words.filter((word) => VOCABULARIES[at]?.has(word)).length;
    if (hits > (best?.hits ?? 0)) best = { language, hits };
  }
  if (!best || best.hits <= english) return null;
  const enough = best.hits >= 2 && best.hits * 4 >= words.length;
  return enough ? { name: best.language.name, line: best.language.line } : null;
}
