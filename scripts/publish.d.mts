export function builtFrom(folder: string): string | null;
export function publish(next: string, served: string, state: string): void;
export function alone<Result>(lock: string, work: () => Promise<Result>): Promise<Result>;
