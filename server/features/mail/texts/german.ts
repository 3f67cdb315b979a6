import { budgetPercent } from '@understudy/contract/monitoring';
import type { MailTexts } from './mail-texts.ts';

export const GERMAN: MailTexts = {
  ai: (name) => `KI ${name}`,
  aiAlone: (name) => `KI ${name}`,
  hello: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  sentBy: (ai) => `Gesendet von ${ai}.`,
  unsubscribe: 'Solche Mails abbestellen',
  when: 'Wann',
  where: 'Wo',
  join: 'Teilnehmen',
  name: 'Name',
  company: 'Firma',
  email: 'E-Mail',
  phone: 'Telefon',
  score: 'Bewertung',

  booking: {
    made: {
      subject: ({ kind, when, consultant, guest }) =>
        guest ? `${guest} hat gebucht: ${kind}, ${when}` : `Gebucht: ${kind} mit ${consultant}, ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest ? `${guest} hat einen Termin mit Ihnen gebucht.` : `Ihr Termin mit ${consultant} ist gebucht: ${kind}.`,
    },
    moved: {
      subject: ({ kind, when, consultant, guest }) =>
        guest
          ? `${guest} hat verschoben: ${kind}, jetzt ${when}`
          : `Verschoben: ${kind} mit ${consultant}, jetzt ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest ? `Der Termin mit ${guest} wurde verschoben.` : `Ihr Termin mit ${consultant} wurde verschoben: ${kind}.`,
    },
    cancelled: {
      subject: ({ kind, when, consultant, guest }) =>
        guest ? `${guest} hat abgesagt: ${kind}, ${when}` : `Abgesagt: ${kind} mit ${consultant}, ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest ? `Der Termin mit ${guest} ist abgesagt.` : `Ihr Termin mit ${consultant} ist abgesagt: ${kind}.`,
    },
    erased: {
      subject: ({ kind, when }) => `Abgesagt mit den Daten des Besuchers: ${kind}, ${when}`,
      text: () => 'Jemand hat alle eigenen Daten gelöscht, und diesen Termin damit. Die Zeit ist wieder frei.',
    },
    tomorrow: {
      subject: ({ kind, when, consultant, guest }) => `Erinnerung: ${kind} mit ${guest ?? consultant}, ${when}`,
      text: ({ kind, consultant, guest }) => `Ihr Termin mit ${guest ?? consultant} steht an: ${kind}.`,
    },
  },
  previously: 'Zuvor',
  manageBooking: 'Verschieben oder absagen',
  bookAgain: 'Anderen Termin buchen',
  seeBooking: 'Buchung ansehen',

  waitlistSubject: (ai) => `Sie stehen auf der Warteliste von ${ai}`,
  waitlistText: (ai) =>
    `Ihre Adresse steht auf der Warteliste von ${ai}. Sie erhalten noch eine Mail, wenn der frühe Zugang beginnt. ` +
    'Wenn Sie nicht darum gebeten haben, verlassen Sie die Warteliste über den Link unten.',
  leaveWaitlist: 'Warteliste verlassen',

  deskSubject: (ai) => `Ansehen und löschen, was ${ai} über Sie speichert`,
  deskText: (ai) =>
    `Sie haben um einen Link zu allem gebeten, was ${ai} zu dieser Adresse speichert. Dort können Sie es lesen, ` +
    'herunterladen, berichtigen und löschen.',
  openDesk: 'Ihre Daten öffnen',
  onceWithinAnHour: 'Der Link gilt einmal, innerhalb einer Stunde nach Ihrer Anfrage.',
  notAsked:
    'Wenn Sie nicht darum gebeten haben, ignorieren Sie diese Mail: Es ändert sich nichts, und der Link verfällt.',

  invitationSubject: (ai) => `Einladung zum Dashboard von ${ai}`,
  invitationText: (by, ai) =>
    `${by} lädt Sie zum Dashboard von ${ai} ein. Wählen Sie ein Passwort, um sich anzumelden.`,
  passwordSubject: (ai) => `Neues Passwort für das Dashboard von ${ai}`,
  passwordText: (by, ai) => `${by} schickt Ihnen einen Link für ein neues Passwort zum Dashboard von ${ai}.`,
  choosePassword: 'Passwort wählen',
  onceUntil: (when) => `Der Link gilt einmal, bis ${when}.`,
  notExpected: 'Wenn Sie diese Mail nicht erwartet haben, können Sie sie ignorieren.',

  lead: {
    hot: {
      subject: (who) => `Vielversprechender Lead: ${who}`,
      text: (who) => `Das Gespräch mit ${who} hat die Bewertung erreicht, ab der Sie es erfahren möchten.`,
    },
    call: { subject: (who) => `${who} bittet um einen Anruf`, text: (who) => `${who} bittet um einen Anruf.` },
    complaint: {
      subject: (who) => `${who} wartet auf Ihre Antwort`,
      text: (who) => `${who} hat sich beschwert.`,
    },
    handover: {
      subject: (who) => `${who} möchte mit einem Menschen sprechen`,
      text: (who) => `${who} möchte im Chat mit einem Menschen statt mit der KI sprechen.`,
    },
  },
  someone: 'Jemand',
  toDo: 'Zu tun',
  joinConversation: 'Dem Gespräch beitreten',
  openConversation: 'Gespräch öffnen',

  reminderSubject: (count, first) => (count === 1 ? `Fällig: ${first}` : `${count} Aufgaben sind fällig`),
  reminderText: (count) => (count === 1 ? 'Diese Aufgabe ist fällig.' : `${count} Aufgaben sind fällig.`),
  due: (day) => `Fällig ${day}`,
  done: 'Erledigt',
  later: 'Später erinnern',
  more: (count) => (count === 1 ? 'Eine weitere steht im Dashboard.' : `${count} weitere stehen im Dashboard.`),
  allItems: 'Alle Aufgaben ansehen',

  digestSubject: (ai) => `Ihre Woche mit ${ai}`,
  digestText: (from, to) => `Das geschah vom ${from} bis zum ${to}.`,
  conversations: 'Gespräche',
  hotLeads: 'Heiße Leads',
  newItems: 'Neue Aufgaben',
  openItems: 'Offene Aufgaben',
  overdueItems: 'Überfällig',
  bestLeads: 'Am vielversprechendsten',
  openDashboard: 'Dashboard öffnen',

  alarm: {
    subject(about) {
      if (about.kind === 'provider') return `Ein Anbieter antwortet nicht: ${about.status.provider}`;
      if (about.kind === 'budget') return `Ein Tagesbudget ist zu ${budgetPercent(about)} % verbraucht`;
      if (about.kind === 'disk') return `Ein Datenträger ist zu ${about.status.used_percent} % voll`;
      if (about.kind === 'job') return 'Arbeit im Hintergrund schlägt fehl';
      return about.test_failed_at
        ? 'Die neueste Sicherung ließ sich nicht wiederherstellen'
        : 'Es gibt keine aktuelle Sicherung';
    },
    text: {
      provider:
        'Ein Anbieter hat mehrmals hintereinander versagt. Der nächste in der Kette übernimmt, zuletzt der Server ' +
        'selbst: Besucher erhalten dann einfachere Antworten.',
      budget: 'Ist das Budget aufgebraucht, antwortet bis Mitternacht (UTC) der eingebaute Zwilling.',
      disk:
        'Ist der Datenträger voll, speichert der Server nichts mehr. Löschen Sie, was Sie nicht mehr brauchen, oder ' +
        'sorgen Sie für mehr Platz.',
      job: 'Der Server versucht es von selbst wieder. Bis es gelingt, bleibt diese Arbeit liegen.',
      backup:
        'Die neueste Sicherung ist mehr als zwei Tage alt. Geht der Datenträger kaputt, ist alles verloren, was ' +
        'seitdem hinzukam.',
      restore_test:
        'Der Server hat wie jede Woche versucht, die neueste Sicherung wiederherzustellen, und es ist ihm nicht ' +
        'gelungen. Er versucht es jeden Tag wieder; in den Einstellungen steht, woran es lag. Geht der Datenträger ' +
        'jetzt kaputt, haben Sie womöglich keine brauchbare Sicherung.',
    },
    onceOnly: 'Sie erhalten dazu eine Mail, und eine weitere, wenn es vorbei ist.',
    overSubject: (subject) => `Wieder in Ordnung: ${subject}`,
    overText: (since, until) => `Das ist vorbei. Gestört war es von ${since} bis ${until}.`,
    openStatus: 'Status ansehen',
    since: 'Seit',
    provider: 'Anbieter',
    task: 'Aufgabe',
    tasks: { chat: 'Antworten', transcription: 'Hören', voice: 'Sprechen', embedding: 'Erinnerungen' },
    problem: 'Störung',
    reasons: {
      refused: 'Er lehnt den Schlüssel ab, oder das Guthaben ist aufgebraucht.',
      rate_limited: 'Er wird zu oft gefragt, oder eine Grenze des Kontos ist erreicht.',
      timeout: 'Er braucht zu lange für eine Antwort.',
      unreachable: 'Unter seiner Adresse antwortet nichts.',
      server_error: 'Er hat selbst eine Störung.',
      bad_request: 'Er nimmt die Anfrage nicht an oder hat das Modell nicht.',
      bad_response: 'Seine Antworten sind nicht lesbar.',
      content_filtered: 'Sein Inhaltsfilter hat eine Antwort abgelehnt.',
      circuit_open: 'Nach mehreren Fehlern wird er vorerst nicht gefragt.',
      other: 'Er antwortet nicht, wie er soll.',
    },
    budget: 'Tagesbudget',
    budgets: { site_tokens: 'Tokens der ganzen Seite', site_messages: 'Nachrichten der ganzen Seite' },
    used: 'Verbraucht',
    usedOf: (used, limit) => `${used} von ${limit}`,
    disk: 'Datenträger',
    disks: { data: 'Daten', backups: 'Sicherungen' },
    free: 'Frei',
    job: 'Arbeit',
    purposes: {
      conversations: 'Gespräche auswerten',
      deletion: 'Daten löschen',
      notices: 'Lead-Meldungen per Webhook',
      mail: 'Mails und Erinnerungen',
      calendars: 'Kalender',
      backups: 'Sicherungen',
      figures: 'Zahlen des Dashboards',
      other: 'Andere Arbeit',
    },
    failures: 'Fehler in Folge',
    lastBackup: 'Neueste Sicherung',
    noBackup: 'keine',
    testFailed: 'Test der Wiederherstellung fehlgeschlagen',
  },

  page: {
    mails: {
      booking_made: 'Bestätigungen von Buchungen',
      booking_moved: 'Mails über verschobene Buchungen',
      booking_cancelled: 'Mails über abgesagte Buchungen',
      booking_tomorrow: 'Erinnerungen an Buchungen',
      waitlist: 'Mails zur Warteliste',
      desk_link: 'Links zu Ihren Daten',
      invitation: 'Einladungen',
      password_link: 'Passwort-Links',
      lead_hot: 'Mails über vielversprechende Leads',
      lead_call: 'Mails über erbetene Anrufe',
      lead_complaint: 'Mails über Beschwerden',
      lead_handover: 'Mails über Besucher, die einen Menschen sprechen möchten',
      reminder: 'Erinnerungen an Aufgaben',
      digest: 'Wochenberichte',
      alarm_provider: 'Mails über Anbieter, die nicht antworten',
      alarm_budget: 'Mails über Budgets',
      alarm_disk: 'Mails über volle Datenträger',
      alarm_job: 'Mails über fehlgeschlagene Arbeit',
      alarm_backup: 'Mails über fehlende oder unbrauchbare Sicherungen',
      alarm_over: 'Mails, dass alles wieder in Ordnung ist',
    },
    unsubscribeTitle: 'Abbestellen',
    unsubscribeText: (mails) => `Möchten Sie keine ${mails} mehr erhalten?`,
    unsubscribeButton: 'Abbestellen',
    unsubscribed: (mails) => `Sie erhalten keine ${mails} mehr.`,
    leaveWaitlistText: 'Ihre Adresse wird dann von der Warteliste gelöscht, und Sie erhalten keine Mail mehr dazu.',
    leftWaitlist: 'Ihre Adresse ist von der Warteliste gelöscht. Sie erhalten keine Mail mehr dazu.',
    itemTitle: 'Aufgabe',
    markDone: 'Als erledigt markieren',
    remindHour: 'In einer Stunde erinnern',
    remindTomorrow: 'Morgen erinnern',
    remindWeek: 'Nächste Woche erinnern',
    isDone: 'Als erledigt markiert.',
    willRemind: (when) => `Sie erhalten noch eine Mail: ${when}.`,
    usedTitle: 'Schon beantwortet',
    alreadyDone: 'Diese Aufgabe ist schon erledigt.',
    alreadyAnswered: 'Dieser Link wurde schon benutzt. Öffnen Sie die Aufgaben im Dashboard, um etwas zu ändern.',
    gone: 'Diese Aufgabe gibt es nicht mehr.',
    brokenTitle: 'Dieser Link funktioniert nicht',
    broken: 'Der Link ist unvollständig oder wurde verändert. Bitte öffnen Sie ihn noch einmal aus der Mail.',
    expired: 'Der Link ist abgelaufen. Öffnen Sie stattdessen die Aufgaben im Dashboard.',
    oftenTitle: 'Bitte warten Sie eine Minute',
  },
};
