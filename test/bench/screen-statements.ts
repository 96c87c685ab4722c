/** The hand-written statements of those screens that one statement can answer. */
export const screenStatements: Readonly<Record<string, string>> = {}
