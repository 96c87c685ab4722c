/** Whether the run is a long one: `npm run test:long`. */
export const isLongRun = process.env.TEST_BUDGET === 'long'

/** How often to repeat what could be repeated without end, in `npm test` and in `npm run test:long`. */
export const budget = (short: number, long: number): number => (isLongRun ? long : short)

/** The parameters of a property: few and always the same cases in `npm test`, many and random ones in a long run. */
export const propertyBudget = (short: number, long: number): { numRuns: number; seed?: number } =>
  isLongRun ? { numRuns: long } : { numRuns: short, seed: 1 }
