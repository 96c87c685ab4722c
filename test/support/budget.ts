/** Whether the run is a long one: `npm run test:long`. */
export const isLongRun = process.env.TEST_BUDGET === 'long'

/** Returns the number of repetitions, or the cases, in `npm test` or in `npm run test:long`. */
export const budget = <Value = number>(short: Value, long: Value): Value => (isLongRun ? long : short)

/** The parameters of a property: few and always the same cases in `npm test`, many and random ones in a long run. */
export const propertyBudget = (short: number, long: number): { numRuns: number; seed?: number } =>
  isLongRun ? { numRuns: long } : { numRuns: short, seed: 1 }

/** Returns what gives the next few of the values each time, or in a long run all of them. */
export function takingTurns<Value>(values: readonly Value[], few: number): () => readonly Value[] {
  let turn = 0
  return () =>
    isLongRun
      ? values
      : Array.from({ length: Math.min(few, values.length) }, () => values[turn++ % values.length] as Value)
}

/** Returns what gives one of the values that it is given, another each time, or in a long run all of them. */
export function oneInTurn(): <Value>(values: readonly Value[]) => readonly Value[] {
  let turn = 0
  return (values) => {
    const from = turn++ % Math.max(values.length, 1)
    return isLongRun ? values : values.slice(from, from + 1)
  }
}

/** Returns whether a case is one of those that fall to a turn, of so many turns: in a long run each of them is. */
export const fallsTo = (turn: number, turns: number, index: number): boolean =>
  isLongRun || index % turns === turn

/** Returns the seed of random choices: always the same in `npm test`, a new one each time in a long run. */
export const budgetSeed = (): number => (isLongRun ? Math.floor(Math.random() * 2 ** 31) : 1)

/** Returns one of so many rows of a table of cases, or in a long run all of them. */
export function oneRowIn<Row extends unknown[] | [unknown]>(
  turns: number,
  rows: readonly Row[],
  turn?: number,
): Row[]
export function oneRowIn<Row>(turns: number, rows: readonly Row[], turn?: number): Row[]
export function oneRowIn<Row>(turns: number, rows: readonly Row[], turn = 0): Row[] {
  return rows.filter((_, index) => fallsTo(turn % turns, turns, index))
}

/** Returns what tells of one case after the other whether it falls to a turn: in a long run each of them does. */
export function casesOfTurn(turn: number, turns: number): () => boolean {
  let index = 0
  return () => fallsTo(turn % turns, turns, index++)
}
