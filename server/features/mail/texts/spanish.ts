import { budgetPercent } from '@understudy/contract/monitoring';
import type { MailTexts } from './mail-texts.ts';

export const SPANISH: MailTexts = {
  ai: (name) => `la IA de ${name}`,
  aiAlone: (name) => `IA de ${name}`,
  hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  sentBy: (ai) => `Enviado por ${ai}.`,
  unsubscribe: 'Darse de baja de estos correos',
  when: 'Cuándo',
  where: 'Dónde',
  join: 'Unirse',
  name: 'Nombre',
  company: 'Empresa',
  email: 'Correo',
  phone: 'Teléfono',
  score: 'Puntuación',

  booking: {
    made: {
      subject: ({ kind, when, consultant, guest }) =>
        guest ? `${guest} ha reservado: ${kind}, ${when}` : `Reservado: ${kind} con ${consultant}, ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest ? `${guest} ha reservado una cita con usted.` : `Su cita con ${consultant} está reservada: ${kind}.`,
    },
    moved: {
      subject: ({ kind, when, consultant, guest }) =>
        guest ? `${guest} ha cambiado: ${kind}, ahora ${when}` : `Cambio: ${kind} con ${consultant}, ahora ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest ? `La cita con ${guest} ha cambiado de hora.` : `Su cita con ${consultant} ha cambiado de hora: ${kind}.`,
    },
    cancelled: {
      subject: ({ kind, when, consultant, guest }) =>
        guest ? `${guest} ha cancelado: ${kind}, ${when}` : `Cancelado: ${kind} con ${consultant}, ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest ? `La cita con ${guest} está cancelada.` : `Su cita con ${consultant} está cancelada: ${kind}.`,
    },
    erased: {
      subject: ({ kind, when }) => `Cancelada con los datos del visitante: ${kind}, ${when}`,
      text: () => 'Alguien ha borrado todos sus datos, y esta cita con ellos. La hora vuelve a estar libre.',
    },
    tomorrow: {
      subject: ({ kind, when, consultant, guest }) => `Recordatorio: ${kind} con ${guest ?? consultant}, ${when}`,
      text: ({ kind, consultant, guest }) => `Se acerca su cita con ${guest ?? consultant}: ${kind}.`,
    },
  },
  previously: 'Antes',
  manageBooking: 'Cambiar o cancelar',
  bookAgain: 'Reservar otra hora',
  seeBooking: 'Ver la reserva',

  waitlistSubject: (ai) => `Está en la lista de espera de ${ai}`,
  waitlistText: (ai) =>
    `Su dirección está en la lista de espera de ${ai}. Recibirá un correo más cuando se abra el acceso anticipado. ` +
    'Si no lo ha pedido, salga de la lista con el enlace de abajo.',
  leaveWaitlist: 'Salir de la lista de espera',

  deskSubject: (ai) => `Vea y borre lo que ${ai} guarda sobre usted`,
  deskText: (ai) =>
    `Ha pedido un enlace a todo lo que ${ai} guarda de esta dirección. Allí puede leerlo, descargarlo, corregirlo y ` +
    'borrarlo.',
  openDesk: 'Abrir sus datos',
  onceWithinAnHour: 'El enlace sirve una vez, durante una hora desde su solicitud.',
  notAsked: 'Si no lo ha pedido, ignore este correo: nada cambia y el enlace caduca.',

  invitationSubject: (ai) => `Invitación al dashboard de ${ai}`,
  invitationText: (by, ai) => `${by} le invita al dashboard de ${ai}. Elija una contraseña para entrar.`,
  passwordSubject: (ai) => `Elija una contraseña nueva para el dashboard de ${ai}`,
  passwordText: (by, ai) => `${by} le envía un enlace para elegir una contraseña nueva para el dashboard de ${ai}.`,
  choosePassword: 'Elegir contraseña',
  onceUntil: (when) => `El enlace funciona una vez, hasta el ${when}.`,
  notExpected: 'Si no esperaba este correo, puede ignorarlo.',

  lead: {
    hot: {
      subject: (who) => `Lead prometedor: ${who}`,
      text: (who) => `La conversación con ${who} ha alcanzado la puntuación a partir de la cual desea saberlo.`,
    },
    call: { subject: (who) => `${who} pide una llamada`, text: (who) => `${who} pide una llamada.` },
    complaint: {
      subject: (who) => `${who} espera su respuesta`,
      text: (who) => `${who} se ha quejado.`,
    },
    handover: {
      subject: (who) => `${who} quiere hablar con una persona`,
      text: (who) => `${who} ha pedido en el chat hablar con una persona en lugar de la IA.`,
    },
  },
  someone: 'Un visitante',
  toDo: 'Por hacer',
  joinConversation: 'Unirse a la conversación',
  openConversation: 'Abrir la conversación',

  reminderSubject: (count, first) => (count === 1 ? `Vence: ${first}` : `Vencen ${count} tareas`),
  reminderText: (count) => (count === 1 ? 'Esta tarea vence ahora.' : `Vencen ${count} tareas.`),
  due: (day) => `Vence el ${day}`,
  done: 'Hecho',
  later: 'Recordármelo más tarde',
  more: (count) => (count === 1 ? 'Hay una más en el dashboard.' : `Hay ${count} más en el dashboard.`),
  allItems: 'Ver todas las tareas',

  digestSubject: (ai) => `Su semana con ${ai}`,
  digestText: (from, to) => `Esto ocurrió del ${from} al ${to}.`,
  conversations: 'Conversaciones',
  hotLeads: 'Leads calientes',
  newItems: 'Tareas nuevas',
  openItems: 'Tareas abiertas',
  overdueItems: 'Vencidas',
  bestLeads: 'Más prometedores',
  openDashboard: 'Abrir el dashboard',

  alarm: {
    subject(about) {
      if (about.kind === 'provider') return `Un proveedor no responde: ${about.status.provider}`;
      if (about.kind === 'budget') return `Un presupuesto diario está usado al ${budgetPercent(about)} %`;
      if (about.kind === 'disk') return `Un disco está lleno al ${about.status.used_percent} %`;
      if (about.kind === 'job') return 'Un trabajo en segundo plano falla';
      return about.test_failed_at
        ? 'No se pudo restaurar la copia de seguridad más reciente'
        : 'No hay ninguna copia de seguridad reciente';
    },
    text: {
      provider:
        'Un proveedor ha fallado varias veces seguidas. El siguiente de la cadena hace su trabajo y, al final, el ' +
        'propio servidor: los visitantes reciben respuestas más sencillas.',
      budget: 'Cuando se agota el presupuesto, responde el gemelo integrado hasta la medianoche (UTC).',
      disk:
        'Cuando el disco está lleno, el servidor deja de guardar. Borre lo que ya no necesite o consiga más ' +
        'espacio.',
      job: 'El servidor vuelve a intentarlo por sí mismo. Hasta que lo consiga, este trabajo queda sin hacer.',
      backup:
        'La copia de seguridad más reciente tiene más de dos días. Si el disco se rompe, se pierde todo lo que ' +
        'vino después.',
      restore_test:
        'El servidor intentó restaurar la copia de seguridad más reciente, como hace cada semana, y no lo consiguió. ' +
        'Lo intenta de nuevo cada día; en los ajustes se ve qué falló. Si el disco se rompe ahora, quizá no tenga ' +
        'ninguna copia que sirva.',
    },
    onceOnly: 'Recibirá un correo sobre esto y otro cuando haya pasado.',
    overSubject: (subject) => `Todo en orden de nuevo: ${subject}`,
    overText: (since, until) => `Ya ha pasado. Estuvo mal desde ${since} hasta ${until}.`,
    openStatus: 'Ver el estado',
    since: 'Desde',
    provider: 'Proveedor',
    task: 'Tarea',
    tasks: { chat: 'Respuestas', transcription: 'Escucha', voice: 'Voz', embedding: 'Recuerdos' },
    problem: 'Problema',
    reasons: {
      refused: 'Rechaza la clave o no queda saldo.',
      rate_limited: 'Se le pregunta demasiado a menudo o se ha alcanzado un límite de la cuenta.',
      timeout: 'Tarda demasiado en responder.',
      unreachable: 'Nada responde en su dirección.',
      server_error: 'Tiene un problema propio.',
      bad_request: 'No acepta la petición o no tiene el modelo.',
      bad_response: 'Sus respuestas no se pueden leer.',
      content_filtered: 'Su filtro de contenido rechazó una respuesta.',
      circuit_open: 'De momento no se le pregunta, tras varios fallos seguidos.',
      other: 'No responde como debería.',
    },
    budget: 'Presupuesto',
    budgets: { site_tokens: 'Tokens de todo el sitio', site_messages: 'Mensajes de todo el sitio' },
    used: 'Usado',
    usedOf: (used, limit) => `${used} de ${limit}`,
    disk: 'Disco',
    disks: { data: 'Datos', backups: 'Copias de seguridad' },
    free: 'Libre',
    job: 'Trabajo',
    purposes: {
      conversations: 'Lectura de conversaciones',
      deletion: 'Borrado de datos',
      notices: 'Avisos de leads por webhook',
      mail: 'Correos y recordatorios',
      calendars: 'Calendarios',
      backups: 'Copias de seguridad',
      figures: 'Cifras del dashboard',
      other: 'Otro trabajo',
    },
    failures: 'Fallos seguidos',
    lastBackup: 'Copia más reciente',
    noBackup: 'ninguna',
    testFailed: 'Prueba de restauración fallida',
  },

  page: {
    mails: {
      booking_made: 'confirmaciones de reservas',
      booking_moved: 'correos sobre reservas cambiadas',
      booking_cancelled: 'correos sobre reservas canceladas',
      booking_tomorrow: 'recordatorios de reservas',
      waitlist: 'correos sobre la lista de espera',
      desk_link: 'enlaces a sus datos',
      invitation: 'invitaciones',
      password_link: 'enlaces de contraseña',
      lead_hot: 'correos sobre leads prometedores',
      lead_call: 'correos sobre llamadas pedidas',
      lead_complaint: 'correos sobre quejas',
      lead_handover: 'correos sobre visitantes que quieren hablar con una persona',
      reminder: 'recordatorios de tareas',
      digest: 'resúmenes semanales',
      alarm_provider: 'correos sobre proveedores que no responden',
      alarm_budget: 'correos sobre presupuestos',
      alarm_disk: 'correos sobre discos llenos',
      alarm_job: 'correos sobre trabajos que fallan',
      alarm_backup: 'correos sobre copias de seguridad que faltan o no sirven',
      alarm_over: 'correos de que todo está en orden de nuevo',
    },
    unsubscribeTitle: 'Darse de baja',
    unsubscribeText: (mails) => `¿No quiere recibir más ${mails}?`,
    unsubscribeButton: 'Darse de baja',
    unsubscribed: (mails) => `Ya no recibirá más ${mails}.`,
    leaveWaitlistText: 'Su dirección se borrará de la lista de espera y no recibirá más correos sobre ella.',
    leftWaitlist: 'Su dirección se ha borrado de la lista de espera. No recibirá más correos sobre ella.',
    itemTitle: 'Tarea',
    markDone: 'Marcar como hecha',
    remindHour: 'Recordármelo en una hora',
    remindTomorrow: 'Recordármelo mañana',
    remindWeek: 'Recordármelo la próxima semana',
    isDone: 'Marcada como hecha.',
    willRemind: (when) => `Recibirá otro correo: ${when}.`,
    usedTitle: 'Ya respondido',
    alreadyDone: 'Esta tarea ya está hecha.',
    alreadyAnswered: 'Este enlace ya se usó. Abra las tareas en el dashboard para cambiar algo.',
    gone: 'Esta tarea ya no existe.',
    brokenTitle: 'Este enlace no funciona',
    broken: 'El enlace está incompleto o se ha modificado. Ábralo otra vez desde el correo.',
    expired: 'El enlace ha caducado. Abra las tareas en el dashboard.',
    oftenTitle: 'Espere un minuto',
  },
};
