const GERMAN_HUMAN =
  '(?:(?:ein(?:em|en|er|e)|nem|nen|ner) )?(?:(?:echten?|richtigen?|realen?|lebenden) )?' +
  '(?:mensch(?:en)?|person|jemande[mn] (?:echten|richtigen|(?:aus|von) (?:dem|ihrem|eurem) team))';
const SPANISH_HUMAN =
  '(?:una? )?(?:persona(?: (?:real|de verdad|humana)|(?=[ ,]*(?:por favor|$|[.?!])))|humano|ser humano|' +
  'alguien (?:real|de verdad|del equipo))';
const PATTERNS = [
  `mit ${GERMAN_HUMAN} (?:\\p{L}+ ){0,2}(?:sprechen|reden|chatten|schreiben|verbinden|verbunden)`,
  `(?:spreche|sprechen|reden?|verbinden) (?:\\p{L}+ ){0,4}mit ${GERMAN_HUMAN}`,
  `(?:hablar|charlar|chatear|comunicarme|contactar) (?:\\p{L}+ ){0,3}con ${SPANISH_HUMAN}`,
  `(?:p[áa]s[ae]me|p[óo]ng[ae]me|con[ée]ct[ae]me) con ${SPANISH_HUMAN}`,
  // Not somebody whom the visitor has to talk to.
].map((pattern) => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L}|,? (?:der|die|das|den|dem|que) )`, 'iu'));

/**
 * Whether a line in German or Spanish asks for a human being instead of the twin. The line model knows English only,
 * and 'Kann ich mit einem Menschen sprechen?' would be read as asking for a time.
 */
export const wantsPersonAbroad = (text: string): boolean => PATTERNS.some((pattern) => pattern.test(text));
