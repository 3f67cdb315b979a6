export const SERVER_FLAGS: readonly string[];
export function serverEnvironment(environment: Record<string, string | undefined>): Record<string, string | undefined>;
