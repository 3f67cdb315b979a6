import { describe, expect, test } from 'vitest';
import { bookingPhrasesIn } from './phrases.ts';

/** What a line says of a booking, as one word: what it does, or which of the offered times it takes. */
function read(line: string): string {
  const { says, choice } = bookingPhrasesIn(line);
  if (says.has('no')) return 'no';
  if (says.has('reschedule')) return 'move';
  if (says.has('cancel')) return 'cancel';
  if (says.has('tell')) return 'tell';
  if (choice !== null) return String(choice);
  if (says.has('ask')) return 'ask';
  if (says.has('others')) return 'others';
  return says.has('yes') ? 'yes' : 'none';
}

const GERMAN: readonly [line: string, meaning: string][] = [
  ['Ja', 'yes'],
  ['ja, gern', 'yes'],
  ['Ja bitte', 'yes'],
  ['Jawohl', 'yes'],
  ['Genau', 'yes'],
  ['Gerne!', 'yes'],
  ['passt', 'yes'],
  ['Passt mir gut', 'yes'],
  ['Das passt', 'yes'],
  ['In Ordnung', 'yes'],
  ['Einverstanden', 'yes'],
  ['Klar, machen wir so', 'yes'],
  ['Alles klar', 'yes'],
  ['Super, so machen wir es', 'yes'],
  ['Bitte buchen', 'yes'],
  ['Na gut, ja', 'yes'],
  ['Nein', 'no'],
  ['nein danke', 'no'],
  ['Nee, lieber nicht', 'no'],
  ['Lieber doch nicht', 'no'],
  ['Noch nicht', 'no'],
  ['Warten Sie', 'no'],
  ['Lassen Sie es', 'no'],
  ['Ja, oder doch nicht', 'no'],
  ['der erste', '0'],
  ['Den ersten bitte', '0'],
  ['Ich nehme den zweiten', '1'],
  ['die zweite Option', '1'],
  ['Nummer drei', '2'],
  ['Der dritte Termin passt', '2'],
  ['Option 4', '3'],
  ['den letzten', 'last'],
  ['Haben Sie noch andere Zeiten?', 'others'],
  ['Geht es auch später?', 'others'],
  ['Gibt es etwas früher?', 'others'],
  ['Sonst noch was?', 'others'],
  ['Können wir den Termin verschieben?', 'move'],
  ['Ich muss unseren Termin verlegen', 'move'],
  ['Lässt sich das umbuchen?', 'move'],
  ['Ich brauche einen anderen Termin', 'move'],
  ['Bitte sagen Sie den Termin ab', 'cancel'],
  ['Ich möchte meinen Termin absagen', 'cancel'],
  ['Bitte stornieren', 'cancel'],
  ['Ich kann leider doch nicht kommen', 'cancel'],
  ['Wann ist mein Termin?', 'tell'],
  ['Habe ich schon einen Termin?', 'tell'],
  ['Ich hätte gern einen Termin mit Orla', 'ask'],
  ['Kann ich einen Anruf buchen?', 'ask'],
  ['Können wir nächste Woche telefonieren?', 'ask'],
  ['Wann hätte Orla Zeit?', 'ask'],
  ['Ich würde gern ein Gespräch vereinbaren', 'ask'],
  ['Wir haben zu viele Meetings und keiner entscheidet', 'none'],
  ['Wir sind vierzig Leute und alles wartet auf mich', 'none'],
  ['Was kostet das?', 'none'],
  ['Unser erstes Projekt ist gescheitert, weil niemand Zeit hatte und jeder auf den anderen gewartet hat', 'none'],
];

const SPANISH: readonly [line: string, meaning: string][] = [
  ['Sí', 'yes'],
  ['si, por favor', 'yes'],
  ['Vale', 'yes'],
  ['Claro', 'yes'],
  ['Claro que sí', 'yes'],
  ['De acuerdo', 'yes'],
  ['Perfecto', 'yes'],
  ['Está bien', 'yes'],
  ['Me va bien', 'yes'],
  ['Me viene bien', 'yes'],
  ['Adelante', 'yes'],
  ['Por supuesto', 'yes'],
  ['Resérvela, por favor', 'yes'],
  ['Bueno, sí', 'yes'],
  ['Hecho', 'yes'],
  ['No', 'no'],
  ['no, gracias', 'no'],
  ['Mejor no', 'no'],
  ['Todavía no', 'no'],
  ['Aún no', 'no'],
  ['Espere un momento', 'no'],
  ['Déjelo', 'no'],
  ['Sí, bueno, mejor no', 'no'],
  ['El primero', '0'],
  ['la primera, por favor', '0'],
  ['Me quedo con el segundo', '1'],
  ['La segunda opción', '1'],
  ['número tres', '2'],
  ['el tercero me va bien', '2'],
  ['La cuarta', '3'],
  ['el último', 'last'],
  ['¿Hay otros horarios?', 'others'],
  ['¿Tiene algo más tarde?', 'others'],
  ['¿No hay nada antes?', 'others'],
  ['¿Alguna otra opción?', 'others'],
  ['¿Podemos mover la cita?', 'move'],
  ['Quisiera cambiar la cita a otro día', 'move'],
  ['Necesito aplazarla', 'move'],
  ['¿Se puede adelantar la llamada?', 'move'],
  ['Quiero cancelar mi cita', 'cancel'],
  ['Cancele la llamada, por favor', 'cancel'],
  ['Anule la cita', 'cancel'],
  ['Al final no puedo ir', 'cancel'],
  ['¿Cuándo es mi cita?', 'tell'],
  ['¿Tengo ya una cita?', 'tell'],
  ['Quisiera una cita con Orla', 'ask'],
  ['¿Puedo reservar una llamada?', 'ask'],
  ['¿Podríamos hablar la semana que viene?', 'ask'],
  ['¿Cuándo tiene un hueco?', 'ask'],
  ['Me gustaría concertar una reunión', 'ask'],
  ['Tenemos demasiadas reuniones y nadie decide', 'none'],
  ['Somos cuarenta personas y todo espera por mí', 'none'],
  ['¿Cuánto cuesta?', 'none'],
  ['Nuestro primer proyecto fracasó porque nadie tenía tiempo y todos esperaban a que yo decidiera', 'none'],
];

const ENGLISH: readonly [line: string, meaning: string][] = [
  ['Yes please', 'yes'],
  ['that works', 'yes'],
  ['Okay, go ahead', 'yes'],
  ['No, not yet.', 'no'],
  ["don't", 'no'],
  ['never mind', 'no'],
  ['The second one', '1'],
  ['option 3', '2'],
  ['the last slot', 'last'],
  ['Anything else?', 'others'],
  ['Can we reschedule it?', 'move'],
  ['Please cancel it.', 'cancel'],
  ['Our company grew fast', 'none'],
  ['What does the Walkthrough cost?', 'none'],
];

describe.each([
  ['German', GERMAN],
  ['Spanish', SPANISH],
  ['English', ENGLISH],
])('about a booking, in %s', (_, lines) => {
  test.each(lines)('‘%s’: %s', (line, meaning) => {
    expect(read(line)).toBe(meaning);
  });
});
