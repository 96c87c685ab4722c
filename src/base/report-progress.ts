/** Called with the step that a command is at, and how many of its parts are done, of how many. */
export type ReportProgress = (step: string, done: number, total: number) => void
