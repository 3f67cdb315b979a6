import { defineConfig } from 'drizzle-kit';

/** For `drizzle-kit generate`, which writes the next migration from the schema. Paths are relative to the project. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/platform/database/schema.ts',
    './server/platform/database/schema-leads.ts',
    './server/platform/database/schema-admin.ts',
    './server/platform/database/schema-dashboard.ts',
    './server/platform/database/schema-analytics.ts',
    './server/platform/database/schema-imports.ts',
    './server/platform/database/schema-show.ts',
    './server/platform/database/schema-mail.ts',
    './server/platform/database/schema-scheduling.ts',
    './server/platform/database/schema-takeover.ts',
    './server/platform/database/schema-privacy.ts',
    './server/platform/database/schema-people.ts',
    './server/platform/database/schema-monitoring.ts',
  ],
  out: './server/migrations',
});
