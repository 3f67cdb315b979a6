import { z } from 'zod';
import { wordsFor } from './words.ts';

/** A JSON schema, as far as this module inspects it. */
export interface JsonSchema {
  [key: string]: unknown;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  description?: string;
  default?: unknown;
}

/** The JSON schema of a zod schema's input, with a description for every field. */
export function schemaOfInput(operation: string, schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return withWords(operation, made as JsonSchema);
}

function withWords(operation: string, schema: JsonSchema): JsonSchema {
  const { properties, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [
          name,
          { ...withWords(operation, field), description: field.description ?? wordsFor(operation, name) },
        ]),
      ),
    }),
    ...(anyOf && { anyOf: anyOf.map((one) => withWords(operation, one)) }),
  };
}

/** The parameters of a query. An address cannot express null, so null stands for a parameter that is left out. */
export function parametersOf(operation: string, schema: z.ZodType): object[] {
  const { properties = {}, required = [] } = schemaOfInput(operation, schema);
  return Object.entries(properties).map(([name, { description, ...field }]) => ({
    name,
    in: 'query',
    required: required.includes(name) && field.default === undefined,
    description,
    schema: withoutNull(field),
  }));
}

function withoutNull({ anyOf, default: usual, ...given }: JsonSchema): JsonSchema {
  const field = Array.isArray(given.type) ? { ...given, type: given.type.find((type) => type !== 'null') } : given;
  const rest = usual === undefined || usual === null ? field : { ...field, default: usual };
  if (!anyOf) return rest;
  const others = anyOf.filter(({ type }) => type !== 'null');
  return others.length === 1 ? { ...others[0], ...rest } : { ...rest, anyOf: others };
}

/** Names of fields that hold timestamps: ISO 8601 in UTC throughout the contract. */
const MOMENT = /(_at|^at|^ts|^start)$/;

/**
 * Converts schemas generated from the contract's types for the document: names without angle brackets, timestamps and
 * days marked as such.
 */
export function documentSchemas(definitions: Record<string, unknown>): Record<string, JsonSchema> {
  const fit = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => fit(one));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]) => {
      if (key === '$ref') return [key, `#/components/schemas/${plainName(String(inner).split('/').at(-1) ?? '')}`];
      if (key !== 'properties') return [key, fit(inner)];
      return [key, Object.fromEntries(Object.entries(inner).map(([field, schema]) => [field, fit(schema, field)]))];
    });
    const schema = Object.fromEntries(entries) as JsonSchema;
    const isText = [schema.type].flat().includes('string') && !('enum' in schema);
    const format = MOMENT.test(name) ? 'date-time' : name === 'due_date' ? 'date' : null;
    return isText && format ? { ...schema, format } : schema;
  };
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [plainName(name), fit(schema) as JsonSchema]),
  );
}

/** Turns `Page<Note>` into `NotePage`. */
function plainName(name: string): string {
  const generic = /^(\w+)<(\w+)>$/.exec(decodeURIComponent(name));
  return generic ? `${generic[2]}${generic[1]}` : decodeURIComponent(name).replace(/\W+/g, '_');
}
