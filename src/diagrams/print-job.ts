import type { Served } from '../workers/serve-jobs.ts'
import { type Diagram, drawDiagram } from './draw-diagram.ts'

/** Draws a diagram for paper; null if it cannot be drawn. */
export const run = async (source: string): Promise<Served<Diagram | null>> => ({
  result: (await drawDiagram(source, { id: 'd', form: 'print' })) ?? null,
})
