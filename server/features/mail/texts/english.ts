import { budgetPercent } from '@understudy/contract/monitoring';
import type { MailTexts } from './mail-texts.ts';

export const ENGLISH: MailTexts = {
  ai: (name) => `AI ${name}`,
  aiAlone: (name) => `AI ${name}`,
  hello: (name) => (name ? `Hello ${name},` : 'Hello,'),
  sentBy: (ai) => `Sent by ${ai}.`,
  unsubscribe: 'Unsubscribe from mails like this',
  when: 'When',
  where: 'Where',
  join: 'Join',
  name: 'Name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  score: 'Score',

  booking: {
    made: {
      subject: ({ kind, when, consultant, guest }) =>
        guest ? `${guest} booked: ${kind}, ${when}` : `Booked: ${kind} with ${consultant}, ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest ? `${guest} has booked a time with you.` : `Your time with ${consultant} is booked: ${kind}.`,
    },
    moved: {
      subject: ({ kind, when, consultant, guest }) =>
        guest ? `${guest} moved: ${kind}, now ${when}` : `Moved: ${kind} with ${consultant}, now ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest ? `The time with ${guest} has moved.` : `Your time with ${consultant} has moved: ${kind}.`,
    },
    cancelled: {
      subject: ({ kind, when, consultant, guest }) =>
        guest ? `${guest} canceled: ${kind}, ${when}` : `Canceled: ${kind} with ${consultant}, ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest ? `The time with ${guest} is canceled.` : `Your time with ${consultant} is canceled: ${kind}.`,
    },
    erased: {
      subject: ({ kind, when }) => `Canceled with the visitor’s data: ${kind}, ${when}`,
      text: () => 'A visitor deleted everything about them, and this meeting with it. The time is free again.',
    },
    tomorrow: {
      subject: ({ kind, when, consultant, guest }) =>
        guest ? `Reminder: ${kind} with ${guest}, ${when}` : `Reminder: ${kind} with ${consultant}, ${when}`,
      text: ({ kind, consultant, guest }) =>
        guest
          ? `Your time with ${guest} is coming up: ${kind}.`
          : `Your time with ${consultant} is coming up: ${kind}.`,
    },
  },
  previously: 'Before',
  manageBooking: 'Move or cancel',
  bookAgain: 'Book another time',
  seeBooking: 'See the booking',

  waitlistSubject: (ai) => `You are on the waitlist of ${ai}`,
  waitlistText: (ai) =>
    `Your address is on the waitlist of ${ai}. You get one more mail, when early access opens. If you did not ask ` +
    'for this, leave the waitlist with the link below.',
  leaveWaitlist: 'Leave the waitlist',

  deskSubject: (ai) => `See and delete what ${ai} keeps about you`,
  deskText: (ai) =>
    `You asked for a link to everything that ${ai} keeps for this address. There you can read it, download it, ` +
    'correct it and delete it.',
  openDesk: 'Open your data',
  onceWithinAnHour: 'The link works once, within an hour of your request.',
  notAsked: 'If you did not ask for it, ignore this mail: nothing changes, and the link expires.',

  invitationSubject: (ai) => `You are invited to the dashboard of ${ai}`,
  invitationText: (by, ai) => `${by} invites you to the dashboard of ${ai}. Choose a password to sign in.`,
  passwordSubject: (ai) => `Choose a new password for the dashboard of ${ai}`,
  passwordText: (by, ai) => `${by} sends you a link to choose a new password for the dashboard of ${ai}.`,
  choosePassword: 'Choose a password',
  onceUntil: (when) => `The link works once, until ${when}.`,
  notExpected: 'If you did not expect this mail, you can ignore it.',

  lead: {
    hot: {
      subject: (who) => `Promising lead: ${who}`,
      text: (who) => `The conversation with ${who} has reached the score from which you want to be told.`,
    },
    call: { subject: (who) => `${who} asks for a call`, text: (who) => `${who} asks for a call.` },
    complaint: {
      subject: (who) => `${who} waits for your answer`,
      text: (who) => `${who} has complained.`,
    },
    handover: {
      subject: (who) => `${who} wants to talk to a person`,
      text: (who) => `${who} asked in the chat to talk to a person instead of the AI.`,
    },
  },
  someone: 'A visitor',
  toDo: 'To do',
  joinConversation: 'Join the conversation',
  openConversation: 'Open the conversation',

  reminderSubject: (count, first) => (count === 1 ? `Due: ${first}` : `${count} action items are due`),
  reminderText: (count) => (count === 1 ? 'This action item is due.' : `${count} action items are due.`),
  due: (day) => `Due ${day}`,
  done: 'Done',
  later: 'Remind me later',
  more: (count) => (count === 1 ? 'One more is in the dashboard.' : `${count} more are in the dashboard.`),
  allItems: 'See all action items',

  digestSubject: (ai) => `Your week with ${ai}`,
  digestText: (from, to) => `This is what happened from ${from} to ${to}.`,
  conversations: 'Conversations',
  hotLeads: 'Hot leads',
  newItems: 'New action items',
  openItems: 'Open action items',
  overdueItems: 'Overdue',
  bestLeads: 'Most promising',
  openDashboard: 'Open the dashboard',

  alarm: {
    subject(about) {
      if (about.kind === 'provider') return `A provider is not answering: ${about.status.provider}`;
      if (about.kind === 'budget') return `A daily budget is used to ${budgetPercent(about)} %`;
      if (about.kind === 'disk') return `A disk is ${about.status.used_percent} % full`;
      if (about.kind === 'job') return 'Background work keeps failing';
      return about.test_failed_at ? 'The newest backup could not be restored' : 'There is no recent backup';
    },
    text: {
      provider:
        'A provider has failed several times in a row. The next one in the chain does its work, and in the end the ' +
        'server itself: visitors get plainer answers.',
      budget: 'When the budget is used up, the embedded twin answers until midnight (UTC).',
      disk: 'When the disk is full, the server stops saving. Delete what you no longer need, or get more space.',
      job: 'The server tries again by itself. Until it succeeds, this work is not done.',
      backup: 'The newest backup is more than two days old. If the disk breaks, everything since then is lost.',
      restore_test:
        'The server tried to restore the newest backup, as it does once a week, and failed. It tries again each day; ' +
        'the settings say what went wrong. If the disk breaks now, you may have no backup that helps.',
    },
    onceOnly: 'You get one mail about this, and another one when it is over.',
    overSubject: (subject) => `All right again: ${subject}`,
    overText: (since, until) => `This is over. It was wrong from ${since} to ${until}.`,
    openStatus: 'See the status',
    since: 'Since',
    provider: 'Provider',
    task: 'Does',
    tasks: { chat: 'Replies', transcription: 'Hearing', voice: 'Speaking', embedding: 'Memories' },
    problem: 'Problem',
    reasons: {
      refused: 'It refuses the key, or there is no credit left.',
      rate_limited: 'It is asked too often, or a limit of the account is reached.',
      timeout: 'It takes too long to answer.',
      unreachable: 'Nothing answers at its address.',
      server_error: 'It has trouble of its own.',
      bad_request: 'It does not take the request, or does not have the model.',
      bad_response: 'Its answers cannot be read.',
      content_filtered: 'Its content filter refused a reply.',
      circuit_open: 'It is left alone for now, after failures in a row.',
      other: 'It does not answer as it should.',
    },
    budget: 'Budget',
    budgets: { site_tokens: 'Tokens of the whole site', site_messages: 'Messages of the whole site' },
    used: 'Used',
    usedOf: (used, limit) => `${used} of ${limit}`,
    disk: 'Disk',
    disks: { data: 'Data', backups: 'Backups' },
    free: 'Free',
    job: 'Work',
    purposes: {
      conversations: 'Reading conversations',
      deletion: 'Deleting data',
      notices: 'Lead notices by webhook',
      mail: 'Mails and reminders',
      calendars: 'Calendars',
      backups: 'Backups',
      figures: 'Figures of the dashboard',
      other: 'Other work',
    },
    failures: 'Failures in a row',
    lastBackup: 'Newest backup',
    noBackup: 'none',
    testFailed: 'Restore test failed',
  },

  page: {
    mails: {
      booking_made: 'confirmations of bookings',
      booking_moved: 'mails about moved bookings',
      booking_cancelled: 'mails about canceled bookings',
      booking_tomorrow: 'reminders of bookings',
      waitlist: 'mails about the waitlist',
      desk_link: 'links to your data',
      invitation: 'invitations',
      password_link: 'password links',
      lead_hot: 'mails about promising leads',
      lead_call: 'mails about requested calls',
      lead_complaint: 'mails about complaints',
      lead_handover: 'mails about visitors who want a person',
      reminder: 'reminders of action items',
      digest: 'weekly summaries',
      alarm_provider: 'mails about providers that do not answer',
      alarm_budget: 'mails about budgets',
      alarm_disk: 'mails about full disks',
      alarm_job: 'mails about failing work',
      alarm_backup: 'mails about missing or broken backups',
      alarm_over: 'mails that all is right again',
    },
    unsubscribeTitle: 'Unsubscribe',
    unsubscribeText: (mails) => `Do you want no more ${mails}?`,
    unsubscribeButton: 'Unsubscribe',
    unsubscribed: (mails) => `You get no more ${mails}.`,
    leaveWaitlistText: 'Your address is then deleted from the waitlist, and you get no more mail about it.',
    leftWaitlist: 'Your address is deleted from the waitlist. You get no more mail about it.',
    itemTitle: 'Action item',
    markDone: 'Mark as done',
    remindHour: 'Remind me in an hour',
    remindTomorrow: 'Remind me tomorrow',
    remindWeek: 'Remind me next week',
    isDone: 'Marked as done.',
    willRemind: (when) => `You get another mail: ${when}.`,
    usedTitle: 'Already answered',
    alreadyDone: 'This action item is done already.',
    alreadyAnswered: 'This link was used already. Open the action items in the dashboard to change something.',
    gone: 'This action item no longer exists.',
    brokenTitle: 'This link does not work',
    broken: 'The link is incomplete or was changed. Please open it from the mail once more.',
    expired: 'The link has expired. Open the action items in the dashboard instead.',
    oftenTitle: 'Please wait a minute',
  },
};
