/** The functions of a model of Prisma, by name. */
export type Delegate = Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>

/** Returns whether a member of a client of Prisma is a model. */
export const isModel = (name: string, value: unknown): value is Delegate =>
  !/^[$_]/.test(name) && typeof value === 'object' && value !== null
