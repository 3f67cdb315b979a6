/** Formats of `GET /api/admin/export`, and presets for the column names of a CSV file. */
export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_PRESETS = ['plain', 'hubspot', 'salesforce', 'pipedrive'] as const;
export type ExportPreset = (typeof EXPORT_PRESETS)[number];
