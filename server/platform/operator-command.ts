/**
 * How whoever runs this installation starts it, or one of its commands: `npm start` and `npm run owner -- EMAIL` in a
 * checkout, `understudy` and `understudy owner EMAIL` in an unpacked archive, whose launcher sets UNDERSTUDY_LAUNCHER
 * (scripts/launch.ts).
 *
 * @param args what follows the command's name, as the operator types it
 */
export function operatorCommand(name: 'start' | (string & {}), args = ''): string {
  const launcher = process.env.UNDERSTUDY_LAUNCHER;
  if (name === 'start') return launcher ?? 'npm start';
  return [...(launcher ? [launcher, name] : ['npm run', name, ...(args ? ['--'] : [])]), args].join(' ').trim();
}
