/** The edge to the space of a page, a file or a reusable content. */
export const spaceEdge = {
  nullable: true,
  description: 'The space that it was read in. Null if the caller may not see the space.',
} as const
