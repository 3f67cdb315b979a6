/** Every operation of the public API, in the document's order. */
import type { AllOperations } from '../operation.ts';
import { analyticsOperations } from './analytics.ts';
import { backupOperations } from './backups.ts';
import { bookingOperations } from './bookings.ts';
import { conversationOperations } from './conversation.ts';
import { dangerOperations } from './danger.ts';
import { importOperations } from './imports.ts';
import { mailOperations } from './mail.ts';
import { peopleOperations } from './people.ts';
import { personOperations } from './persons.ts';
import { privacyOperations } from './privacy.ts';
import { serverOperations } from './server.ts';
import { sessionOperations } from './sessions.ts';
import { settingsOperations } from './settings.ts';
import { setupOperations } from './setup.ts';
import { showOperations } from './shows.ts';
import { signInOperations } from './sign-in.ts';
import { speechOperations } from './speech.ts';
import { takeoverOperations } from './takeover.ts';
import { twinOperations } from './twin.ts';
import { visitorOperations } from './visitors.ts';
import { workOperations } from './work.ts';

export const OPERATIONS: AllOperations = {
  ...conversationOperations,
  ...takeoverOperations,
  ...speechOperations,
  ...visitorOperations,
  ...privacyOperations,
  ...serverOperations,
  ...signInOperations,
  ...sessionOperations,
  ...workOperations,
  ...personOperations,
  ...bookingOperations,
  ...showOperations,
  ...analyticsOperations,
  ...settingsOperations,
  ...mailOperations,
  ...backupOperations,
  ...twinOperations,
  ...importOperations,
  ...setupOperations,
  ...dangerOperations,
  ...peopleOperations,
};
