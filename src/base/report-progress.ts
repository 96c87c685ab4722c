/** Tells how far a command has come. */
export type ReportProgress = (step: string, done: number, total: number) => void
