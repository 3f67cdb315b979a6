export { type AdminScope, ownerCallHook } from './admin-scope.ts';
export { audit, COMMAND_LINE } from './audit-log.ts';
export { signOutEveryone } from './auth-sessions.ts';
export { checkOwnerPassword, ensureOwner, type SignInConfig } from './ensure-owner.ts';
export { mountSignIn } from './mount-sign-in.ts';
export { EMAIL } from './sign-in-rules.ts';
export { hasSecondFactor, userById } from './users.ts';
