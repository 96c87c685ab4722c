/** The types of the application that uses the library, which adds them by augmentation. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the application
export interface Application {}

/** The types of the schema that the builder of the application has. */
export type GraphTypes = Application['GraphTypes']
/** The models of the Prisma schema, by name. */
export type PrismaTypes = Application['PrismaTypes']
export type Context = Application['Context']
/** For whom a request reads. */
export type Viewer = Application['Viewer']
export type Config = Application['Config']
/** The permission that a field declares. */
export type Permission = Application['Permission']

export type Database = Context['database']
/** The limits of what one operation reads and answers, and what it has so far. */
export type Budget = NonNullable<Context['cost']>
