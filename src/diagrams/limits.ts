/** The limits of drawing one diagram. One beyond them is shown as its source. */
export const diagramLimits = {
  sourceCharacters: 20_000,
  edges: 400,
  svgCharacters: 600_000,
} as const
