/** Whether the tests run as `npm run test:soak`. */
const soaking = process.env['SOAK'] === 'on';

/** How much a test does: `few` among all tests, `many` in `npm run test:soak`, which runs every file that asks here. */
export const times = (few: number, many: number): number => (soaking ? many : few);
