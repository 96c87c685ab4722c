const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares names as people sort them: "Part 2" stands before "part 10". */
export const naturally = (one: string, other: string): number => collator.compare(one, other)
