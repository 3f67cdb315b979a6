/** A bad value in the environment; the message is one sentence that names the variable. */
export class ConfigError extends Error {}
