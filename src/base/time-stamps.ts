const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

/** Returns a time to the second in the short form of ISO 8601, such as `20261129T034100Z`, which names of files can have. */
export const timeStamp = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '')

/** Returns the time of such a text; null if it is none. */
export function timeOfStamp(text: string): Date | null {
  const [, year, month, day, hour, minute, second] = parts.exec(text) ?? []
  return year === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
